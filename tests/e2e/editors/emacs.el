;;; Drives Emacs with eglot: prints what is found, takes a quick fix.  -*- lexical-binding: t -*-
(require 'eglot)
(setq user-emacs-directory (concat (getenv "HOME") "/.emacs.d/"))
(load (expand-file-name "init.el" user-emacs-directory))

(defun say (name value) (princ (format "%s=%s\n" name (json-encode value))))

(defun wait (what condition)
  (let ((until (+ (float-time) 20)))
    (while (not (funcall condition))
      (when (> (float-time) until) (say "timeout" what) (kill-emacs 1))
      (accept-process-output nil 0.05))))

(let* ((file (concat (getenv "MEMGIT_TEST_HOME") "/skills/ops/deploy-check/SKILL.md"))
       (buffer (find-file-noselect file)))
  (with-current-buffer buffer
    (unless (eglot-current-server)
      (apply #'eglot--connect (eglot--guess-contact)))
    (wait "server" (lambda () (eglot-current-server)))
    (flymake-mode 1)
    (wait "findings" (lambda () (flymake-start) (flymake-diagnostics)))
    (say "found" (mapcar (lambda (one) (substring-no-properties (flymake-diagnostic-text one))) (flymake-diagnostics)))
    (goto-char (flymake-diagnostic-beg (car (flymake-diagnostics))))
    (let* ((answer (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                    (list :textDocument (eglot--TextDocumentIdentifier)
                                          :range (list :start (eglot--pos-to-lsp-position)
                                                       :end (eglot--pos-to-lsp-position))
                                          :context (list :diagnostics [] :only ["quickfix"])))))
      (eglot--apply-workspace-edit (plist-get (aref answer 0) :edit) nil))
    (say "text" (buffer-string))
    (set-buffer-modified-p nil)
    (ignore-errors (eglot-shutdown (eglot-current-server)))))
(kill-emacs 0)

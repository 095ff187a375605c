;;; memgit-lsp.el --- findings, mends and history of SKILL.md and memory files  -*- lexical-binding: t -*-

(require 'eglot)

(defconst memgit-lsp-files
  (rx (or (seq "/" (or "SKILL" "MEMORY" "USER" "STANDING" "failures" "DESCRIPTION") ".md")
          (seq "/" (or "skills" "memory" "memories") "/" (* nonl) ".md"))
      eos)
  "Names of files that memgit knows.")

(define-derived-mode memgit-lsp-mode text-mode "memgit"
  "Mode for files that memgit knows, where markdown-mode is not installed.")

(add-to-list 'auto-mode-alist
             (cons memgit-lsp-files (if (fboundp 'markdown-mode) 'markdown-mode 'memgit-lsp-mode)))

(add-to-list 'eglot-server-programs
             '((markdown-mode gfm-mode memgit-lsp-mode) . ("@COMMAND@")))

(defun memgit-lsp-ensure ()
  "Start the server in a file that memgit knows."
  (when (and buffer-file-name (string-match-p memgit-lsp-files buffer-file-name))
    (eglot-ensure)))

(add-hook 'markdown-mode-hook #'memgit-lsp-ensure)
(add-hook 'memgit-lsp-mode-hook #'memgit-lsp-ensure)

(provide 'memgit-lsp)

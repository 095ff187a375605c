"""The sidecar search index: disposable, made from the files; the only importer of apsw."""

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result};

struct Memgit;

impl zed::Extension for Memgit {
    fn new() -> Self {
        Memgit
    }

    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let set = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary)
            .and_then(|binary| binary.path);
        let command = set
            .or_else(|| worktree.which("memgit-lsp"))
            .unwrap_or_else(|| "@COMMAND@".to_string());
        Ok(zed::Command { command, args: vec![], env: worktree.shell_env() })
    }
}

zed::register_extension!(Memgit);

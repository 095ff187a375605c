import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

interface Change {
  line: string;
  subject: string;
}

const SELECTOR = [
  { scheme: "file", pattern: "**/SKILL.md" },
  { scheme: "file", pattern: "**/{MEMORY,USER,STANDING,failures,DESCRIPTION}.md" },
  { scheme: "file", pattern: "**/{skills,memory,memories}/**/*.md" },
  { scheme: "file", pattern: "**/skill-bundles/*.{yaml,yml}" },
  { scheme: "file", pattern: "**/memgit.yaml" },
];

function start(): LanguageClient {
  const command = vscode.workspace.getConfiguration("memgit").get<string>("command") || "memgit-lsp";
  const server: ServerOptions = { command };
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    synchronize: { configurationSection: "memgit" },
    initializationOptions: vscode.workspace.getConfiguration("memgit"),
    middleware: {
      // A lens that tells of history shows it in a list.
      executeCommand: async (name, args, next) => {
        const answer = await next(name, args);
        if (name === "memgit.log") {
          await vscode.window.showQuickPick((answer as Change[]).map((change) => change.line));
        }
        return answer;
      },
    },
  };
  return new LanguageClient("memgit", "memgit", server, options);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("memgit.showLog", async () => {
      const uri = vscode.window.activeTextEditor?.document.uri.toString();
      if (uri !== undefined) {
        await vscode.commands.executeCommand("memgit.log", uri);
      }
    }),
    vscode.commands.registerCommand("memgit.restart", async () => {
      await client?.stop();
      client = start();
      await client.start();
    }),
  );
  client = start();
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

import { commands, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

/** @type {LanguageClient | undefined} */
let client;

/** @param {import("vscode").ExtensionContext} context */
export async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("assay.restart", start),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("assay.command")) void start();
    }),
  );
  await start();
}

export async function deactivate() {
  await client?.stop();
  client = undefined;
}

async function start() {
  await deactivate();
  const [command = "assay", ...args] = workspace.getConfiguration("assay").get("command", []);
  client = new LanguageClient(
    "assay",
    "Assay",
    { command, args, options: { shell: process.platform === "win32" } },
    { documentSelector: [{ language: "python" }] },
  );
  try {
    await client.start();
  } catch {
    client = undefined;
    void window.showErrorMessage(
      `Assay could not be started: ${command}. Install it, or set assay.command to where it is.`,
    );
  }
}

import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AdmZip from "adm-zip";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { commands } from "../../cli/commands/index.ts";
import { readVersion } from "../../cli/release.ts";
import { writeVsix } from "../../scripts/pack/vsix.ts";
import { assayOnPath } from "./assay-on-path.ts";
import { startLsp } from "./lsp-client.ts";
import { openCliStage, programs } from "./stage.ts";

const folder = join(import.meta.dirname, "..", "..", "deploy", "editors");
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const readJson = (name: string): any => JSON.parse(read(name));

type HelixLanguages = Readonly<{
  "language-server": Readonly<{ assay: Readonly<{ command: string; args: readonly string[] }> }>;
}>;

/** How each editor is configured to start the server. */
const started: Record<string, () => unknown> = {
  "VS Code": () =>
    readJson("vscode/package.json").contributes.configuration.properties["assay.command"].default,
  "VS Code settings": () => readJson("vscode-settings.json")["assay.command"],
  Neovim: () =>
    Array.from(/cmd = \{(.*?)\}/.exec(read("neovim.lua"))![1]!.matchAll(/"(.*?)"/g), ([, word]) => word),
  Helix: () => {
    const { command, args } = (parse(read("helix-languages.toml")) as unknown as HelixLanguages)[
      "language-server"
    ].assay;
    return [command, ...args];
  },
  Zed: () => {
    const { path, arguments: args } = readJson("zed-settings.json").lsp.pylsp.binary;
    return [path, ...args];
  },
  "Claude Code": () => {
    const { command, args } = readJson("claude-code/.lsp.json").assay;
    return [command, ...args];
  },
};

test.for(Object.keys(started))("%s starts the server with its documented command", (editor) => {
  expect(started[editor]!()).toEqual(["assay", "lsp", "--stdio"]);
  expect(Object.keys(commands)).toContain("lsp");
});

test("the marketplace for Claude Code lists the plugin", () => {
  const [plugin] = readJson(".claude-plugin/marketplace.json").plugins;
  expect(readJson(join(plugin.source, ".claude-plugin", "plugin.json")).name).toBe(plugin.name);
});

describe("the extension for VS Code", () => {
  const manifest = readJson("vscode/package.json");

  test("is packed by a command: with its bundle, which needs nothing but the editor, and a server that starts", async () => {
    const home = mkdtempSync(join(tmpdir(), "assay-home-"));
    const vsix = await writeVsix(home);
    const installed = join(home, "installed");
    new AdmZip(vsix).extractAllTo(installed, true);
    expect(readFileSync(join(installed, "extension.vsixmanifest"), "utf8")).toContain('Id="assay"');
    expect(readdirSync(installed)).toContain("[Content_Types].xml");

    const packed = JSON.parse(readFileSync(join(installed, "extension/package.json"), "utf8"));
    expect(packed).toMatchObject({ version: readVersion(), publisher: manifest.publisher });
    const bundle = readFileSync(join(installed, "extension", packed.main), "utf8");
    const needed = new Set(Array.from(bundle.matchAll(/\brequire\("([^"]+)"\)/g), ([, name]) => name!));
    const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    expect([...needed].filter((name) => !builtin.has(name))).toEqual(["vscode"]);
    expect(bundle).toMatch(/activate: \(\) => activate,\s+deactivate: \(\) => deactivate/);

    const [command, ...args] = packed.contributes.configuration.properties["assay.command"].default;
    expect(args).toEqual(["lsp", "--stdio"]);
    const { folder: project } = openCliStage({ "wrong.py": programs.wrong });
    await using client = await startLsp(project, assayOnPath(home), [command]);
    expect(client.introduced.serverInfo).toMatchObject({ name: "assay", version: packed.version });
    expect(await client.open("wrong.py", programs.wrong).diagnostics()).toMatchObject([
      { code: "mypy:operator" },
    ]);
  });

  test("registers every command that it contributes", () => {
    const source = read("vscode/extension.mjs");
    for (const { command } of manifest.contributes.commands) expect(source).toContain(`"${command}"`);
  });
});

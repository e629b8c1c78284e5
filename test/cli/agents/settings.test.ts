import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { passedOn } from "../../support/processes.ts";
import { openCliStage, programs } from "../stage.ts";
import { edits, ends } from "./events.ts";
import { clients } from "./mcp-clients.ts";
import { commitAll, installedCommand, runInShell } from "./project.ts";

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, "..", "..", "..", path), "utf8");
const readClient = (name: string): any => JSON.parse(read(`deploy/clients/${name}`));
const page = read("docs/agents.md");
const blocks = (language: string): string[] =>
  Array.from(page.matchAll(/```(\w+)\n([^]*?)^```$/gm), ([, name, text]) => ({
    name,
    text: text!,
  }))
    .filter(({ name }) => name === language)
    .map(({ text }) => text);

const bin = installedCommand();
const env = {
  HOME: mkdtempSync(join(tmpdir(), "assay-home-")),
  PATH: [bin, passedOn().PATH].join(delimiter),
};

type Handler = Readonly<{ command: string; timeout: number }>;
type Group = Readonly<{ matcher?: string; hooks: readonly Handler[] }>;
const groupsOf = (name: string): Record<string, readonly Group[]> => readClient(name).hooks;

/** The commands of each agent after an edit and at the end of a turn, and the tools that edits are made with. */
const settings: Record<
  string,
  { file: string; edit: string; end: string; tools: readonly string[]; matcher?: string }
> = {
  "Claude Code": ofGroups("claude-code.settings.json", "PostToolUse", "Stop", ["Edit", "MultiEdit", "Write"]),
  Cursor: {
    file: "cursor.hooks.json",
    edit: readClient("cursor.hooks.json").hooks.afterFileEdit[0].command,
    end: readClient("cursor.hooks.json").hooks.stop[0].command,
    tools: [],
  },
  "Gemini CLI": ofGroups("gemini.settings.json", "AfterTool", "AfterAgent", ["write_file", "replace"]),
  Codex: ofGroups("codex.hooks.json", "PostToolUse", "Stop", ["apply_patch"]),
};

function ofGroups(file: string, editing: string, ending: string, tools: readonly string[]) {
  const [edit, end] = [editing, ending].map((name) => groupsOf(file)[name]![0]!) as [Group, Group];
  return { file, edit: edit.hooks[0]!.command, end: end.hooks[0]!.command, tools, matcher: edit.matcher! };
}

describe.for(Object.entries(settings))(
  "the hooks of %s",
  ([agent, { file, edit, end, tools, matcher = "" }]) => {
    const { folder, write } = openCliStage({
      "shop/wrong.py": programs.wrong,
      "good.py": programs.warned,
      "notes.txt": "def f(:\n",
    });
    const run = (line: string, input: object) => runInShell(line, { folder, input, env });
    const isCursor = agent === "Cursor";

    test("tell the model what rejects an edited file, and nothing of one that is accepted", () => {
      const { status, stdout, stderr } = run(edit, edits[agent]!(folder, "shop/wrong.py"));
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toBe(
        "Written, but Assay rejects it. Fix what it found:\n" +
          'shop/wrong.py:2:22 error mypy:operator Unsupported operand types for + ("int" and "str")\n',
      );
      expect(run(edit, edits[agent]!(folder, "good.py"))).toEqual({ status: 0, stdout: "", stderr: "" });
    });

    test("are silent about what is not Python, and about a file that is gone", () => {
      for (const name of ["notes.txt", "gone.py"])
        expect(run(edit, edits[agent]!(folder, name))).toEqual({ status: 0, stdout: "", stderr: "" });
    });

    test("at the end of a turn are about all that changed, once", () => {
      commitAll(folder);
      expect(run(end, ends[agent]!(folder, false))).toEqual({ status: 0, stdout: "", stderr: "" });
      write({ "new.py": programs.wrong });
      const { status, stdout, stderr } = run(end, ends[agent]!(folder, false));
      expect(status).toBe(isCursor ? 0 : 2);
      const told = isCursor ? (JSON.parse(stdout) as { followup_message: string }).followup_message : stderr;
      expect(told).toContain("new.py:2:22 error mypy:operator");
      expect(told).not.toContain("shop/wrong.py");
      expect(run(end, ends[agent]!(folder, true))).toEqual({ status: 0, stdout: "", stderr: "" });
    });

    test("run after every tool that edits files, and after no other", () => {
      for (const tool of tools) expect(tool).toMatch(new RegExp(`^(?:${matcher})$`));
      expect("Read").not.toMatch(new RegExp(`^(?:${matcher})$`));
    });

    test("are the ones in the documentation", () => {
      expect(blocks("json").map((text) => JSON.parse(text) as unknown)).toContainEqual(readClient(file));
      expect(page).toContain(`\`${file}\``);
    });
  },
);

describe("the documented MCP settings", () => {
  const servers = (): Readonly<{ command: string; args: readonly string[] }>[] => [
    readClient("mcp.json").mcpServers.assay,
    ...blocks("json").flatMap((text) => {
      const { mcpServers, servers: own } = JSON.parse(text);
      return [mcpServers?.assay, own?.assay].filter((server) => server !== undefined);
    }),
    ...blocks("toml").map((text) => (parse(text) as any).mcp_servers.assay),
  ];

  test("start a server that answers", async () => {
    expect(servers()).toHaveLength(4);
    for (const { command, args } of servers()) expect([command, ...args]).toEqual(["assay", "mcp"]);
    const { folder } = openCliStage({ "a.py": programs.valid });
    await using agent = await clients[0]![1]({ folder, env, command: [join(bin, "assay")] });
    expect((await agent.call("check", { paths: ["a.py"] })).text).toBe("1 file checked: all valid.");
  });
});

describe("AGENTS.md", () => {
  const text = read("deploy/clients/AGENTS.md");
  const lines = Array.from(text.matchAll(/`(assay [^`]+)`/g), ([, line]) => line!);

  test("names commands that exist, with options that they take", () => {
    expect(lines).toHaveLength(4);
    const { folder, write } = openCliStage({ "a.py": programs.valid });
    commitAll(folder);
    write({ "b.py": programs.warned });
    const names: Record<string, string> = { RULE: "policy:weak-hash", FILE: "a.py", EXAMPLES: "none.txt" };
    for (const line of lines.filter((one) => !one.startsWith("assay run"))) {
      const filled = line.replaceAll(/[A-Z]{4,}/g, (word) => names[word]!);
      const { status, stderr } = spawnSync("sh", ["-c", filled], { cwd: folder, env, encoding: "utf8" });
      expect([line, stderr.includes("assay: "), status === 2]).toEqual([line, false, false]);
    }
  });
});

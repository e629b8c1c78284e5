import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../../support/service.ts";
import { openWarmService } from "../../support/services.ts";
import { clientFile, openStage, run, type Ran, type Stage } from "./stage.ts";

const hook = resolve("deploy/clients/after_edit.py");

let service: TestService;
let stage: Stage;
beforeAll(async () => {
  service = await openWarmService({ env: { FREE_CALLS_PER_DAY: "1000" } });
});
afterAll(async () => service[Symbol.asyncDispose]());
beforeEach(async () => {
  stage = await openStage();
  for (const [folder, program] of [
    [".claude/hooks", hook],
    [".cursor/hooks", hook],
    [".claude/hooks", clientFile],
    [".cursor/hooks", clientFile],
  ] as const) {
    mkdirSync(join(stage.folder, folder), { recursive: true });
    copyFileSync(
      program,
      // As it is downloaded.
      join(stage.folder, folder, program === clientFile ? "client.py" : program.split("/").at(-1)!),
    );
  }
  await stage.write({ "bad.py": "def f(n: int) -> int:\n    return n + '1'\n", "good.py": "x = 1\n" });
  return async () => stage[Symbol.asyncDispose]();
});

/** The command for each agent, as the page has it. */
const page = readFileSync("deploy/clients/README.md", "utf8");
const commandFor = (agent: string): string => {
  const row = page
    .split("\n")
    .find((line) => line.startsWith(`| ${agent} `) && line.includes("after_edit.py"));
  return /`(.*)`/.exec(row!)![1]!;
};

/** The command as an agent runs it, in the project's folder. */
async function runHook(command: string, event: object, url = service.url): Promise<Ran> {
  return run(["sh", "-c", command], {
    cwd: stage.folder,
    stdin: JSON.stringify(event),
    env: { HOME: stage.config, CLAUDE_PROJECT_DIR: stage.folder, ASSAY_URL: url },
  });
}

describe("after_edit.py, run by Claude Code,", () => {
  const edited = (name: string, tool_name = "Edit") => ({
    session_id: "a",
    hook_event_name: "PostToolUse",
    tool_name,
    tool_input: { file_path: join(stage.folder, name), old_string: "a", new_string: "b" },
    tool_response: {},
  });
  const after = async (event: object, url?: string) => runHook(commandFor("Claude Code"), event, url);

  test("shows the model the findings of a file", async () => {
    const { code, stderr, stdout } = await after(edited("bad.py"));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^Assay rejects this file; fix what it found:\n/);
    expect(stderr).toContain(
      'bad.py:2: error mypy:operator: Unsupported operand types for + ("int" and "str")\n',
    );
  });

  test.for(["good.py", "notes.txt", "gone.py"])("is silent about %s", async (name) => {
    await stage.write({ "notes.txt": "def f(:\n" });
    expect(await after(edited(name, "Write"))).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  test("does not block the user when the service is unavailable", async () => {
    const { code, stderr } = await after(edited("bad.py"), "http://127.0.0.1:1");
    expect([code, stderr]).toEqual([0, expect.stringContaining("cannot be reached")]);
  });
});

describe("after_edit.py, run by Cursor,", () => {
  const edited = (name: string) => ({
    hook_event_name: "afterFileEdit",
    file_path: join(stage.folder, name),
    edits: [{ old_string: "a", new_string: "b" }],
    workspace_roots: [stage.folder],
  });

  test("passes the findings of a file to the agent", async () => {
    const { code, stdout, stderr } = await runHook(commandFor("Cursor"), edited("bad.py"));
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      additional_context: expect.stringContaining("bad.py:2: error mypy:operator"),
    });
  });

  test("is silent about a file that is accepted", async () => {
    expect(await runHook(commandFor("Cursor"), edited("good.py"))).toMatchObject({ code: 0, stdout: "" });
  });
});

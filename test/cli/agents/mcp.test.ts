import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { readVersion } from "../../../cli/release.ts";
import { passedOn } from "../../support/processes.ts";
import { openCliStage, programs } from "../stage.ts";
import { clients, type ConnectAgent, type ConnectedAgent } from "./mcp-clients.ts";
import { assay, commitAll } from "./project.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const noDocker = "unix:///nonexistent/docker.sock";
const env = { HOME: home, DOCKER_HOST: noDocker };
const { valid, warned, wrong } = programs;
const connect = clients[0]![1];

describe.for(clients)("assay mcp, asked by %s", ([, connectWith]) => {
  test("tells who it is, lists its tools, checks and fixes", async () => {
    const { folder } = openCliStage({ "shop/wrong.py": wrong, "warned.py": warned });
    await using agent = await connectWith({ folder, env });
    expect(agent.version).toBe(readVersion());
    expect((await agent.tools()).map(({ name }) => name)).toEqual(["check", "fix", "explain"]);
    expect(await agent.call("check", { paths: ["shop"] })).toEqual({
      isError: false,
      text:
        'shop/wrong.py:2:22 error mypy:operator Unsupported operand types for + ("int" and "str")\n' +
        "1 file checked: 1 error, 1 file rejected.",
    });
    expect((await agent.call("fix", { paths: ["warned.py"] })).text).toContain("-import os");
  });

  test("reports progress up to the number of files, to a client that asks for it", async () => {
    const names = ["a", "b", "c", "d"].map((name) => `${name}.py`);
    const { folder } = openCliStage(Object.fromEntries(names.map((name) => [name, valid])));
    await using agent = await connectWith({ folder, env });
    const told: number[] = [];
    const onprogress = ({ progress, total }: { progress: number; total?: number | undefined }): void => {
      expect(total).toBe(4);
      told.push(progress);
    };
    await agent.call("check", { paths: ["."] }, { onprogress });
    expect(told.at(-1)).toBe(4);
    expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b));
  });

  test("stops a cancelled call, and answers the next one", async () => {
    const { folder } = openCliStage({ "wrong.py": wrong });
    await using agent = await connectWith({ folder, env });
    const controller = new AbortController();
    const asking = agent.call("check", { paths: ["."] }, { signal: controller.signal });
    controller.abort();
    await expect(asking).rejects.toThrow(/abort/i);
    expect((await agent.call("check", { paths: ["wrong.py"] })).text).toContain("mypy:operator");
  });
});

test("the official client for Python checks too, and gets progress", () => {
  const { folder } = openCliStage({ "wrong.py": wrong });
  const python = join(import.meta.dirname, "../../../.tools/clients-python/bin/python");
  const program = join(import.meta.dirname, "mcp_client.py");
  const out = execFileSync(python, [program, folder, ...assay, "mcp"], { env: { ...passedOn(), ...env } });
  expect(JSON.parse(out.toString())).toEqual({
    tools: ["check", "fix", "explain"],
    checked: [expect.stringMatching(/^wrong\.py:2:22 error mypy:operator .*\n1 file checked/)],
    refused: [expect.stringContaining("/etc is outside of")],
    progress: [1],
  });
});

describe("the tools of assay mcp", () => {
  let agent: ConnectedAgent;
  beforeAll(async () => {
    agent = await connect({ folder: openCliStage().folder, env });
    return async () => agent[Symbol.asyncDispose]();
  });

  test("take at most 4 kB as they are sent, with every tool listed", async () => {
    const { tools } = await import("../../../cli/agents/mcp/tools/index.ts");
    const sent = JSON.stringify({ tools: tools.map(({ described }) => described) });
    expect(Buffer.byteLength(sent)).toBeLessThan(4000);
    expect(tools.map(({ name }) => name)).toEqual(["check", "fix", "explain", "run"]);
  });

  test.for([
    ["check", { paths: "a.py" }, "must be array"],
    ["check", { path: "a.py" }, "must NOT have additional properties"],
    ["fix", { write: "yes" }, "must be boolean"],
    ["explain", {}, "must have required property 'rule'"],
    ["explain", { rule: "weakhash" }, "There is no rule weakhash."],
    ["check", { paths: ["nosuch.py"] }, "nosuch.py: no such file or folder."],
    ["check", {}, "Name files or folders in `paths`."],
    ["run", { code: "print(1)" }, "Running code needs Docker"],
    ["run", {}, "Give `path` or `code`, one of them."],
  ] as const)("say what is wrong with %s %j", async ([name, args, words]) => {
    expect(await agent.call(name, args)).toEqual({ isError: true, text: expect.stringContaining(words) });
  });

  test("are refused by any other name, as the protocol says", async () => {
    await expect(agent.call("delete", {})).rejects.toThrow(
      "There is no tool delete. Use check, fix, explain, run.",
    );
  });
});

describe("the tool check without paths", () => {
  const changed = async (connectWith: ConnectAgent, folder: string) => {
    await using agent = await connectWith({ folder, env });
    return await agent.call("check");
  };

  test("is about what changed since the last commit, and new files", async () => {
    const { folder, write } = openCliStage({ "same.py": wrong, "edited.py": valid });
    commitAll(folder);
    expect((await changed(connect, folder)).text).toMatch(/^No Python file changed since the last commit\./);
    write({ "edited.py": wrong, "new.py": warned });
    const { text: told } = await changed(connect, folder);
    expect(told).toContain("edited.py:2:22 error mypy:operator");
    expect(told).toContain("new.py:1:8 warning ruff:F401");
    expect(told).toContain("2 files checked");
  });

  test("is about every file before the first commit", async () => {
    const { folder } = openCliStage({ "wrong.py": wrong });
    execFileSync("git", ["init", "-q"], { cwd: folder });
    expect((await changed(connect, folder)).text).toContain("wrong.py:2:22 error");
  });

  test("leaves out what the settings exclude, and what is outside of the folder", async () => {
    const { folder, write } = openCliStage({ "inner/pyproject.toml": '[tool.assay]\nexclude = ["gen/"]\n' });
    commitAll(folder);
    write({ "outer.py": wrong, "inner/gen/a.py": wrong, "inner/b.py": wrong });
    const { text: told } = await changed(connect, join(folder, "inner"));
    expect(told).toMatch(/^b\.py:2:22 .*\n1 file checked/);
  });
});

test("50 findings are told, those that reject first, and the others are counted", async () => {
  const imports = Array.from({ length: 60 }, (_, at) => `import json as name${at}\n`).join("");
  const { folder } = openCliStage({ "many.py": `${imports}\n\ndef f(a: int) -> str:\n    return a\n` });
  await using agent = await connect({ folder, env });
  const lines = (await agent.call("check", { paths: ["many.py"] })).text.split("\n");
  expect(lines[0]).toContain("error mypy:return-value");
  expect(lines.slice(1, 50).every((line) => line.includes("warning ruff:F401"))).toBe(true);
  expect(lines.slice(50)).toEqual([
    "… and 11 lines more, the least severe.",
    "1 file checked: 1 error, 60 warnings, 1 file rejected.",
  ]);
});

describe("the tool fix", () => {
  test("writes nothing without `write`, and its patch can be applied", async () => {
    const { folder } = openCliStage({ "warned.py": warned });
    await using agent = await connect({ folder, env });
    const { text: told } = await agent.call("fix", { paths: ["."] });
    expect(told).toContain("1 file can be fixed; nothing was written.");
    expect(readFileSync(join(folder, "warned.py"), "utf8")).toBe(warned);
    execFileSync("git", ["apply", "-"], { cwd: folder, input: `${told}\n` });
    expect(readFileSync(join(folder, "warned.py"), "utf8")).toBe(warned.slice("import os\n".length));
  });

  test("writes with `write`, and tells what is left", async () => {
    const { folder } = openCliStage({ "both.py": `import os\n\n\n${wrong}` });
    await using agent = await connect({ folder, env });
    const { text: told } = await agent.call("fix", { paths: ["both.py"], write: true });
    expect(told).toMatch(/^Fixed both\.py: line 1: removed the unused import of `os`/);
    expect(told).toMatch(/Left after these fixes:\nboth\.py:\d+:22 error mypy:operator/);
    expect(readFileSync(join(folder, "both.py"), "utf8")).not.toContain("import os");
  });
});

describe("a path outside of the roots", () => {
  const { folder } = openCliStage({
    "project/a.py": valid,
    "outside.py": warned,
    "projects/near.py": warned,
    "project/..hidden.py": valid,
  });
  const project = join(folder, "project");
  symlinkSync(join(folder, "outside.py"), join(project, "link.py"));
  symlinkSync(folder, join(project, "up"));
  let agent: ConnectedAgent;
  beforeAll(async () => {
    agent = await connect({ folder: project, env });
    return async () => agent[Symbol.asyncDispose]();
  });

  test.for([
    "../outside.py",
    join(folder, "outside.py"),
    "../projects",
    "link.py",
    "up",
    "up/outside.py",
    "/etc",
  ])("is refused: %s", async (path) => {
    for (const [name, more] of [
      ["check", {}],
      ["fix", { write: true }],
    ] as const) {
      const { isError, text: told } = await agent.call(name, { ...more, paths: [path] });
      expect({ isError, told }).toEqual({ isError: true, told: expect.stringContaining("is outside of") });
    }
    expect(readFileSync(join(folder, "outside.py"), "utf8")).toBe(warned);
  });

  test("is not one that only begins like one", async () => {
    expect(await agent.call("check", { paths: ["..hidden.py", "./a.py"] })).toEqual({
      isError: false,
      text: "2 files checked: all valid.",
    });
  });

  test("is inside where the client's roots say so, and no longer in the working folder then", async () => {
    const roots = [join(folder, "projects"), project];
    mkdirSync(join(folder, "elsewhere"));
    await using other = await connect({ folder: join(folder, "elsewhere"), env, roots });
    expect((await other.call("check", { paths: ["near.py", join(project, "a.py")] })).text).toMatch(
      /^near\.py:1:8 warning ruff:F401 .*\n2 files checked/,
    );
    expect((await other.call("check", { paths: ["../elsewhere"] })).isError).toBe(true);
  });
});

describe("the process of assay mcp", () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
  const call = (id: number, name: string, args: object) => {
    return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
  };

  function start(folder: string, given: Record<string, string> = {}) {
    const [file, ...args] = assay;
    const server = spawn(file, [...args, "mcp"], { cwd: folder, env: { ...passedOn(), ...env, ...given } });
    return { server, ended: once(server, "exit"), errors: text(server.stderr) };
  }

  test("writes nothing but the protocol to standard output, and ends with 0 when its input does", async () => {
    const { folder } = openCliStage({ "wrong.py": wrong });
    const { server, ended, errors } = start(folder);
    server.stdin.write("not JSON\n\n");
    const messages = [initialize, { jsonrpc: "2.0", method: "notifications/initialized" }];
    for (const message of [...messages, call(2, "check", { paths: ["wrong.py"] })])
      server.stdin.write(`${JSON.stringify(message)}\n`);
    let said = "";
    for await (const chunk of server.stdout) {
      said += String(chunk);
      if (said.includes('"id":2')) server.stdin.end();
    }
    const answers = said.trimEnd().split("\n");
    expect(answers.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
    expect(await ended).toEqual([0, null]);
    expect(await errors).toBe("");
  });

  test("ends when its input does, while the engine is being loaded too", async () => {
    const { folder } = openCliStage({ "wrong.py": wrong });
    const { server, ended } = start(folder);
    server.stdin.write(
      `${JSON.stringify(initialize)}\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`,
    );
    server.stdin.write(`${JSON.stringify(call(2, "check", { paths: ["wrong.py"] }))}\n`);
    await once(server.stdout, "data");
    server.stdin.end();
    expect(await ended).toEqual([0, null]);
  });

  test("answers what needs no engine where the engine cannot start, and says so when it is needed", async () => {
    const { folder } = openCliStage({ "a.py": valid });
    await using agent = await connect({
      folder,
      env: { ...env, ASSAY_PYTHON: join(folder, "no-python", "bin", "python") },
    });
    expect((await agent.call("explain", { rule: "weak-hash" })).text).toMatch(/^# weak-hash/);
    const { isError, text: told } = await agent.call("check", { paths: ["a.py"] });
    expect({ isError, told }).toEqual({ isError: true, told: expect.stringContaining("no-python") });
  });
});

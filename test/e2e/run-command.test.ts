import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CodeLensRequest, ExecuteCommandRequest } from "vscode-languageserver-protocol";
import { beforeAll, describe, expect, test } from "vitest";
import { startLsp } from "../cli/lsp-client.ts";
import { openCliStage } from "../cli/stage.ts";
import { config, requireDocker } from "../support/sandbox.ts";
import { until } from "../support/until.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const { DOCKER_HOST } = process.env;
const env = {
  HOME: home,
  PATH: process.env.PATH,
  SANDBOX_IMAGE: config.SANDBOX_IMAGE,
  ...(DOCKER_HOST !== undefined && { DOCKER_HOST }),
};
const fizz = 'def fizz(n: int) -> str:\n    return "Fizz" if n % 3 == 0 else str(n)\n\n\nprint(fizz(3))\n';
/** Wrong at its limit, with examples that show it. */
const clamp = `def clamp(n: int, high: int) -> int:
    """Keeps a number below a limit.

    >>> clamp(5, 3)
    3
    >>> clamp(2, 3)
    2
    """
    return high if n < high else n
`;
beforeAll(requireDocker);

describe("assay run", () => {
  const stage = openCliStage(
    {
      "fizz.py": fizz,
      "clamp.py": clamp,
      "loops.py": "while True:\n    pass\n",
      "good.txt": "assert fizz(3) == 'Fizz'\nassert fizz(1) == '1'\n",
      "bad.json": JSON.stringify({ examples: ["assert fizz(1) == 'Fizz'"], timeout_s: 5 }),
      "writes.py": `import os

os.makedirs("out", exist_ok=True)
with open("out/bytes.bin", "wb") as stream:
    stream.write(bytes(range(256)))
`,
      "output.json": JSON.stringify({ expected_output: "Fizz\n" }),
    },
    home,
  );
  const run = async (...args: string[]) => stage.assay(["run", ...args], { env });

  test("prints the program's output, and exits with 0 when its examples pass", async () => {
    const { status, out } = await run("fizz.py", "--examples", "good.txt");
    expect(out).toMatch(/^Fizz\n1 file checked/);
    expect(status).toBe(0);
    expect((await run("fizz.py", "--examples", "output.json")).status).toBe(0);
  });

  test("exits with 1 when an example fails, and says which", async () => {
    const { status, out } = await run("fizz.py", "--examples", "bad.json");
    expect(out).toContain("python:example-mismatch");
    expect(out).toContain("fizz(1) == 'Fizz'");
    expect(status).toBe(1);
  });

  test("says that a program ran out of time", async () => {
    const { status, err } = await run("loops.py", "--timeout", "1");
    expect(err).toContain("It ran out of time.");
    expect(status).toBe(1);
  });

  test("saves files that the program writes, replaces one only with --force, and says what is missing", async () => {
    const first = await run("writes.py", "--output", "out/bytes.bin", "--output", "never.txt");
    expect(first.out).toContain("python:no-output");
    expect(first.err).toBe("Saved out/bytes.bin (256 bytes).\nnever.txt was not given back.\n");
    expect(first.status).toBe(0);
    const saved = join(stage.folder, "out", "bytes.bin");
    expect([...readFileSync(saved)]).toEqual([...Array(256).keys()]);
    expect(existsSync(join(stage.folder, "never.txt"))).toBe(false);
    stage.write({ "out/bytes.bin": "mine" });
    expect((await run("writes.py", "--output", "out/bytes.bin")).status).toBe(2);
    expect(readFileSync(saved, "utf8")).toBe("mine");
    expect((await run("writes.py", "--output", "out/bytes.bin", "--force")).status).toBe(0);
    expect(readFileSync(saved)).toHaveLength(256);
  });

  test("prints the whole verdict with --json, including a proven fix", async () => {
    const { status, out } = await run("clamp.py", "--json");
    const verdict = JSON.parse(out) as { fixed_code: string; runtime: { ran: boolean } };
    expect(verdict.runtime.ran).toBe(true);
    expect(verdict.fixed_code).not.toBe(clamp);
    expect(status).toBe(1);
  });
});

test("the code lens of a docstring runs its examples, and a proven fix becomes a quick fix", async () => {
  const { folder } = openCliStage({}, home);
  await using client = await startLsp(folder, env);
  const document = client.open("clamp.py", clamp);
  expect(await document.diagnostics()).toEqual([]);
  const { connection } = client;
  const [lens] = (await connection.sendRequest(CodeLensRequest.type, {
    textDocument: { uri: document.uri },
  }))!;
  const runLens = async (): Promise<unknown> =>
    connection.sendRequest(ExecuteCommandRequest.type, lens!.command!);

  await runLens();
  await until(() => client.shown.length === 1);
  expect(client.shown[0]).toMatch(/^[12] of 2 examples failed\. Line [46]: .*A fix passes every example/s);
  await until(() => client.published.at(-1)!.diagnostics.length > 0);
  const { diagnostics } = client.published.at(-1)!;
  expect(diagnostics.map(({ code }) => code)).toContain("python:example-mismatch");
  const [action] = await document.actions({ diagnostics });
  expect(action!.title).toContain("Fix so that every example holds");
  document.change({ text: document.applied(action!) });
  expect(await document.diagnostics()).toEqual([]);

  await runLens();
  await until(() => client.shown.length === 2);
  expect(client.shown[1]).toBe("2 examples passed.");
});

import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  config,
  isKubernetes,
  openTestSandbox,
  requireDocker,
  runOne,
  takeBox,
} from "../../../support/sandbox.ts";

/** What a package can bring to be run when an interpreter starts. Each leaves a mark that a fork inherits. */
const mark = (name: string): string =>
  `import builtins; builtins.marks = getattr(builtins, 'marks', []) + [${JSON.stringify(name)}]`;
const files = {
  "sitecustomize.py": mark("sitecustomize"),
  "usercustomize.py": mark("usercustomize"),
  "early.pth": `${mark("pth")}\n/early`,
  "tool.py": "ANSWER = 42",
  // A module of Python's own comes first.
  "json.py": mark("json"),
};
const image = `assay-sandbox-test:startup-${process.pid}`;

beforeAll(async () => {
  if (isKubernetes) return;
  await requireDocker();
  const write = `import json, pathlib; [pathlib.Path('/packages', name).write_text(text) for name, text in json.loads(${JSON.stringify(JSON.stringify(files))}).items()]`;
  const lines = [
    `FROM ${config.SANDBOX_IMAGE}`,
    "USER 0:0",
    `RUN ${JSON.stringify(["python3", "-I", "-S", "-c", `import os; os.makedirs('/packages', exist_ok=True); ${write}`])}`,
    "USER 65532:65532",
  ];
  execFileSync("docker", ["build", "-q", "-t", image, "-"], { input: lines.join("\n"), stdio: "pipe" });
});
afterAll(() => {
  if (!isKubernetes) execFileSync("docker", ["rmi", "-f", image], { stdio: "pipe" });
});

const source = `
import builtins, sys, tool, json
print(getattr(builtins, "marks", None), tool.ANSWER, "/early" in sys.path, sys.path[-1], json.__file__.startswith("/packages"))
print("marked" if hasattr(builtins, "marks") else "clean", callable(exit), callable(help))
sys.exit(exit("bye"))
`;

describe.skipIf(isKubernetes)("startup code of packages", () => {
  test.for(["fresh", "watched"] as const)("does not run in a box or before a program (%s)", async (mode) => {
    await using sandbox = await openTestSandbox({ image });
    await using box = await takeBox(sandbox);
    expect(await runOne(box, source, { mode })).toMatchObject({
      ran: true,
      returncode: 1,
      stdout: "None 42 False /packages False\nclean True True\n",
      stderr: "bye\n",
    });
  });

  test("does not run in the interpreters that a program starts", async () => {
    await using sandbox = await openTestSandbox({ image });
    await using box = await takeBox(sandbox);
    const started = `
import subprocess, sys
shown = "import builtins, tool; print(getattr(builtins, 'marks', None), tool.ANSWER)"
for options in ([], ["-s"], ["-I"]): subprocess.run([sys.executable, *options, "-c", shown])
`;
    expect((await runOne(box, started, { mode: "watched" })).stdout).toBe("None 42\n".repeat(3));
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WrittenFile } from "../../../../engine/execute/protocol.ts";
import type { Box, Sandbox } from "../../../../engine/workers/sandbox/sandbox.ts";
import { createDice } from "../../../support/dice.ts";
import { containersOf, openTestSandbox, requireDocker, takeBox, usualMs } from "../../../support/sandbox.ts";
import { until } from "../../../support/until.ts";

let sandbox: Sandbox;
let box: Box;
beforeAll(async () => {
  await requireDocker();
  sandbox = await openTestSandbox();
  box = await takeBox(sandbox);
});
afterAll(async () => {
  await box[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
  await until(async () => (await containersOf(process.pid)).length === 0);
});

type Asked = Readonly<{ paths: readonly string[]; maxBytes?: number; wallMs?: number }>;

/** Runs a program, and gives what came of the files that are asked back. */
async function filesOf(source: string, { paths, maxBytes = 1_000_000, wallMs = usualMs }: Asked) {
  const outputs = { paths, max_bytes: maxBytes };
  const programs = [{ id: "main", mode: "fresh", wall_ms: wallMs, outputs }];
  const asking = { deadlineMs: wallMs + 5000, signal: new AbortController().signal };
  const frames = await Array.fromAsync(box.request("R", { source, total_ms: wallMs, programs }, asking));
  return (frames[0] as unknown as { outputs: WrittenFile[] }).outputs;
}

const contentOf = (file: WrittenFile | undefined): string | undefined =>
  file && "base64" in file ? Buffer.from(file.base64, "base64").toString("latin1") : undefined;

describe("a file that is asked back", () => {
  test("is given back byte for byte, from folders below too, in the order asked", async () => {
    const source = `import os
os.makedirs("out/deep")
open("a.bin", "wb").write(bytes(range(256)))
open("out/deep/é 1.txt", "w").write("héllo")
open("empty", "w").close()
`;
    const found = await filesOf(source, { paths: ["out/deep/é 1.txt", "empty", "a.bin", "main.py"] });
    expect(found.map(({ path }) => path)).toEqual(["out/deep/é 1.txt", "empty", "a.bin", "main.py"]);
    expect(Buffer.from(contentOf(found[0])!, "latin1").toString()).toBe("héllo");
    expect(contentOf(found[1])).toBe("");
    expect(contentOf(found[2])).toBe(String.fromCharCode(...Array(256).keys()));
    expect(Buffer.from(contentOf(found[3])!, "latin1").toString()).toBe(source);
  });

  test("is there as far as it was written where the program was stopped at its time limit", async () => {
    const source = `open("early.txt", "w", buffering=1).write("early\\n")\nwhile True: pass\n`;
    const [file] = await filesOf(source, { paths: ["early.txt"], wallMs: 1500 });
    expect(contentOf(file)).toBe("early\n");
  });

  test("is nothing that an earlier program of the box has left", async () => {
    await filesOf(`open("left.txt", "w").write("x")`, { paths: ["left.txt"] });
    expect(await filesOf("pass", { paths: ["left.txt"] })).toEqual([
      { path: "left.txt", problem: "missing" },
    ]);
  });
});

/** What stands in place of `x` once the program has ended, and what is said of it. */
const hostile: Readonly<Record<string, readonly [source: string, problem: string]>> = {
  "is missing": ["pass", "missing"],
  "is a link to a file of the system": [`os.symlink("/etc/passwd", "x")`, "link"],
  "is a link to the environment of the reader": [`os.symlink("/proc/self/environ", "x")`, "link"],
  "is a link to the memory of the first process": [`os.symlink("/proc/1/mem", "x")`, "link"],
  "is a link to a file beside it": [`open("y", "w").write("y"); os.symlink("y", "x")`, "link"],
  "is a link to itself": [`os.symlink("x", "x")`, "link"],
  "is a pipe that nobody writes to": [`os.mkfifo("x")`, "special"],
  "is a socket": [`import socket; socket.socket(socket.AF_UNIX).bind("x")`, "special"],
  "is a folder": [`os.mkdir("x")`, "folder"],
  "is closed to its own reader": [`open("x", "w").write("x"); os.chmod("x", 0)`, "unreadable"],
  "is longer than fits": [`open("x", "wb").write(bytes(2_000_000))`, "too large"],
  "has a hole of many megabytes": [`open("x", "wb").truncate(15 << 20)`, "too large"],
};

describe("a path that is asked back", () => {
  test.for(Object.entries(hostile))("%s, and that is told", async ([, [source, problem]]) => {
    const found = await filesOf(`import os\n${source}\n`, { paths: ["x"] });
    expect(found).toEqual([{ path: "x", problem }]);
  });

  test.for<[string, string, string]>([
    ["a link to another folder", `os.symlink("/etc", "d")`, "link"],
    ["a link to the folder above", `open("/tmp/passwd", "w").write("x"); os.symlink("..", "d")`, "link"],
    ["the folder of a process", `os.symlink("/proc/self", "d")`, "link"],
    ["a file", `open("d", "w").write("x")`, "missing"],
    ["a pipe", `os.mkfifo("d")`, "missing"],
    ["a folder that is closed", `os.mkdir("d"); open("d/passwd", "w"); os.chmod("d", 0)`, "unreadable"],
  ])("leads through %s, and is not followed", async ([, source, problem]) => {
    const found = await filesOf(`import os\n${source}\n`, { paths: ["d/passwd"] });
    expect(found).toEqual([{ path: "d/passwd", problem }]);
  });

  test.for<[string, string]>([
    ["a link", `os.symlink("/etc", "/tmp/program")`],
    ["gone", "pass"],
    ["a pipe", `os.mkfifo("/tmp/program")`],
  ])("leads nowhere where the folder itself is %s", async ([, source]) => {
    const moved = `import os\nos.rename("/tmp/program", "/tmp/elsewhere")\n${source}\n`;
    const [file] = await filesOf(moved, { paths: ["passwd"] });
    expect(file).toMatchObject({
      path: "passwd",
      problem: expect.stringMatching(/^(?:missing|unreadable)$/),
    });
  });

  test("is read once no process is left that could still write", async () => {
    const source = `import os, sys, time
open("x", "wb").write(b"a" * 1000)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        with open("x", "ab", buffering=0) as stream:
            while True:
                stream.write(b"b" * 4096)
                stream.truncate(1000)
    os._exit(0)
time.sleep(0.2)
`;
    const [file] = await filesOf(source, { paths: ["x"] });
    expect(contentOf(file)?.length ?? 0).toBeLessThanOrEqual(1000 + 4096);
    expect(await filesOf("print(1)", { paths: ["x"] })).toEqual([{ path: "x", problem: "missing" }]);
  });
});

test("files are given back as long as they fit together, in the order asked", async () => {
  const dice = createDice(7);
  const sizes = Array.from({ length: 10 }, () => dice.below(400));
  const paths = sizes.map((_, at) => `f${at}`);
  const source = `for at, size in enumerate(${JSON.stringify(sizes)}):\n    open(f"f{at}", "wb").write(b"x" * size)\n`;
  for (const maxBytes of [0, 1, 399, 800, 1600, 4000]) {
    let left = maxBytes;
    const expected = sizes.map((size) => (size <= left ? ((left -= size), size) : "too large"));
    const found = await filesOf(source, { paths, maxBytes });
    expect(found.map((file) => ("problem" in file ? file.problem : contentOf(file)!.length))).toEqual(
      expected,
    );
  }
});

test("ten files of a megabyte together fit into the answer, beside all that a program may print", async () => {
  const source = `import sys
for at in range(10):
    open(str(at), "wb").write(bytes([255]) * 100_000)
sys.stdout.write(chr(1) * 60_000)
`;
  const found = await filesOf(source, { paths: "0123456789".split("") });
  expect(found.map((file) => contentOf(file)?.length)).toEqual(Array.from({ length: 10 }, () => 100_000));
});

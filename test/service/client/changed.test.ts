import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openStage, openWire, run, verdictWith, type Stage } from "./stage.ts";

let stage: Stage;
let wire: Awaited<ReturnType<typeof openWire>>;
beforeEach(async () => {
  stage = await openStage();
  wire = await openWire(() => ({ status: 200, body: verdictWith() }));
  await stage.write({ "kept.py": "x = 0\n", "gone.py": "x = 0\n", "edited.py": "x = 0\n" });
  await git("init", "-q", "-b", "main");
  await commit();
  await git("checkout", "-q", "-b", "work");
  return async () => {
    await wire[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  };
});

async function git(...args: string[]): Promise<void> {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  const { code, stderr } = await run(["git", "-C", stage.folder, ...who, ...args]);
  if (code !== 0) throw new Error(stderr);
}

async function commit(): Promise<void> {
  await git("add", "-A");
  await git("commit", "-qm", "work");
}

async function filesChecked(args: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await stage.check(wire.url, ["--json", ...args], {
    ASSAY_API_KEY: "asy_k",
  });
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout).files.map(({ file }: any) => file);
}

test("--changed-against checks the *.py that differ and exist, whatever their names", async () => {
  const odd = ["with space.py", 'quo"te.py', "new\nline.py", "-dash.py", "café/ünï.py", "b$(x).py"];
  await stage.write(Object.fromEntries(odd.map((name) => [name, "x = 1\n"])));
  await stage.write({ "notes.txt": "", "edited.py": "x = 2\n" });
  rmSync(join(stage.folder, "gone.py"));
  await commit();
  expect((await filesChecked(["--changed-against", "main"])).toSorted()).toEqual(
    [...odd, "edited.py"].toSorted(),
  );
});

test("files that only the other branch changed are not checked, and uncommitted ones are", async () => {
  await stage.write({ "mine.py": "x = 1\n" });
  await commit();
  await git("checkout", "-q", "main");
  await stage.write({ "theirs.py": "x = 1\n" });
  await commit();
  await git("checkout", "-q", "work");
  await stage.write({ "edited.py": "x = 3\n" });
  expect(await filesChecked(["--changed-against", "main"])).toEqual(["edited.py", "mine.py"]);
});

test("--changed-against can be limited to files and folders", async () => {
  await stage.write({ "src/a.py": "x = 1\n", "src2/b.py": "x = 1\n", "c.py": "x = 1\n" });
  await commit();
  expect(await filesChecked(["--changed-against", "main", "src", "c.py"])).toEqual(["c.py", "src/a.py"]);
});

test("without changes nothing is checked, and no service is called", async () => {
  expect(await filesChecked(["--changed-against", "main"])).toEqual([]);
  expect(wire.asked).toEqual([]);
});

test.for([
  ["--changed-against=nowhere", "git diff failed"],
  ["--changed-against=--output=stolen", "takes a branch, a tag or a commit"],
] as const)("%s exits with 2 and says why", async ([argument, reason]) => {
  const { code, stderr } = await stage.check(wire.url, [argument]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
});

test("the client reports that it runs outside a repository", async () => {
  rmSync(join(stage.folder, ".git"), { recursive: true });
  const { code, stderr } = await stage.check(wire.url, ["--changed-against", "main"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("git rev-parse failed")]);
});

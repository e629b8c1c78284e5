import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeFolder } from "../../../../engine/workers/type-checker/folder.ts";

const module = new URL("../../../../engine/workers/type-checker/folder.ts", import.meta.url).href;

test("only its owner can read the folder", async () => {
  const folder = await makeFolder();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await rm(folder, { recursive: true });
});

test("files of a killed process are removed, and those of a living one are kept", async () => {
  const script = `import { makeFolder } from ${JSON.stringify(module)}; console.log(await makeFolder()); process.kill(process.pid, "SIGKILL");`;
  const left = spawnSync(process.execPath, ["--input-type=module", "-e", script]).stdout.toString().trim();
  expect(existsSync(left)).toBe(true);
  const ours = await makeFolder();
  const another = await makeFolder();
  expect(existsSync(left)).toBe(false);
  expect(existsSync(ours)).toBe(true);
  await rm(ours, { recursive: true });
  await rm(another, { recursive: true });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createLinter } from "../../engine/lint/lint.ts";
import { defaultPython } from "../../engine/python-version.ts";
import { readConfig } from "../../service/config.ts";
import { distinctProgram } from "./distinct-programs.ts";

const warmUp = 300;
const measured = 600;
const program = fileURLToPath(new URL("./bare_tools.py", import.meta.url));
const checker = fileURLToPath(new URL("../../engine/python/", import.meta.url));

/** Milliseconds of processor time that each tool takes alone for one of the texts that `cost` sends, once it is warm. */
export async function measureBareTools(): Promise<
  Readonly<{ mypy: number; compiler: number; ruff: number }>
> {
  const texts = Array.from({ length: warmUp + measured }, (_, index) => distinctProgram(`B${index}`));
  return { ...(await measurePython(texts)), ruff: measureRuff(texts) };
}

async function measurePython(texts: readonly string[]): Promise<{ mypy: number; compiler: number }> {
  const folder = mkdtempSync(join(tmpdir(), "assay-bare-"));
  const child = spawn(readConfig({}).PYTHON, ["-I", program, folder, defaultPython, checker], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = [
    ...texts.slice(0, warmUp).map((text) => JSON.stringify(text)),
    "",
    ...texts.slice(warmUp).map((text) => JSON.stringify(text)),
  ];
  child.stdin.end(`${lines.join("\n")}\n`);
  const [said] = await Promise.all([readText(child.stdout), once(child, "exit")]);
  rmSync(folder, { recursive: true, force: true });
  return JSON.parse(said) as { mypy: number; compiler: number };
}

/** In this thread, as WebAssembly: the ruff that the service runs. */
function measureRuff(texts: readonly string[]): number {
  const linter = createLinter();
  for (const text of texts.slice(0, warmUp)) linter.check(text);
  const before = process.threadCpuUsage();
  for (const text of texts.slice(warmUp)) linter.check(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / measured;
}

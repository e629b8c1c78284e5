import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** What a program shows of itself: its output, its exit code, and the last line of an exception nobody caught. */
export type Outcome = Readonly<{ output: string; code: number; error: string }>;
export type Sources = Readonly<Record<string, string>>;

const python = fileURLToPath(new URL("../../../.tools/python/bin/python", import.meta.url));
const inPython = fileURLToPath(new URL("./run-all.py", import.meta.url));
const inNode = fileURLToPath(new URL("./run-all.mjs", import.meta.url));

/** Runs Python programs one after the other in one process. */
export function runPython(programs: Sources): Promise<Record<string, Outcome>> {
  return runAll(python, ["-s", "-P", "-W", "ignore", inPython], programs, "py");
}

/** Runs translated programs, each in a thread of its own. */
export function runNode(programs: Sources, extension: "mjs" | "ts"): Promise<Record<string, Outcome>> {
  return runAll(process.execPath, [inNode], programs, extension);
}

async function runAll(
  command: string,
  args: readonly string[],
  programs: Sources,
  extension: string,
): Promise<Record<string, Outcome>> {
  const folder = mkdtempSync(join(tmpdir(), "assay-transpile-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const files = Object.entries(programs).map(([name, source]) => {
    const file = join(folder, `${name}.${extension}`);
    writeFileSync(file, source);
    return [name, file];
  });
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], PYTHONHASHSEED: "0", PYTHONIOENCODING: "utf-8" },
  });
  child.stdin.end(JSON.stringify(files));
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, Outcome>;
}

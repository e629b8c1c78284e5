import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../../service/config.ts";

/** What a program printed, what it ended with, and its exit status; null where it had to be stopped. */
export type Outcome = Readonly<{ out: string; raised: string | null; status: number | null }>;

const runner = fileURLToPath(new URL("./run.py", import.meta.url));

/** Runs programs of our own with the Python that set-up installs. */
export async function runPrograms(programs: readonly string[]): Promise<Outcome[]> {
  const child = spawn(readConfig({}).PYTHON, ["-I", runner], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(programs));
  return JSON.parse(await text(child.stdout)) as Outcome[];
}

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { config } from "./sandbox.ts";

/** Runs a program in the sandbox's CPython 3.13: a question on its standard input, the answer on its output. */
export async function askSandboxPython<Answer>(program: string, question: unknown): Promise<Answer> {
  const image = ["--entrypoint", "python3", config.SANDBOX_IMAGE, "-I", "-W", "ignore", "-c", program];
  const child = spawn("docker", ["run", "--rm", "-i", "--network", "none", "--read-only", ...image], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(question));
  return JSON.parse(await text(child.stdout)) as Answer;
}

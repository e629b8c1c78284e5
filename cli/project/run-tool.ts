import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { CannotAsk } from "../judge.ts";

type How = Readonly<{ cwd: string; signal: AbortSignal; input?: string | undefined }>;

/** Runs a tool of the project to its end. One that fails says why in its last words. */
export async function runTool(
  [file = "", ...args]: readonly string[],
  { cwd, signal, input }: How,
): Promise<Readonly<{ stdout: string; stderr: string }>> {
  const child = spawn(file, args, {
    cwd,
    signal,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  child.stdin?.on("error", () => undefined); // it may end before it has read all
  child.stdin?.end(input);
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)]).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw new CannotAsk(`${file} cannot be run: ${error instanceof Error ? error.message : String(error)}`);
    },
  );
  if (status === 0) return { stdout, stderr };
  signal.throwIfAborted();
  throw new CannotAsk(`${file} failed: ${stderr.trim() || stdout.trim() || `exit status ${status}`}`);
}

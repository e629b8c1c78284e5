import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

type Work = Readonly<{ store: string; account: string; deposits: number }>;

const script = fileURLToPath(new URL("./crediting-process.ts", import.meta.url));

export function startCrediting({
  store,
  account,
  deposits,
}: Work): ChildProcessByStdio<null, Readable, null> {
  const args = [script, store, account, String(deposits)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** The answers to this many processes that do the same work at once. */
export async function creditByProcesses(processes: number, work: Work): Promise<string[]> {
  const crediting = Array.from({ length: processes }, async () => {
    const child = startCrediting(work);
    const exited = once(child, "exit");
    const lines = await Array.fromAsync(createInterface({ input: child.stdout }));
    const [code] = await exited;
    if (code !== 0) throw new Error(`A crediting process ended with ${code}.`);
    return lines;
  });
  return (await Promise.all(crediting)).flat();
}

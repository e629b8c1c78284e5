import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { openTestIpfs } from "./ipfs-node.ts";
import { nodeArguments, passedOn } from "./processes.ts";

/** An IPFS node in a process of its own, which can be paused: it then accepts connections and never answers. */
export type IpfsProcess = Readonly<{
  apiUrl: string;
  /** Publishes content as a requester does; its digest goes on chain. */
  put(content: string): Promise<Hex>;
  freeze(): void;
  thaw(): void;
}> &
  AsyncDisposable;

const program = fileURLToPath(new URL("./ipfs-serving.ts", import.meta.url));

/** With a folder, its content survives into the next process on it. */
export async function startIpfsProcess(folder?: string): Promise<IpfsProcess> {
  await using starting = new AsyncDisposableStack();
  const child = spawn(
    process.execPath,
    [...nodeArguments, program, ...(folder === undefined ? [] : [folder])],
    {
      env: passedOn(),
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  starting.defer(async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  });
  const [apiUrl] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const requester = starting.use(await openTestIpfs({ apiUrl }));
  const started = starting.move();
  return {
    apiUrl,
    put: async (content) => {
      const bytes = new TextEncoder().encode(content);
      return (await requester.publishFile(bytes, AbortSignal.timeout(30_000))).digest;
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    [Symbol.asyncDispose]: async () => started.disposeAsync(),
  };
}

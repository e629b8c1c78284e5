import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { FacilitatorChain } from "./facilitator-server.ts";
import { nodeArguments, passedOn } from "./processes.ts";

/** A facilitator in a process of its own, which a test may kill. */
export type FacilitatorProcess = Readonly<{ url: string; kill(signal: NodeJS.Signals): void }> &
  AsyncDisposable;

const program = fileURLToPath(new URL("./facilitator-serving.ts", import.meta.url));

export async function startFacilitatorProcess({
  url,
  chainId,
  payments: { facilitator },
}: FacilitatorChain): Promise<FacilitatorProcess> {
  const { privateKey } = facilitator;
  const chain: FacilitatorChain = { url, chainId, payments: { facilitator: { privateKey } } };
  const child = spawn(process.execPath, [...nodeArguments, program, JSON.stringify(chain)], {
    env: passedOn(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [address] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    url: address,
    kill: (signal) => void child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

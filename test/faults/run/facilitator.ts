import type { FacilitatorChain } from "../../support/facilitator-server.ts";
import { startFacilitatorProcess, type FacilitatorProcess } from "../../support/facilitator-process.ts";

/** The facilitator: killed and started again, it continues as before, because its state is on chain. */
export type Facilitator = Readonly<{
  url(): string;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}> &
  AsyncDisposable;

export async function openFacilitator(chain: FacilitatorChain): Promise<Facilitator> {
  let running: FacilitatorProcess = await startFacilitatorProcess(chain);
  return {
    url: () => running.url,
    signal: (signal) => running.kill(signal),
    kill: async () => running[Symbol.asyncDispose](),
    start: async () => {
      running = await startFacilitatorProcess(chain);
    },
    [Symbol.asyncDispose]: async () => running[Symbol.asyncDispose](),
  };
}

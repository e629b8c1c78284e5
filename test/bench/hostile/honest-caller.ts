import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endWithBench } from "../end-with-bench.ts";
import { beforeOthers } from "../helper-priority.ts";
import type { Target } from "./attack.ts";
import type { HonestReport } from "./honest.ts";
import type { HonestOrder, HonestTold } from "./honest-process.ts";

const file = fileURLToPath(new URL("./honest-process.ts", import.meta.url));

export type HonestCaller = Readonly<{
  /** Asks so many times, one call after another; with a promise, at least so many and until it is settled. */
  work(minCalls: number, until?: Promise<unknown>): Promise<HonestReport>;
}> &
  AsyncDisposable;

/** An honest caller that times the service, and not how long it waits for a processor itself. */
export async function startHonestCaller(target: Target): Promise<HonestCaller> {
  const [command, ...words] = [...beforeOthers, process.execPath, file];
  const child = spawn(command!, words, {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  endWithBench(child);
  const answer = async (order: HonestOrder): Promise<HonestTold> => {
    const told = once(child, "message");
    child.send(order);
    return (await told)[0] as HonestTold;
  };
  await answer({ target });
  return {
    work: async (minCalls, until) => {
      const report = answer({ minCalls, isTold: until !== undefined });
      void until?.finally(() => child.send("stop" satisfies HonestOrder));
      return (await report) as HonestReport;
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

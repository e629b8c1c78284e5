import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endWithBench } from "../end-with-bench.ts";
import { behindOthers } from "../helper-priority.ts";
import type { AttackOrder, AttackReport } from "./attackers-process.ts";

const file = fileURLToPath(new URL("./attackers-process.ts", import.meta.url));

export type Attackers = Readonly<{
  /** Makes the attacks of the next part and tells what came of all so far. */
  attack(): Promise<AttackReport>;
  /** Makes the attacks of the last part once more. */
  attackAgain(): Promise<AttackReport>;
}> &
  AsyncDisposable;

/** Attackers in a process of their own: making what is sent must not hold up the one that times the honest caller. */
export async function startAttackers(orders: Exclude<AttackOrder, string>): Promise<Attackers> {
  const [command, ...words] = [...behindOthers, process.execPath, file];
  const child = spawn(command!, words, {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  endWithBench(child);
  const ended = once(child, "exit");
  const answer = async (order: AttackOrder): Promise<AttackReport> => {
    const told = once(child, "message");
    child.send(order);
    const [report] = await Promise.race([told, ended.then(failed)]);
    return report as AttackReport;
  };
  await answer(orders);
  return {
    attack: async () => answer("go on"),
    attackAgain: async () => answer("again"),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function failed([code]: unknown[]): never {
  throw new Error(`The attackers ended with ${String(code)}.`);
}

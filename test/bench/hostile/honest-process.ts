import { goFirst } from "../../../platform/threads/go-first.ts";
import type { Target } from "./attack.ts";
import { honestCaller, type HonestReport } from "./honest.ts";

/** What the process of the honest caller is told: whom to ask first, then to work, then to stop. */
export type HonestOrder =
  | Readonly<{ target: Target }>
  | Readonly<{ minCalls: number; isTold: boolean }>
  | "stop";
export type HonestTold = HonestReport | "ready";

let caller: ReturnType<typeof honestCaller>;
let isOver = false;

async function follow(order: HonestOrder): Promise<HonestTold | undefined> {
  if (order === "stop") return void (isOver = true);
  if ("target" in order) {
    caller = honestCaller(order.target);
    await caller.learn();
    return "ready";
  }
  isOver = !order.isTold;
  return caller.work(order.minCalls, () => isOver);
}

goFirst();
process.on("message", (order: HonestOrder) => {
  void follow(order).then((told) => told && process.send!(told));
});

import { followBranch } from "./frame.ts";
import type { Machine, StatementEnd } from "./machine.ts";

/** One of several ways: what happens in it may not happen at all, or may happen often. */
export function unsurely(machine: Machine, follow: () => StatementEnd): ReturnType<typeof followBranch> {
  machine.uncertain += 1;
  try {
    return followBranch(machine.frame, () => follow() !== "left");
  } finally {
    machine.uncertain -= 1;
  }
}

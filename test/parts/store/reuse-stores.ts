import { afterAll } from "vitest";
import type { Store } from "../../../parts/store/store.ts";
import type { Open } from "./builders.ts";

/**
 * Opening a store takes longer than most tests of it: one that a test has closed serves the next test. Only openings
 * without a name or a clock of their own are of one store; all others are opened and closed for real.
 */
export function reuseStores(open: Open): Open {
  const idle: Store[] = [];
  afterAll(async () => {
    for (const store of idle) await store[Symbol.asyncDispose]();
  });
  return async (apart, clock) => {
    if (apart !== undefined || clock !== undefined) return open(apart, clock);
    const store = idle.pop() ?? (await open());
    let isInUse = true;
    const dispose = async (): Promise<void> => {
      if (isInUse) idle.push(store);
      isInUse = false;
    };
    return { ...store, [Symbol.asyncDispose]: dispose };
  };
}

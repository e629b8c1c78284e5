import type { Clock } from "../../platform/clock.ts";

/** How far the chain was read, for the health check. */
export type ReadingProgress = Readonly<{
  readTo(block: bigint): void;
  /** Another replica holds the lease and reads the chain. */
  readByAnother(): void;
  last(): Readonly<{ by: "another replica" } | { by: "nobody" } | { by: "us"; block: bigint; atMs: number }>;
}>;

export function createProgress(clock: Pick<Clock, "now">): ReadingProgress {
  let last: ReturnType<ReadingProgress["last"]> = { by: "nobody" };
  return {
    readTo: (block) => void (last = { by: "us", block, atMs: clock.now() }),
    readByAnother: () => void (last = { by: "another replica" }),
    last: () => last,
  };
}

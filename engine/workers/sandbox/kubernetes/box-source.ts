import type { Leftover, Mark } from "../driver.ts";

/** How boxes come about in a cluster: as Pods of our own, or claimed from a warm pool. */
export type BoxSource = Readonly<{
  /** Rejects unless they can be asked for at once. */
  ping(): Promise<void>;
  create(name: string, mark: Mark): Promise<void>;
  /** The address of its Pod; undefined until that runs. Rejects when it never will. */
  find(name: string): Promise<string | undefined>;
  /** What the harness lets its caller in for. */
  keyOf(name: string): string;
  /** Begins the removal; answers whether nothing is left to remove. */
  remove(name: string): Promise<boolean>;
  list(): Promise<Leftover[]>;
}>;

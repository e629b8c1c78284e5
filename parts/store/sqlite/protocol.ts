import type { CommandName } from "../store.ts";

/** What the thread is asked: a numbered command, or to close when everything before is answered. */
export type Ask = Readonly<{
  n: number;
  name: CommandName;
  args: readonly unknown[];
  /** The reading of the clock that the store was opened with; without one the time is the machine's. */
  nowMs?: number | undefined;
}>;
export type StoreMessage = Ask | "close";

/** `unavailable` when the file is at fault; otherwise an error is a defect of ours. */
export type StoreReply =
  | Readonly<{ n: number; value: unknown }>
  | Readonly<{ n: number; error: unknown; unavailable: boolean }>;

import type { LimitName } from "./table.ts";

/** What is too much is not counted. */
export type Counted =
  /** `undo` takes it back, unless the time it was counted in is over. */
  | Readonly<{ isTooMuch: false; undo: () => void }>
  /** Then counting begins again. */
  | Readonly<{ isTooMuch: true; endsInMs: number }>;

/** Counts so many points under a limit and a name. */
export type Counter = (limit: LimitName, name: string, points: number) => Promise<Counted>;

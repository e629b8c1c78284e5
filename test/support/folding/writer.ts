import type { Dice } from "../dice.ts";

export type Kind = "str" | "bytes";

/** Writes random expressions of Python; their values are computed elsewhere. */
export type Writer = Readonly<{
  dice: Dice;
  text(kind?: Kind): string;
  str(): string;
  bytes(): string;
  int(): string;
  /** Small, or of a size that Python refuses. */
  times(): string;
  bool(): string;
  list(): string;
  strList(): string;
  dict(): string;
  encoding(): string;
  any(): string;
  /** One of these ways to write it. */
  either(...ways: readonly (() => string)[]): string;
}>;

/**
 * A Python value that is known in full. Bytes are held one a character. The interpreters have values of their own
 * beside these, of which less is known; where they have a kind in common, they are these.
 */
export type Concrete =
  | Readonly<{ kind: "none" }>
  | Readonly<{ kind: "bool"; value: boolean }>
  | Readonly<{ kind: "int"; value: bigint }>
  | Readonly<{ kind: "float"; value: number }>
  | ConcreteText
  | Readonly<{ kind: "tuple" | "list"; items: readonly Concrete[] }>;

export type ConcreteText = Readonly<{ kind: "str" | "bytes"; value: string }>;

/** Python raises instead of answering. */
export type Raises = Readonly<{ kind: "raises"; exception: ExceptionName }>;
type ExceptionName = "TypeError" | "ValueError" | "ZeroDivisionError" | "OverflowError" | "IndexError";

/** What Python answers, or the exception it raises; undefined where that is too large or not worked out here. */
export type Outcome = Concrete | Raises | undefined;

/** An int is a bigint and a float a number: True counts as 1. */
export type Numeric = bigint | number;

export const raises = (exception: ExceptionName): Raises => ({ kind: "raises", exception });

/** Larger results are not worked out: nobody needs them, and they take time. */
export const maxBits = 4096n;
export const maxTextLength = 100_000;

function isNumeric(
  value: Readonly<{ kind: string }>,
): value is Extract<Concrete, { kind: "int" | "float" | "bool" }> {
  return value.kind === "int" || value.kind === "float" || value.kind === "bool";
}

export function isText(value: Readonly<{ kind: string }>): value is ConcreteText {
  return value.kind === "str" || value.kind === "bytes";
}

/** A number as Python calculates with it. */
export function numberOf(value: Readonly<{ kind: string }>): Numeric | undefined {
  if (!isNumeric(value)) return undefined;
  return value.kind === "bool" ? BigInt(value.value) : value.value;
}

export function integerOf(value: Readonly<{ kind: string }>): bigint | undefined {
  const number = numberOf(value);
  return typeof number === "bigint" ? number : undefined;
}

export function ofNumber(number: Numeric): Concrete {
  return typeof number === "bigint" ? { kind: "int", value: number } : { kind: "float", value: number };
}

/** The value of an outcome that is one. */
export function valueOf(outcome: Outcome): Concrete | undefined {
  return outcome?.kind === "raises" ? undefined : outcome;
}

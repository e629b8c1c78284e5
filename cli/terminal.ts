import type { Readable, Writable } from "node:stream";

/** All that a command sees of the process it runs in. */
export type Terminal = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Standard output: the result. */
  out(text: string): void;
  /** Standard error: progress, notes and problems. */
  err(text: string): void;
  isOutTerminal: boolean;
  isErrTerminal: boolean;
  /** Standard input to its end. */
  readInput(): Promise<Buffer>;
  /** A line typed without being shown; from a pipe, its first line. */
  askSecret(question: string): Promise<string>;
  /** A line typed by the person at the terminal, undefined once there is no more; unset: nobody is there. */
  ask?: ((question: string) => Promise<string | undefined>) | undefined;
  /** Standard input and output as they are, for a protocol that uses both. */
  streams(): Readonly<{ input: Readable; output: Writable }>;
  /** Aborted when the user interrupts. */
  signal: AbortSignal;
}>;

const escape = "\u001b[";
const codes = { red: 31, yellow: 33, cyan: 36, green: 32, bold: 1, dim: 2 } as const;
export type Paint = (style: keyof typeof codes, text: string) => string;

/** Colours where a person reads; see no-color.org. */
export function paintFor({ env, isOutTerminal }: Pick<Terminal, "env" | "isOutTerminal">): Paint {
  const isPlain = !isOutTerminal || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return (style, text) => (isPlain ? text : `${escape}${codes[style]}m${text}${escape}0m`);
}

/** What files and services say must not steer the terminal it is shown on. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`,
  );
}

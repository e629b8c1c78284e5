import { str } from "./repr.ts";
import { TypeError } from "./errors.ts";
import { typeName } from "./kinds.ts";

/** What this program uses of Node; in a browser there is no `process`. */
export type JavaScriptHost = {
  process?: {
    exitCode: number;
    stdout: { write: (text: string) => void };
    stderr: { write: (text: string) => void };
  };
};

/** Writes to the standard output. */
export function write(text: string): void {
  (globalThis as unknown as JavaScriptHost).process!.stdout.write(text);
}

/** Python's `print`. */
export function print(values: readonly unknown[], sep?: unknown, end?: unknown, flush?: unknown): void {
  void flush;
  write(values.map((value) => str(value)).join(printOption("sep", sep, " ")) + printOption("end", end, "\n"));
}

export function printOption(name: string, value: unknown, usual: string): string {
  if (value === undefined || value === null) return usual;
  if (typeof value === "string") return value;
  throw new TypeError(`${name} must be None or a string, not ${typeName(value)}`);
}

import type { Log } from "../../platform/log.ts";

type Line = Readonly<{ level: keyof Log; words: string; fields: Readonly<Record<string, unknown>> }>;

/** A log that can be read back. */
export function rememberingLog(): Log & Readonly<{ lines: readonly Line[] }> {
  const lines: Line[] = [];
  const write =
    (level: keyof Log) =>
    (words: string, fields: Line["fields"] = {}): void =>
      void lines.push({ level, words, fields });
  return { lines, debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

import { destination, pino, type Level } from "pino";

type Fields = Readonly<Record<string, unknown>>;

/** One line an event: constant words plus fields. Never a key, never submitted code; fingerprints only. */
export type Log = Readonly<
  Record<"debug" | "info" | "warn" | "error", (words: string, fields?: Fields) => void>
>;

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const satisfies (Level | "silent")[];
export type LogLevel = (typeof logLevels)[number];

/** JSON lines on standard error, so that standard output stays for what a command was asked to print. */
export function openLog(level: LogLevel): Log {
  const lines = pino(
    { level, base: null, messageKey: "event", timestamp: pino.stdTimeFunctions.isoTime },
    destination({ fd: 2, sync: true }),
  );
  const write =
    (of: "debug" | "info" | "warn" | "error") =>
    (words: string, fields: Fields = {}): void => {
      lines[of](fields, words);
    };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

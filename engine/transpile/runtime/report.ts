import { type BaseException, SystemExit, toPython } from "./errors.ts";
import { exceptionLine, str } from "./repr.ts";
import type { JavaScriptHost } from "./write.ts";

/** Runs the program; an exception that nobody catches ends it as it does in Python. */
export function run(program: () => void): void {
  try {
    program();
  } catch (thrown) {
    const error = toPython(thrown);
    const { process } = globalThis as unknown as JavaScriptHost;
    if (process === undefined) throw error;
    process.exitCode = exitCode(error);
    const message = error instanceof SystemExit ? exitMessage(error) : exceptionLine(error);
    if (message !== "") process.stderr.write(`${message}\n`);
  }
}

export function exitCode(error: BaseException): number {
  const [code = null] = error.args.items;
  if (!(error instanceof SystemExit)) return 1;
  return code === null ? 0 : typeof code === "bigint" ? Number(code & 255n) : 1;
}

/** `SystemExit("text")` leaves with that text. */
export function exitMessage(error: SystemExit): string {
  const [code = null] = error.args.items;
  return code === null || typeof code === "bigint" ? "" : str(code);
}

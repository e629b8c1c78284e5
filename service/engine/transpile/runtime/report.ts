import { BaseException, SystemExit, toPython } from "./errors.ts";
import { exceptionLine } from "./repr.ts";

/** An exception that nobody catches ends the program as it does in Python. */
export function reportErrors(): void {
  const { process } = globalThis as any;
  process?.on?.("uncaughtException", (thrown: any) => {
    const error = pythonError(thrown);
    process.exitCode = error instanceof SystemExit ? exitCode(error) : 1;
    if (error instanceof SystemExit) return;
    process.stderr.write(`${error instanceof BaseException ? exceptionLine(error) : thrown?.stack}\n`);
  });
}

export function exitCode(error: SystemExit): number {
  const [code = null] = error.args.items;
  return code === null ? 0 : typeof code === "bigint" ? Number(code & 255n) : 1;
}

/** What Python calls the error; anything else as it is. */
export function pythonError(thrown: any): any {
  try {
    return toPython(thrown);
  } catch {
    return thrown;
  }
}

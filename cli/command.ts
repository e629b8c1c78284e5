import { parseArgs, type ParseArgsConfig } from "node:util";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** One subcommand. */
export type Command = Readonly<{
  /** What `--help` prints. */
  usage: string;
  /** Gives the exit status. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}>;

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Options and positional arguments; a mistake is told with where to read on. */
export function readArguments<Known extends Options>(name: string, args: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.replaceAll("\n", " ")}\nSee \`assay ${name} --help\`.`);
  }
}

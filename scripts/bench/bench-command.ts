import type { ParseArgsOptionsConfig } from "node:util";
import { UsageError } from "../../cli/usage-error.ts";
import { readArguments } from "../command.ts";

/** A bench with options of its own. */
export type BenchCommand = Readonly<{
  /** What may follow `npm run bench --`, in a line or more. */
  usage: string;
  help: string;
  /** Measures and prints; the exit status. Throws a UsageError where the words say something else. */
  run(words: readonly string[]): Promise<number>;
}>;

export function benchCommand<const Options extends ParseArgsOptionsConfig>(
  command: Readonly<{
    usage: string;
    help: string;
    options: Options;
    maxWords?: number;
    run(
      values: ReturnType<typeof readArguments<Options>>["values"],
      words: readonly string[],
    ): Promise<number>;
  }>,
): BenchCommand {
  const { usage, help, run } = command;
  return {
    usage,
    help,
    run: async (words) => {
      const { values, positionals } = readArguments(words, command);
      return run(values, positionals);
    },
  };
}

/** The number that was given for an option. */
export function countOf(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const count = Number(text);
  if (!(count > 0)) throw new UsageError(`'${text}' is not a number above 0`);
  return count;
}

export function reportPrograms(done: number): void {
  console.error(`${done} programs …`);
}

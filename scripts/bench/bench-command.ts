import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { UsageError } from "../../cli/usage-error.ts";

/** A bench with options of its own. */
export type BenchCommand = Readonly<{
  /** What may follow `npm run bench --`, in a line or more. */
  usage: string;
  help: string;
  /** Measures and prints; the exit status. Throws a UsageError where the words say something else. */
  run(words: readonly string[]): Promise<number>;
}>;

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

export function benchCommand<const Options extends ParseArgsOptionsConfig>(
  command: Readonly<{
    usage: string;
    help: string;
    options: Options;
    /** How many words may stand beside the options; none where it is not said. */
    maxWords?: number;
    run(values: Parsed<Options>["values"], words: readonly string[]): Promise<number>;
  }>,
): BenchCommand {
  const { usage, help, options, maxWords = 0, run } = command;
  return {
    usage,
    help,
    run: async (words) => {
      const { values, positionals } = parse(words, options);
      if (positionals.length > maxWords)
        throw new UsageError(`Unexpected argument '${positionals[maxWords]}'`);
      return run(values, positionals);
    },
  };
}

function parse<const Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
): Parsed<Options> {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
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

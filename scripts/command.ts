import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { UsageError } from "../cli/usage-error.ts";

/** What a command is given beside its arguments. It answers with the code to end with. */
export type Surroundings = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  say: (text: string) => void;
  complain: (text: string) => void;
}>;

type Command = (args: readonly string[], around: Surroundings) => Promise<number>;

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

type Arguments<Options extends ParseArgsOptionsConfig> = Readonly<{
  options: Options;
  /** How many words may stand beside the options; none where it is not said. */
  maxWords?: number;
}>;

/** The options and the words; throws a UsageError for anything that is not among them. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { options, maxWords = 0 }: Arguments<Options>,
): Parsed<Options> {
  let parsed: Parsed<Options>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { positionals } = parsed;
  if (positionals.length > maxWords) throw new UsageError(`Unexpected argument '${positionals[maxWords]}'`);
  return parsed;
}

/** A script with `--help`, which ends with 2 where it is used wrongly, and says how it is used then. */
export function withUsage(usage: string, command: Command): Command {
  return async (args, around) => {
    if (args.includes("--help") || args.includes("-h")) {
      around.say(usage);
      return 0;
    }
    try {
      return await command(args, around);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      around.complain(`${error.message}\n\n${usage}`);
      return 2;
    }
  };
}

export function createCommand<const Options extends ParseArgsOptionsConfig>(
  command: Arguments<Options> &
    Readonly<{
      usage: string;
      run(values: Parsed<Options>["values"], words: readonly string[], around: Surroundings): Promise<number>;
    }>,
): Command {
  return withUsage(command.usage, async (args, around) => {
    const { values, positionals } = readArguments(args, command);
    return command.run(values, positionals, around);
  });
}

/** Runs a command as this process. */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await command(process.argv.slice(2), {
    env: process.env,
    say: (text) => console.log(text),
    complain: (text) => console.error(text),
  });
}

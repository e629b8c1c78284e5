import { SlowStart } from "../engine/start-within.ts";
import { commands } from "./commands/index.ts";
import { exitStatus } from "./exit-status.ts";
import { readVersion } from "./release.ts";
import type { Terminal } from "./terminal.ts";
import { CannotAsk } from "./judge.ts";
import { UsageError } from "./usage-error.ts";

const names = Object.keys(commands);
const usage = `assay <command> [options]

Checks Python and proves its fixes. The engine runs in this process: no service, no key.

Commands:
${names.map((name) => `  ${name.padEnd(9)} ${commands[name]!.summary}`).join("\n")}

  assay <command> --help   what a command takes
  assay --version          the version

Examples:
  assay check .
  assay check --changed --format sarif > assay.sarif
  assay fix src --write

Exit status: 0 all valid, 1 something rejected, 2 used wrongly or something could not be checked.
`;

/** The whole command; gives the exit status. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(args, terminal);
  } catch (error) {
    if (terminal.signal.aborted) return exitStatus.interrupted;
    if (![UsageError, SlowStart, CannotAsk].some((kind) => error instanceof kind)) throw error;
    const { message } = error as Error;
    terminal.err(`assay: ${message}\n`);
    return exitStatus.unfinished;
  }
}

async function runCommand([name = "", ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === "--version" || name === "-V") {
    terminal.out(`assay ${readVersion()}\n`);
    return exitStatus.valid;
  }
  if (["", "--help", "-h", "help"].includes(name)) {
    (name === "" ? terminal.err : terminal.out)(usage);
    return name === "" ? exitStatus.unfinished : exitStatus.valid;
  }
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!listed)
    throw new UsageError(`There is no command ${name}. Use ${names.join(", ")}; see assay --help.`);
  const command = await listed.load();
  if (asksForHelp(args)) {
    terminal.out(command.usage);
    return exitStatus.valid;
  }
  return command.run(args, terminal);
}

/** Wherever it stands, unless it is the name of a file. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === "--help" || arg === "-h");
}

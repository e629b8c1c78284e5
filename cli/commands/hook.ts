import { readArguments, type Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const options = { help: { type: "boolean", short: "h" }, changed: { type: "boolean" } } as const;

export const hook: Command = {
  usage: `assay hook [--changed] < event.json

For the hooks of coding agents: reads the event from standard input and checks the Python files that it says were edited.

  --changed   check all that changed since the last commit, and new files: for hooks at the end of a turn.
              An agent that goes on since it was told so is not told again

Exit status: 0 and silence where nothing rejects, 2 with the findings on standard error where something does,
1 where it could not be checked. See docs/agents.md for the settings of each agent.
`,

  run: async (args, terminal) => {
    const { values, positionals } = readArguments("hook", args, options);
    if (positionals.length > 0) throw new UsageError("assay hook takes no files: the event names them.");
    const { checkEdited, readEvent, toFailure } = await import("../agents/hook/check-edited.ts");
    const isAboutChanges = values.changed === true;
    const { status, out, err } = await (async () => {
      try {
        return await checkEdited(terminal, readEvent(await terminal.readInput()), { isAboutChanges });
      } catch (error) {
        terminal.signal.throwIfAborted();
        return toFailure(error instanceof Error ? error.message : String(error));
      }
    })();
    terminal.out(out);
    terminal.err(err);
    return status;
  },
};

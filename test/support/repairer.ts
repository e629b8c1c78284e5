import { inspect } from "../../service/engine/inspect.ts";
import { createLinter } from "../../service/engine/lint.ts";
import { proposeRewrites, type Choice } from "../../service/engine/repair/propose.ts";
import { repair, type Repaired } from "../../service/engine/repair/rounds.ts";
import { checkStatically, type StaticFindings } from "../../service/engine/static-check.ts";
import { openTestTypes } from "./engine.ts";

/** The repair of mode repair, with every checker, in this thread. */
export type Repairer = Readonly<{
  check(text: string): Promise<StaticFindings>;
  /** With a choice, only the repairs it names. */
  repair(text: string, choice?: Choice, rounds?: number): Promise<Repaired>;
}> &
  AsyncDisposable;

export async function openRepairer(): Promise<Repairer> {
  const types = await openTestTypes();
  const linter = createLinter();
  const workers = {
    inspect: async (text: string) => ({ ruff: linter.version, ...inspect(linter, text) }),
  };
  const { signal } = new AbortController();
  const check = async (text: string) => checkStatically({ workers, types }, text, signal);
  return {
    check,
    repair: async (text, choice, rounds = 3) =>
      repair(
        {
          judge: check,
          propose: async (proposing) => proposeRewrites(linter, proposing, choice),
          hasTime: () => true,
        },
        { text, findings: await check(text) },
        rounds,
      ),
    [Symbol.asyncDispose]: async () => types[Symbol.asyncDispose](),
  };
}

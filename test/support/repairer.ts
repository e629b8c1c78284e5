import { inspect } from "../../engine/tasks/inspect.ts";
import type { Told } from "../../engine/tasks/pieces.ts";
import { createLinter, type Linter } from "../../engine/lint/lint.ts";
import { proposeRewrites, type Choice } from "../../engine/repair/propose.ts";
import { repair, type Repaired, type RepairTools } from "../../engine/repair/rounds.ts";
import type { StaticFindings } from "../../engine/findings/static-findings.ts";
import { checkStatically, type StaticTools } from "../../engine/static-check.ts";
import { joinFindings } from "../../engine/tasks/join-findings.ts";
import { loansAmong } from "../../engine/tasks/loans.ts";
import { openLog } from "../../platform/log.ts";
import { createMetrics } from "../../parts/observe/metrics.ts";
import { createTroubles } from "../../platform/troubles.ts";
import type { Types } from "../../engine/workers/type-checker/types.ts";
import { borrowTestEngine, openTestTypes } from "./engine.ts";

/** The repair of mode repair, with every checker, in this thread. */
export type Repairing = Readonly<{
  linter: Linter;
  check(text: string): Promise<StaticFindings>;
  /** With a choice, only the repairs it names. */
  repair(text: string, choice?: Choice, rounds?: number): Promise<Repaired>;
}>;

export type Repairer = Repairing & AsyncDisposable;

export async function openRepairer(): Promise<Repairer> {
  const types = await openTestTypes();
  return { ...repairingWith(types), [Symbol.asyncDispose]: async () => types[Symbol.asyncDispose]() };
}

/** With the type checker that all test files of this worker share; no test closes it. */
export async function borrowRepairer(): Promise<Repairing> {
  const { types } = await borrowTestEngine();
  return repairingWith(types);
}

function repairingWith(types: Types): Repairing {
  const linter = createLinter();
  const workers: StaticTools["workers"] = {
    inspect: async ({ text }) => ({ ruff: linter.version, ...inspect(linter, text, { tell: keepRuff }) }),
    link: async (files) => loansAmong(files),
    join: async (looks) => joinFindings(looks),
  };
  const troubles = createTroubles({ log: openLog("silent"), metrics: createMetrics() });
  const { signal } = new AbortController();
  const check = async (text: string) => checkStatically({ workers, types, troubles }, text, signal);
  return repairing(linter, check);
}

/** A ruff that has thrown is broken for this whole process, and for every later test file. */
function keepRuff({ tool, failures: [failure] }: Told): void {
  if (tool === "ruff" && failure)
    throw new Error(`ruff failed (${failure.reason}): judge this text in a thread`);
}

/** The same repair, without checking a text twice. */
export function remembering({ linter, check: judge }: Repairing): Repairing {
  const known = new Map<string, Promise<StaticFindings>>();
  return repairing(linter, async (text) => {
    const answer = known.get(text) ?? judge(text);
    known.set(text, answer);
    return answer;
  });
}

function repairing(linter: Linter, check: Repairing["check"]): Repairing {
  return {
    linter,
    check,
    repair: async (text, choice, rounds = 3) => {
      const propose: RepairTools["propose"] = async (proposing) => proposeRewrites(linter, proposing, choice);
      return repair({ judge: check, propose }, { text, findings: await check(text) }, rounds);
    },
  };
}

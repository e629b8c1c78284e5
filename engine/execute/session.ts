import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { BoxFailure, type Box } from "../workers/sandbox/sandbox.ts";
import type { Clock } from "../../platform/clock.ts";
import type { BoxKind } from "../workers/sandbox/driver.ts";
import type { Op } from "../workers/sandbox/frames.ts";
import {
  ExaminedFrame,
  JudgeFrame,
  PlanFrame,
  ResultFrame,
  ScreenDoneFrame,
  ScreenedFrame,
  type BoxFiles,
  type Claim,
  type Examination,
  type Examined,
  type ProgramToRun,
  type PythonSplice,
  type Result,
  type ScreenPlan,
  type ScreenStep,
} from "./protocol.ts";

/** One call's conversation with its box, within the time the caller gave for running code. */
export type BoxSession = Readonly<{
  kind: BoxKind;
  python: string;
  /** What the program may import beside the standard library, as `name==version`. */
  packages: readonly string[];
  /** Whether its caller can ask for more of them. */
  canAskForMore: boolean;
  /** The time the caller gave for running code, and what is left of it. */
  budgetMs: number;
  leftMs(): number;
  /** What comes of each example of a text when it is run against the program. */
  examine(examination: Examination, project?: BoxFiles): Promise<Examined>;
  /** What a screen can ask: of the caller's examples; without them of those in the code. */
  plan(code: string, examples: string | null): Promise<ScreenPlan>;
  run(source: string, programs: readonly ProgramToRun[], project?: BoxFiles): Promise<Result[]>;
  /** What each candidate answers to the steps. Stops early when the purse is empty or the time is up. */
  screen(source: string, task: ScreenTask, project?: BoxFiles): Promise<ScreenAnswers>;
  /** Which answers of each candidate are what was wanted, in the order of the plan. */
  judge(plan: ScreenPlan, claims: readonly (readonly Claim[])[]): Promise<boolean[][]>;
}>;

export type ScreenTask = Readonly<{
  candidates: readonly (readonly PythonSplice[])[];
  steps: readonly ScreenStep[];
  /** Lines of Python that one of them may run, and all of them together with the price of each. */
  lineBudget: number;
  purse: number;
  /** By the clock, and of the processor. */
  totalMs: number;
  cpuMs: number;
}>;

export type ScreenAnswers = Readonly<{
  /** `null` for a candidate that gave no answer, and for those that were not tried. */
  outcomes: readonly (readonly Claim[] | null)[];
  tried: number;
  /** What they took of the purse and of the processor. */
  spent: Readonly<{ lines: number; cpuMs: number }>;
}>;

/** Reading examples and judging them takes this long at the most on a busy machine; it is our time, not the caller's. */
const ownTimeMs = 20_000;
/** A run is given this much even when everything before it has used up the budget. */
export const minRunMs = 1000;
/** What the harness may take beyond a program's time to end it and report, on a machine that is busy with others. */
const graceMs = 5000;

export function openSession(
  box: Box,
  {
    clock,
    budgetMs,
    canAskForMore = false,
    signal,
  }: { clock: Clock; budgetMs: number; canAskForMore?: boolean; signal: AbortSignal },
): BoxSession {
  let spentMs = 0;
  const leftMs = (): number => Math.max(0, budgetMs - spentMs);

  async function* ask(op: Op, body: object, deadlineMs: number): AsyncGenerator<unknown> {
    yield* box.request(op, body, { deadlineMs, signal });
  }

  /** Runs on the caller's time. */
  async function onBudget<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const startedAt = clock.monotonic();
    try {
      return await work();
    } finally {
      spentMs += clock.monotonic() - startedAt;
    }
  }

  return {
    kind: box.kind,
    python: box.python,
    packages: box.packages,
    canAskForMore,
    budgetMs,
    leftMs,
    examine: async ({ examples, code, trace = false, ...program }, project) =>
      onBudget(async () => {
        const nonce = randomUUID();
        const body = { program: { ...program, project, nonce, trace }, text: { examples, code, trace } };
        const examined = await only(ExaminedFrame, ask("E", body, program.wall_ms + graceMs + ownTimeMs));
        // Only a process that was started after the program had ended can know this value.
        if (examined.nonce !== nonce || !examined.examples.every(({ index }, place) => index === place))
          throw new BoxFailure("protocol");
        return examined;
      }),
    plan: async (code, examples) => only(PlanFrame, ask("P", { code, examples }, ownTimeMs)),
    run: async (source, programs, project) =>
      onBudget(async () => {
        const totalMs = Math.round(Math.max(minRunMs, leftMs()));
        const results: Result[] = [];
        const body = { source, project, total_ms: totalMs, programs };
        for await (const frame of ask("R", body, totalMs + graceMs)) {
          if (!isDone(frame)) results.push(read(ResultFrame, frame));
        }
        if (results.length !== programs.length) throw new BoxFailure("protocol");
        return results;
      }),
    screen: async (source, { candidates, steps, lineBudget, purse, totalMs, cpuMs }, project) =>
      onBudget(async () => {
        const outcomes: (Claim[] | null)[] = Array.from(candidates, () => null);
        const limits = {
          line_budget: lineBudget,
          purse,
          total_ms: Math.round(totalMs),
          cpu_ms: Math.round(cpuMs),
        };
        const body = { source, project, candidates, steps, ...limits };
        let tried = 0;
        let spent = { lines: 0, cpuMs: 0 };
        for await (const frame of ask("C", body, totalMs + graceMs)) {
          if (isDone(frame)) {
            const done = read(ScreenDoneFrame, frame);
            tried = Math.min(done.tried, candidates.length);
            spent = { lines: done.spent, cpuMs: done.cpu_ms };
            continue;
          }
          const screened = read(ScreenedFrame, frame);
          screened.outcomes.forEach((claims, at) => {
            if (screened.from + at < outcomes.length) outcomes[screened.from + at] = claims;
          });
        }
        return { outcomes, tried, spent };
      }),
    judge: async ({ judgement, steps }, claims) => {
      const nonce = randomUUID();
      const { held, ...judged } = await only(
        JudgeFrame,
        ask("J", { nonce, judgement, programs: claims }, ownTimeMs),
      );
      if (judged.nonce !== nonce || held.length !== claims.length) throw new BoxFailure("protocol");
      if (held.some(({ length }) => length !== callsIn(steps).length)) throw new BoxFailure("protocol");
      return held;
    },
  };
}

/** The same conversation about a program that has files beside it. */
export function besideFiles(session: BoxSession, project: BoxFiles | undefined): BoxSession {
  if (project === undefined) return session;
  return {
    ...session,
    examine: async (examination) => session.examine(examination, project),
    run: async (source, programs) => session.run(source, programs, project),
    screen: async (source, task) => session.screen(source, task, project),
  };
}

/** Those of the steps that are answered. */
export function callsIn(steps: readonly ScreenStep[]): string[] {
  return steps.filter((step) => typeof step === "string");
}

function isDone(frame: unknown): boolean {
  return (frame as { type?: unknown }).type === "done";
}

async function only<Frame extends z.ZodType>(
  shape: Frame,
  frames: AsyncIterable<unknown>,
): Promise<z.infer<Frame>> {
  let found: z.infer<Frame> | undefined;
  for await (const frame of frames) found = read(shape, frame);
  if (found === undefined) throw new BoxFailure("protocol");
  return found;
}

function read<Frame extends z.ZodType>(shape: Frame, frame: unknown): z.infer<Frame> {
  const parsed = shape.safeParse(frame);
  if (!parsed.success) throw new BoxFailure("protocol", { cause: parsed.error });
  return parsed.data;
}

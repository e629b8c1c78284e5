import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { BoxFailure, type Box } from "../workers/sandbox/sandbox.ts";
import type { Clock } from "../../platform/clock.ts";
import type { BoxKind } from "../workers/sandbox/driver.ts";
import type { Op } from "../workers/sandbox/frames.ts";
import {
  JudgeFrame,
  PlanFrame,
  ResultFrame,
  ScreenedFrame,
  type BoxFiles,
  type Claim,
  type JudgedExample,
  type AuthorExamples,
  type ProgramToRun,
  type PythonSplice,
  type Result,
  type ExampleStep,
} from "./protocol.ts";

/** One call's conversation with its box, within the time the caller gave for running code. */
export type BoxSession = Readonly<{
  kind: BoxKind;
  python: string;
  /** What the program may import beside the standard library, as `name==version`. */
  packages: readonly string[];
  /** The time the caller gave for running code, and what is left of it. */
  budgetMs: number;
  leftMs(): number;
  /** The caller's examples for a code; without them those in the code. */
  plan(code: string, examples: string | null): Promise<AuthorExamples>;
  run(source: string, programs: readonly ProgramToRun[], project?: BoxFiles): Promise<Result[]>;
  /** What each candidate answers to the steps; `null` where it gave none. Stops early when the time is up. */
  screen(source: string, task: ScreenTask, project?: BoxFiles): Promise<(Claim[] | null)[]>;
  /** What the claims of each program come to: a verdict on every example of the part, in their order. */
  judge(part: AuthorExamples, claims: readonly (readonly Claim[])[]): Promise<JudgedExample[][]>;
}>;

export type ScreenTask = Readonly<{
  candidates: readonly (readonly PythonSplice[])[];
  steps: readonly ExampleStep[];
  lineBudget: number;
  totalMs: number;
}>;

/** Reading examples and judging them takes this long at the most; it is our time, not the caller's. */
const ownTimeMs = 6000;
/** A run is given this much even when everything before it has used up the budget. */
export const minRunMs = 1000;
/** What the harness may take beyond a program's time to end it and report. */
const graceMs = 1500;

export function openSession(
  box: Box,
  { clock, budgetMs, signal }: { clock: Clock; budgetMs: number; signal: AbortSignal },
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
    budgetMs,
    leftMs,
    plan: async (code, examples) => {
      const planned = await only(PlanFrame, ask("P", { code, examples }, ownTimeMs));
      return { ...planned, author: examples === null ? "code" : "caller" };
    },
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
    screen: async (source, { candidates, steps, lineBudget, totalMs }, project) =>
      onBudget(async () => {
        const outcomes: (Claim[] | null)[] = Array.from(candidates, () => null);
        const limits = { line_budget: lineBudget, total_ms: Math.round(totalMs) };
        const body = { source, project, candidates, steps, ...limits };
        for await (const frame of ask("C", body, totalMs + graceMs)) {
          if (isDone(frame)) continue;
          const screened = read(ScreenedFrame, frame);
          screened.outcomes.forEach((claims, at) => {
            if (screened.from + at < outcomes.length) outcomes[screened.from + at] = claims;
          });
        }
        return outcomes;
      }),
    judge: async ({ author, examples, judgement }, claims) => {
      const nonce = randomUUID();
      const programs = claims.map((made, at) => ({ id: String(at), claims: made }));
      // What the code's author wrote runs in a judge of its own, which is over before the caller's is asked.
      const op = author === "code" ? "O" : "J";
      const judged = await only(JudgeFrame, ask(op, { nonce, judgement, programs }, ownTimeMs));
      // Only a judge that was started after every program had ended can know this value.
      if (judged.nonce !== nonce || !isAbout(judged.programs, programs.length, examples.length)) {
        throw new BoxFailure("protocol");
      }
      return judged.programs.map((program) => program.examples);
    },
  };
}

/** The same conversation about a program that has files beside it. */
export function besideFiles(session: BoxSession, project: BoxFiles | undefined): BoxSession {
  if (project === undefined) return session;
  return {
    ...session,
    run: async (source, programs) => session.run(source, programs, project),
    screen: async (source, task) => session.screen(source, task, project),
  };
}

/** Whether every program that was judged has one verdict on each of its part's examples, and nothing else has any. */
function isAbout(
  judged: z.infer<typeof JudgeFrame>["programs"],
  programs: number,
  examples: number,
): boolean {
  return (
    judged.length === programs &&
    judged.every(
      (program, at) =>
        program.id === String(at) &&
        program.examples.length === examples &&
        program.examples.every(({ index }, place) => index === place),
    )
  );
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

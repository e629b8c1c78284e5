import { z } from "zod";

/** What the programs inside a box are told and answer. Frames come from beside submitted code: all are checked. */

const Example = z.object({
  index: z.int(),
  /** In the code; none for the caller's. */
  line: z.int().nullable(),
  text: z.string(),
  expected: z.string().nullable(),
  kind: z.enum(["value", "assertion", "raises", "output", "runs", "test", "unreadable"]),
  /** Why it cannot run, whatever the program does. */
  problem: z.string().nullable(),
  held: z.boolean(),
  got: z.string().nullable(),
  /** Why the program could have decided it itself. */
  weak: z.string().nullable(),
});
/** What the judge says of one example. */
export type Example = z.infer<typeof Example>;

/** What a screen asks of candidates, and what must hold of their answers. That goes to the judge only, as it came. */
export const PlanFrame = z.object({
  type: z.literal("plan"),
  /** Calls to be answered, and statements that are run before them. */
  steps: z.array(z.union([z.string(), z.object({ exec: z.string() })])),
  judgement: z.record(z.string(), z.unknown()),
});
export type ScreenPlan = Pick<z.infer<typeof PlanFrame>, "steps" | "judgement">;
export type ScreenStep = ScreenPlan["steps"][number];

/** What one evaluation came to, as the program claims it. */
const Claim = z.array(z.unknown());
export type Claim = z.infer<typeof Claim>;

const Facts = z.object({
  lines: z.record(z.string(), z.array(z.int())),
  types: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  /** The files of the program that each example has run something of, in the order it came to them. */
  files: z.record(z.string(), z.array(z.string())),
  /** Lines at which something was raised, caught or not. */
  raised: z.array(z.int()),
});

const TestOutcome = z.object({
  test: z.string(),
  outcome: z.enum(["passed", "failed", "skipped"]),
  file: z.string(),
  line: z.int().nullable(),
  message: z.string(),
});
export type TestOutcome = z.infer<typeof TestOutcome>;

/** What came of the tests, as the program's process says it. */
const TestRun = z.object({
  is_installed: z.boolean(),
  is_finished: z.boolean(),
  outcomes: z.array(TestOutcome),
});
export type TestRun = z.infer<typeof TestRun>;

/** A file that was asked back, or why there is none. */
const WrittenFile = z.union([
  z.object({ path: z.string(), base64: z.string() }),
  z.object({
    path: z.string(),
    problem: z.enum(["missing", "folder", "link", "special", "unreadable", "too large"]),
  }),
]);
export type WrittenFile = z.infer<typeof WrittenFile>;

export const ResultFrame = z.object({
  type: z.literal("result"),
  id: z.string(),
  ran: z.boolean(),
  returncode: z.int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  stdout_truncated: z.boolean(),
  stderr_truncated: z.boolean(),
  output_limit: z.boolean(),
  duration_ms: z.int(),
  timed_out: z.boolean(),
  max_rss_kb: z.int(),
  cpu_ms: z.int(),
  tests: TestRun.optional(),
  /** In the order in which they were asked for. */
  outputs: z.array(WrittenFile).optional(),
  /** Of a watched run: lines of the main file that ran, and lines at which something was raised. */
  seen: z.object({ lines: z.array(z.int()), raised: z.array(z.int()) }).optional(),
});
export type Result = z.infer<typeof ResultFrame>;

export const ScreenedFrame = z.object({
  type: z.literal("screened"),
  from: z.int().min(0),
  /** `null` for a candidate that gave no answer. */
  outcomes: z.array(z.array(Claim).nullable()),
});

export const ScreenDoneFrame = z.object({
  type: z.literal("done"),
  tried: z.int().min(0),
  /** In lines of Python. */
  spent: z.int().min(0),
  cpu_ms: z.int().min(0),
});

export const JudgeFrame = z.object({
  type: z.literal("judge"),
  nonce: z.string(),
  /** For each candidate whether each of the answers is what was wanted. */
  held: z.array(z.array(z.boolean())),
});

export const ExaminedFrame = z.object({
  type: z.literal("examined"),
  nonce: z.string(),
  examples: z.array(Example),
  /** Whether the judge came to its end; else what it did not get to has failed. */
  is_whole: z.boolean(),
  timed_out: z.boolean(),
  cpu_ms: z.int(),
  facts: Facts.optional(),
});
export type Examined = z.infer<typeof ExaminedFrame>;

/** An edit in code points, as Python counts. */
export type PythonSplice = readonly [start: number, end: number, text: string];

export type ProgramToRun = Readonly<{
  id: string;
  mode: "fresh" | "watched" | "tests";
  splices?: readonly PythonSplice[];
  wall_ms: number;
  stdout_cap?: number;
  /** Files below its folder that are read once it has ended. */
  outputs?: Readonly<{ paths: readonly string[]; max_bytes: number }> | undefined;
}>;

/** One text of examples, and the program it is about. */
export type Examination = Readonly<{
  /** What is run, edited. */
  source: string;
  splices?: readonly PythonSplice[];
  /** The caller's examples; without them those in the code. */
  examples: string | null;
  /** The text with the examples of its author: the source before it was edited. */
  code: string;
  /** By the clock, and of the processor for judge and program together. */
  wall_ms: number;
  cpu_ms?: number;
  /** Whether the program tells which lines each example has run. */
  trace?: boolean;
  /** A new interpreter whose hashes, and so the order of its sets, are another's. */
  seed?: number;
}>;

/** The files beside a source, and where the program is among them. */
export type BoxFiles = Readonly<{
  /** The file that is run. */
  main: string;
  /** The folder that imports begin at; "" for the top. */
  base: string;
  /** Other sources by path: all but the one that a request brings. */
  files: Readonly<Record<string, string>>;
  /** The path of that one, where it is another than the main one. */
  edited?: string | undefined;
}>;

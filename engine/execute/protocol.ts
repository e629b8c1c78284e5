import { z } from "zod";

/** What the programs inside a box are told and answer. Frames come from beside submitted code: all are checked. */

const Example = z.object({
  index: z.int(),
  line: z.int().nullable(),
  text: z.string(),
  expected: z.string().nullable(),
  kind: z.enum(["value", "assertion", "raises", "output", "runs", "unreadable"]),
  problem: z.string().nullable(),
  weak: z.boolean(),
});
export type Example = z.infer<typeof Example>;

const Step = z.union([
  z.object({ exec: z.string(), example: z.int().nullable() }),
  z.object({ claim: z.int(), source: z.string(), example: z.int() }),
]);
export type ExampleStep = z.infer<typeof Step>;

export const PlanFrame = z.object({
  type: z.literal("plan"),
  examples: z.array(Example),
  steps: z.array(Step),
  /** What must hold. It goes back to the judge as it came, and to no program. */
  judgement: z.record(z.string(), z.unknown()),
});

/** The examples one author wrote. `index` counts from 0 in each part. */
export type AuthorExamples = Pick<z.infer<typeof PlanFrame>, "examples" | "steps" | "judgement"> &
  Readonly<{ author: "code" | "caller" }>;

/** What one evaluation came to, as the program claims it. */
const Claim = z.array(z.unknown());
export type Claim = z.infer<typeof Claim>;

const Facts = z.object({
  lines: z.record(z.string(), z.array(z.int())),
  types: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  /** The files of the program that each example has run something of, in the order it came to them. */
  files: z.record(z.string(), z.array(z.string())),
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
  claims: z.array(Claim).optional(),
  facts: Facts.optional(),
  tests: TestRun.optional(),
});
export type Result = z.infer<typeof ResultFrame>;

export const ScreenedFrame = z.object({
  type: z.literal("screened"),
  from: z.int().min(0),
  /** `null` for a candidate that gave no answer. */
  outcomes: z.array(z.array(Claim).nullable()),
});

export const JudgeFrame = z.object({
  type: z.literal("judge"),
  nonce: z.string(),
  programs: z.array(
    z.object({
      id: z.string(),
      examples: z.array(z.object({ index: z.int(), held: z.boolean(), got: z.string().nullable() })),
    }),
  ),
});
export type JudgedExample = z.infer<typeof JudgeFrame>["programs"][number]["examples"][number];

/** An edit in code points, as Python counts. */
export type PythonSplice = readonly [start: number, end: number, text: string];

export type ProgramToRun = Readonly<{
  id: string;
  mode: "fresh" | "fork" | "tests";
  splices?: readonly PythonSplice[];
  wall_ms: number;
  stdout_cap?: number;
  steps?: readonly ExampleStep[];
  trace?: boolean;
  /** With steps: a new interpreter whose hashes, and so the order of its sets, are another's. */
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

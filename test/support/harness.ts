import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export type Frame = Readonly<{ type: string } & Record<string, unknown>>;
export type Claim = readonly unknown[];
export type Step = Readonly<{ exec?: string; claim?: number; source?: string; example: number | null }>;
export type Example = Readonly<{
  index: number;
  line: number | null;
  text: string;
  expected: string | null;
  kind: string;
  problem: string | null;
  weak: boolean;
}>;
export type Plan = Readonly<{ examples: Example[]; steps: Step[]; judgement: unknown }>;
export type Result = Readonly<{
  id: string;
  ran: boolean;
  returncode: number | null;
  stdout: string;
  stderr: string;
  stdout_truncated: boolean;
  stderr_truncated: boolean;
  output_limit: boolean;
  duration_ms: number;
  timed_out: boolean;
  max_rss_kb: number;
  cpu_ms: number;
  claims?: Claim[];
  facts?: { lines: Record<string, number[]>; types: Record<string, Record<string, string[]>> };
}>;
export type Judged = Readonly<{ index: number; held: boolean; got: string | null }>;
/** Of the examples in the code and then of the caller's; `plan` and `result` are those of the caller's if there are any. */
export type Checked = Readonly<{
  plan: Plan;
  result: Result;
  judged: Judged[];
  held: boolean[];
  examples: Example[];
  callers: boolean[];
}>;

const python = fileURLToPath(new URL("../../.tools/python/bin/python", import.meta.url));
const script = fileURLToPath(new URL("../../engine/python/sandbox/harness.py", import.meta.url));

/** The sandbox's harness as a plain process on this machine, spoken to in its own frames. */
export type Harness = Readonly<{
  ready: Frame;
  /** Sends one request and gives every frame of its answer but `accepted`. */
  request(op: string, body: unknown): Promise<Frame[]>;
  /** Sends bytes as they are. */
  write(bytes: Uint8Array): void;
  /** Closes the channel and gives the exit code. */
  close(): Promise<number | null>;
  run(source: string, program?: object): Promise<Result>;
  /** Plans, runs and judges one program. */
  check(code: string, examples?: string, program?: object): Promise<Checked>;
  plan(code: string, examples?: string): Promise<Plan>;
  judge(plan: Plan, claims: readonly (readonly Claim[])[], op?: "J" | "O"): Promise<Judged[][]>;
}> &
  AsyncDisposable;

export async function startHarness(launcher: readonly string[] = [script]): Promise<Harness> {
  const child = spawn(python, ["-s", "-P", "-u", ...launcher], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], PYTHONHASHSEED: "0" },
  });
  const frames = readFrames(child.stdout);
  const next = async (): Promise<Frame> => {
    const { done, value } = await frames.next();
    if (done === true) throw new Error("The harness has closed its channel.");
    return value;
  };
  const ready = await next();

  async function request(op: string, body: unknown): Promise<Frame[]> {
    child.stdin.write(encodeRequest(op, body));
    const accepted = await next();
    if (accepted.type !== "accepted") throw new Error(`The first frame is ${accepted.type}.`);
    const answer: Frame[] = [];
    do answer.push(await next());
    while (!["plan", "done", "judge", "error"].includes(answer.at(-1)?.type ?? ""));
    return answer;
  }

  async function run(source: string, program: object = {}): Promise<Result> {
    const programs = [{ id: "only", mode: "fork", wall_ms: 30_000, ...program }];
    const [first] = await request("R", { source, total_ms: 60_000, programs });
    if (first?.type !== "result") throw new Error(JSON.stringify(first));
    return first as unknown as Result;
  }

  async function plan(code: string, examples?: string): Promise<Plan> {
    const [first] = await request("P", { code, examples: examples ?? null });
    if (first?.type !== "plan") throw new Error(JSON.stringify(first));
    return first as unknown as Plan;
  }

  async function judge(
    planned: Plan,
    claims: readonly (readonly Claim[])[],
    op: "J" | "O" = "J",
  ): Promise<Judged[][]> {
    const programs = claims.map((each, index) => ({ id: `p${index}`, claims: each }));
    const [first] = await request(op, { nonce: "n", judgement: planned.judgement, programs });
    if (first?.type !== "judge") throw new Error(JSON.stringify(first));
    return (first["programs"] as { examples: Judged[] }[]).map((program) => program.examples);
  }

  async function checkPart(code: string, examples: string | undefined, program: object) {
    const planned = await plan(code, examples);
    const result = await run(code, { steps: planned.steps, ...program });
    const [judged = []] = await judge(planned, [result.claims ?? []], examples === undefined ? "O" : "J");
    const held = judged.map((each) => each.held);
    return { plan: planned, result, judged, held, examples: planned.examples };
  }

  async function close(): Promise<number | null> {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  }

  return {
    ready,
    request,
    write: (bytes) => void child.stdin.write(bytes),
    close,
    run,
    plan,
    judge,
    async check(code, examples, program = {}) {
      const own = await checkPart(code, undefined, program);
      if (examples === undefined) return { ...own, callers: [] };
      const callers = await checkPart(code, examples, program);
      return {
        ...callers,
        callers: callers.held,
        judged: [...own.judged, ...callers.judged],
        held: [...own.held, ...callers.held],
        examples: [...own.examples, ...callers.examples],
      };
    },
    async [Symbol.asyncDispose]() {
      await close();
    },
  };
}

export function encodeRequest(op: string, body: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(body));
  const head = Buffer.from(`ASY1${op}....`);
  head.writeUInt32BE(text.length, 5);
  return Buffer.concat([head, text]);
}

async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, undefined> {
  let held = Buffer.alloc(0);
  for await (const part of stream) {
    held = Buffer.concat([held, part]);
    while (held.length >= 4 && held.length >= 4 + held.readUInt32BE(0)) {
      const end = 4 + held.readUInt32BE(0);
      yield JSON.parse(held.toString("ascii", 4, end)) as Frame;
      held = held.subarray(end);
    }
  }
  return undefined;
}

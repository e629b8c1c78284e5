import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export type Frame = Readonly<{ type: string } & Record<string, unknown>>;
export type Claim = readonly unknown[];
export type Plan = Readonly<{ steps: (string | { exec: string })[]; judgement: unknown }>;
export type Facts = Readonly<{
  lines: Record<string, number[]>;
  types: Record<string, Record<string, string[]>>;
  files: Record<string, string[]>;
}>;
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
}>;
/** The judge's result for one example. */
export type Examined = Readonly<{
  index: number;
  line: number | null;
  text: string;
  expected: string | null;
  kind: string;
  problem: string | null;
  held: boolean;
  got: string | null;
  /** Why the program could have decided it; undefined if it could not. */
  weak: string | null;
}>;
/** Of the examples in the code and then of the caller's. */
export type Checked = Readonly<{
  judged: Examined[];
  held: boolean[];
  callers: boolean[];
  weak: boolean[];
  isWhole: boolean;
  timedOut: boolean;
  facts: Facts | undefined;
}>;

type Report = Readonly<{ examples: Examined[]; is_whole: boolean; timed_out: boolean; facts?: Facts }>;

const python = fileURLToPath(new URL("../../.tools/python/bin/python", import.meta.url));
const script = fileURLToPath(new URL("../../engine/python/sandbox/harness.py", import.meta.url));

/** The sandbox's harness as a plain process on this machine, with its own frames. */
export type Harness = Readonly<{
  ready: Frame;
  /** Sends one request and returns every frame of its answer but `accepted`. */
  request(op: string, body: unknown): Promise<Frame[]>;
  /** Sends raw bytes. */
  write(bytes: Uint8Array): void;
  /** Closes the channel and returns the exit code. */
  close(): Promise<number | null>;
  run(source: string, program?: object): Promise<Result>;
  /** Judges one program: by the examples in it, and by the caller's. */
  check(code: string, examples?: string, program?: object): Promise<Checked>;
  /** The calls of a screen. */
  plan(code: string, examples?: string): Promise<Plan>;
  /** Which answers of each candidate are the expected ones. */
  judge(plan: Plan, claims: readonly (readonly Claim[])[]): Promise<boolean[][]>;
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
    while (!["plan", "done", "judge", "examined", "error"].includes(answer.at(-1)?.type ?? ""));
    return answer;
  }

  async function run(source: string, program: object = {}): Promise<Result> {
    const programs = [{ id: "only", mode: "watched", wall_ms: 30_000, ...program }];
    const [first] = await request("R", { source, total_ms: 60_000, programs });
    if (first?.type !== "result") throw new Error(JSON.stringify(first));
    return first as unknown as Result;
  }

  async function plan(code: string, examples?: string): Promise<Plan> {
    const [first] = await request("P", { code, examples: examples ?? null });
    if (first?.type !== "plan") throw new Error(JSON.stringify(first));
    return first as unknown as Plan;
  }

  async function judge(planned: Plan, claims: readonly (readonly Claim[])[]): Promise<boolean[][]> {
    const [first] = await request("J", { nonce: "n", judgement: planned.judgement, programs: claims });
    if (first?.type !== "judge") throw new Error(JSON.stringify(first));
    return first["held"] as boolean[][];
  }

  async function examine(code: string, examples: string | null, program: object) {
    const head = { source: code, wall_ms: 20_000, nonce: "n", ...program };
    const trace = "trace" in program;
    const [first] = await request("E", { program: head, text: { code, examples, trace } });
    if (first?.type !== "examined") throw new Error(JSON.stringify(first));
    return first as unknown as Report;
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
      const own = code.includes(">>>") ? (await examine(code, null, program)).examples : [];
      const callers = examples === undefined ? undefined : await examine(code, examples, program);
      const judged = [...own, ...(callers?.examples ?? [])];
      return {
        judged,
        held: judged.map(({ held }) => held),
        callers: (callers?.examples ?? []).map(({ held }) => held),
        weak: judged.map(({ weak }) => weak !== null),
        isWhole: callers?.is_whole ?? true,
        timedOut: callers?.timed_out ?? false,
        facts: callers?.facts,
      };
    },
    async [Symbol.asyncDispose]() {
      await close();
    },
  };
}

export function encodeRequest(op: string, body: unknown): Buffer {
  if (isInParts(body)) return encodeParts(op, body.program, body.text);
  const text = Buffer.from(JSON.stringify(body));
  const head = Buffer.from(`ASY1${op}....`);
  head.writeUInt32BE(text.length, 5);
  return Buffer.concat([head, text]);
}

function isInParts(body: unknown): body is { program: unknown; text: unknown } {
  return typeof body === "object" && body !== null && "program" in body && "text" in body;
}

/** A request of which the first process reads only the first part. */
function encodeParts(op: string, first: unknown, rest: unknown): Buffer {
  const [head, text] = [Buffer.from(JSON.stringify(first)), Buffer.from(JSON.stringify(rest))];
  const start = Buffer.from(`ASY1${op}........`);
  start.writeUInt32BE(4 + head.length + text.length, 5);
  start.writeUInt32BE(head.length, 9);
  return Buffer.concat([start, head, text]);
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

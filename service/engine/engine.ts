import type { Clock } from "../parts/clock.ts";
import type { Threads } from "../parts/threads.ts";
import type { Types } from "../parts/types/types.ts";
import type { Inspection } from "./inspect.ts";
import type { Job, Mode } from "./job.ts";
import { checkTypes } from "./check-types.ts";
import { mergeDiagnostics } from "./merge-diagnostics.ts";
import { neutraliseCookie } from "./policy/coding-cookie.ts";
import { scoreOf } from "./score.ts";
import { maySilence, type Unsilenced } from "./suppressions.ts";
import type { Verdict } from "./verdict.ts";

/** Judges Python. Knows no protocols, money or chains. */
export type Engine = Readonly<{
  /** The modes this engine has at all. */
  modes: readonly Mode[];
  /** Whether a job of this mode could be worked on right now. */
  isReady(mode: Mode): boolean;
  /** Rejects only when the signal is aborted: a tool that fails is told in the verdict. */
  judge(job: Job, signal: AbortSignal): Promise<Judgement>;
}>;

/** A verdict, and whether every tool had its say; an incomplete one must not be remembered. */
export type Judgement = Readonly<{ verdict: Verdict; isComplete: boolean }>;

/** Threads that run `inspect-worker.ts`. */
export type Inspectors = Threads<string, Inspection & { ruff: string }>;

type Tools = Readonly<{
  inspectors: Inspectors;
  types: Types;
  clock: Clock;
  service: { name: string; version: string };
}>;

/** Resolves when the tools are warm. */
export async function createEngine({ inspectors, types, clock, service }: Tools): Promise<Engine> {
  const { ruff } = await inspectors.run("pass\n", AbortSignal.timeout(60_000));
  const engine = { ruff, mypy: types.versions.mypy, python: types.versions.python };

  async function judge(job: Job, signal: AbortSignal): Promise<Judgement> {
    const startedAt = clock.monotonic();
    const source = neutraliseCookie(job.code);
    const { inspection, typing } = await look(source.text, signal);
    signal.throwIfAborted();
    const diagnostics = mergeDiagnostics(inspection, typing);
    const security = [...(source.finding ? [source.finding] : []), ...(inspection?.security ?? [])];
    const verdict: Verdict = {
      valid: ![...diagnostics, ...security].some(({ severity }) => severity === "error"),
      score: scoreOf(diagnostics, security),
      diagnostics,
      security,
      fixes: [],
      fixed_code: null,
      transpiled: null,
      runtime: {
        ran: false,
        returncode: null,
        stdout: "",
        stderr: "",
        duration_ms: null,
        timed_out: false,
        sandbox: null,
      },
      meta: {
        service: service.name,
        version: service.version,
        api: "v1",
        engine,
        ai: null,
        mode: job.mode,
        duration_ms: Math.round(clock.monotonic() - startedAt),
        request_id: null,
      },
    };
    return { verdict, isComplete: !diagnostics.some(({ rule }) => rule.endsWith(":incomplete")) };
  }

  /** Both tools at once, unless comments must first be kept from silencing the second. */
  async function look(text: string, signal: AbortSignal) {
    const inspecting = inspectors.run(text, signal).catch(() => undefined);
    const asWritten: Unsilenced = { text, typeSuppressions: [] };
    if (!maySilence(text)) {
      const [inspection, typing] = await Promise.all([inspecting, checkTypes(types, asWritten, signal)]);
      return { inspection, typing };
    }
    const inspection = await inspecting;
    return { inspection, typing: await checkTypes(types, inspection?.unsilenced ?? asWritten, signal) };
  }

  return { modes: ["static"], isReady: () => types.isUp(), judge };
}

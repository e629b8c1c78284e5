import type { Judgement, Standing } from "../../engine/engine.ts";
import type { Job, Mode } from "../../engine/job.ts";
import type { Report } from "../../engine/progress.ts";
import { PackageRefusal } from "../../engine/package-refusal.ts";
import { EngineUnavailable } from "../../engine/unavailable.ts";
import { stage } from "../../platform/tracing/stages.ts";
import { Fault } from "../../parts/faults.ts";
import type { LimitParts, Parts, ProcessParts, WorkParts } from "../parts.ts";
import type { Limits } from "../../parts/limits/limits.ts";
import type { Turn } from "../queue/fair-queue.ts";

/** Refuses what this deployment does not serve, or cannot right now; asked before any charge. */
export function requireServed(parts: Pick<Parts, "engine" | "config">, job: Job): void {
  requireMode(parts, job.mode);
  requirePython(parts, job);
}

/** As above, where only the mode is known. */
export function requireMode({ engine, config }: Pick<Parts, "engine" | "config">, mode: Mode): void {
  const served = engine.modes.filter((one) => config.MODES.includes(one));
  if (!served.includes(mode)) {
    const message = `This deployment does not serve mode ${mode}. It serves ${served.join(", ")}.`;
    throw new Fault("unsupported_mode", { message });
  }
  if (engine.isReady(mode)) return;
  const message = "Code cannot be run right now. Nothing was charged.";
  throw new Fault("engine_unavailable", { ...(mode === "execute" && { message }), retryAfterS: 5 });
}

/** Refuses to run code by a Python that this deployment does not have. */
export function requirePython({ engine }: Pick<Parts, "engine">, { mode, options: { python } }: Job): void {
  const { runs } = engine.python;
  if (mode !== "execute" || runs.includes(python)) return;
  const msg = `\`options.python\` ${python} cannot be run here.`;
  const hint = `Mode \`execute\` runs Python ${runs.join(", ")} here. Set \`options.python\` to one of them, or use another mode.`;
  throw new Fault("bad_request", {
    fields: [{ loc: ["options", "python"], msg, type: "unsupported_python", input: python }],
    hint,
  });
}

type Needs = ProcessParts & WorkParts & LimitParts;

/** Whom work is for: whose turn it is, who pays for what is left half done, and who wants to know how far it is. */
export type Customer = Readonly<{ account: string; address: string; report?: Report | undefined }>;

/** Judges when it is the account's turn. Throws `busy` when too many are waiting. */
export async function judgeInTurn(
  parts: Needs,
  customer: Customer,
  job: Job,
  signal: AbortSignal,
): Promise<Judgement> {
  const { account, address, report } = customer;
  const turns = parts.turns[job.mode === "execute" ? "running" : "checking"];
  const take = async (during: AbortSignal): Promise<Turn> =>
    stage("wait", async () => turns.take(account, during, { address, size: sizeOf(job) }));
  let turn = await take(signal);
  using ending = new DisposableStack();
  ending.defer(() => turn[Symbol.dispose]());
  const begun = ending.use(beginWork(parts, customer, signal));
  const tell = (): void => turn.reportUsage(parts.engine.usedMs(begun.signal));
  ending.defer(tell);
  const standing: Standing = {
    isBehind: turn.isHeavy,
    standAside: async (work) => {
      tell();
      turn[Symbol.dispose]();
      try {
        return await work();
      } finally {
        turn = await take(begun.signal);
      }
    },
  };
  const judge = async () => parts.engine.judge(job, begun.signal, standing, report);
  const judgement = await stage("judge", judge).catch(refuse);
  // What was given up is not charged, even if it was all but done.
  begun.signal.throwIfAborted();
  return judgement;
}

/** Why the engine cannot work on this, or not now, as a refusal. */
function refuse(error: unknown): never {
  if (error instanceof PackageRefusal) {
    const fields = [{ loc: ["options", "packages"], msg: error.message, type: "packages" }];
    throw new Fault("bad_request", { fields, hint: error.hint });
  }
  if (!(error instanceof EngineUnavailable)) throw error;
  const { reason, message, retryAfterS } = error;
  if (reason === "busy") throw new Fault("busy", { retryAfterS });
  throw new Fault("engine_unavailable", { message, retryAfterS });
}

/**
 * Work that has begun is stopped for a caller who leaves only within what the account and its address may give up at no
 * cost. Beyond that it is carried to its end: it is charged, and its answer waits for the caller to come back.
 */
function beginWork(
  { clock, limits, metrics, stopping }: Needs,
  { account, address }: Customer,
  signal: AbortSignal,
): Disposable & { signal: AbortSignal } {
  signal.throwIfAborted();
  const beganAtMs = clock.monotonic();
  const stop = new AbortController();
  async function leave(): Promise<void> {
    const workedMs = clock.monotonic() - beganAtMs;
    const isFree = await mayLeave(limits, [account, `from ${address}`], workedMs);
    metrics.countAbandoned(isFree ? "stopped" : "carried on");
    if (isFree) stop.abort(signal.reason);
  }
  const onAbort = (): void => void leave();
  const close = (): void => stop.abort(stopping.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  stopping.addEventListener("abort", close, { once: true });
  if (stopping.aborted) close();
  return {
    signal: stop.signal,
    [Symbol.dispose]: () => {
      signal.removeEventListener("abort", onAbort);
      stopping.removeEventListener("abort", close);
    },
  };
}

/** Whether so much begun work may be left under all of these names; then it is counted under each. */
async function mayLeave(limits: Limits, names: readonly string[], workedMs: number): Promise<boolean> {
  const counted = await Promise.all(
    names.map(async (name) => limits.count("abandonedWork", name, Math.ceil(workedMs))),
  );
  if (!counted.some(({ isTooMuch }) => isTooMuch)) return true;
  for (const one of counted) if (!one.isTooMuch) one.undo();
  return false;
}

/** In characters, of which a few are as good as none: what is counted is what memory is needed for. */
export function sizeOf({ code, files, options }: Pick<Job, "code" | "files" | "options">): number {
  const { examples, expected_output } = options;
  const texts = [code, ...Object.values(files ?? {}), examples, expected_output];
  return texts.reduce((size, text) => size + (text?.length ?? 0), 0);
}

import type { Judgement } from "../engine/engine.ts";
import type { Job, Mode } from "../engine/job.ts";
import { Fault } from "../faults.ts";
import type { Parts } from "../parts.ts";

/** Refuses what this deployment does not serve, or cannot right now; asked before any charge. */
export function requireMode({ engine, config }: Pick<Parts, "engine" | "config">, mode: Mode): void {
  if (!engine.modes.includes(mode) || !config.MODES.includes(mode)) throw new Fault("unsupported_mode");
  if (engine.isReady(mode)) return;
  const message = "Code cannot be run right now; nothing was charged.";
  throw new Fault("engine_unavailable", { ...(mode === "execute" && { message }), retryAfterS: 5 });
}

/** Judges when it is the account's turn. Throws `busy` when too many are waiting. */
export async function judgeInTurn(
  { turns, engine }: Pick<Parts, "turns" | "engine">,
  account: string,
  job: Job,
  signal: AbortSignal,
): Promise<Judgement> {
  using _turn = await turns[job.mode === "execute" ? "running" : "checking"].take(
    account,
    signal,
    sizeOf(job),
  );
  return await engine.judge(job, signal);
}

/** In characters, of which a few are as good as none: what is counted is what memory is needed for. */
function sizeOf({ code, options }: Job): number {
  const texts = [code, ...Object.values(options)].filter((value) => typeof value === "string");
  return texts.reduce((size, text) => size + text.length, 0);
}

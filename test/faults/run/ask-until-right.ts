import { setTimeout as wait } from "node:timers/promises";
import type { Verdict } from "../../../engine/verdict.ts";
import { faults } from "../../../parts/faults.ts";
import type { KnownProgram } from "./programs.ts";
import type { RunRecord } from "./record.ts";

/** An answer without its protocol. */
export type Answered =
  | Readonly<{ verdict: Verdict }>
  | Readonly<{ refusal: string; message?: string }>
  /** Nothing arrived, or the answer is not one of ours. */
  | Readonly<{ neither: string }>;

type Asking = Readonly<{
  traffic: string;
  program: KnownProgram;
  record: RunRecord;
  /** Decides after a refusal whether to continue. */
  goesOn?: (refusal: string) => boolean;
  ask(signal: AbortSignal): Promise<Answered>;
}>;

/** Long enough for everything that a fault delays; after that the call is repeated, as callers do. */
const attemptMs = 60_000;
const pauseMs = 300;

/**
 * Asks as a patient caller does: again after a lost connection and after a refusal that says to try again. Resolves with
 * how often the answer was incomplete, each of which is a verdict of its own; undefined where a promise was broken.
 */
export async function askUntilRight({
  traffic,
  program,
  record,
  goesOn = isWorthRetrying,
  ask,
}: Asking): Promise<number | undefined> {
  for (let incomplete = 0; ;) {
    const answered = await ask(AbortSignal.timeout(attemptMs)).catch((error: unknown) => lost(error));
    if (answered === "lost") {
      record.note(traffic, "lost");
    } else if ("verdict" in answered) {
      const { verdict } = answered;
      if (verdict.meta.incomplete.length === 0 && program.isRight(verdict)) {
        record.note(traffic, "right");
        return incomplete;
      }
      if (verdict.meta.incomplete.length === 0 || verdict.valid) {
        record.violate(`${traffic}: a wrong verdict on ${program.code}: ${JSON.stringify(verdict)}`);
        return undefined;
      }
      record.note(traffic, "incomplete");
      incomplete += 1;
    } else {
      const code = "refusal" in answered ? answered.refusal : answered.neither;
      if (!("refusal" in answered) || !goesOn(code)) {
        const words = "refusal" in answered && answered.message ? ` (${answered.message})` : "";
        record.violate(`${traffic}: answered with ${code}${words}, which no caller should see here.`);
        return undefined;
      }
      record.note(traffic, { refused: code });
    }
    await wait(pauseMs);
  }
}

/** The refusals after which the contract tells callers to try again. */
function isWorthRetrying(code: string): boolean {
  const kind = Object.entries(faults).find(([name]) => name === code)?.[1];
  return kind !== undefined && "http" in kind && (kind.http === 503 || kind.http === 429);
}

/** `fetch` throws a TypeError for a broken connection; other errors are about the answer. */
function lost(error: unknown): "lost" | Readonly<{ neither: string }> {
  const isConnection = error instanceof TypeError && error.cause !== undefined;
  const isLate = error instanceof DOMException && error.name === "TimeoutError";
  return isConnection || isLate || String(error).includes("terminated") ? "lost" : { neither: String(error) };
}

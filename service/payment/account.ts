import { setImmediate as afterOthers } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type { Job } from "../../engine/job.ts";
import type { Engine, Judgement } from "../../engine/engine.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { Fault } from "../../parts/faults.ts";
import { nextUtcMidnight, utcDay } from "../../platform/clock.ts";
import type { BeginCallResult } from "../../parts/store/store.ts";
import type { Parts, ProcessParts, StoreParts } from "../parts.ts";
import type { Billed, Caller } from "../caller/identify.ts";
import { priceInCredits } from "../terms/prices.ts";
import { digestOf } from "../work/job-digest.ts";
import { requireServed } from "../work/judging.ts";
import type { ServedCall } from "../answers.ts";
import type { HeldPayment, KeepResult, PaymentMethod, Taken } from "./method.ts";

type Needs = ProcessParts & StoreParts & Readonly<{ engine: Pick<Engine, "hasPackagesReady"> }>;

const repeatWindowMs = 10 * 60_000;
const pollMs = 50;
const maxPollMs = 60_000;

/** As a receipt says it. */
const receiptNames = { allowance: "free", credits: "credits", nothing: "operator" } as const;

/** What an account pays with: the day's allowance, credits, or nothing where it is the operator's. */
export function accountMethod(parts: Needs & Pick<Parts, "engine">, caller: Caller, job: Job): PaymentMethod {
  return {
    shareAs: () => `${caller.account} ${digestOf(job)}`,
    take: async (signal) => {
      requireServed(parts, job);
      try {
        return await beginCall(parts, caller, job, signal);
      } catch (error) {
        if (error instanceof Fault && isUncovered(caller, error)) return { outcome: "unpaid", fault: error };
        throw error;
      }
    },
  };
}

/** What another payment can make good. */
function isUncovered({ kind }: Caller, { code }: Fault): boolean {
  return (
    code === "payment_required" || code === "quota_exhausted" || (kind === "trial" && code === "unauthorized")
  );
}

/** Answers from memory, or takes the charge. The store does both in one step, so no replica can come between. */
export async function beginCall(parts: Needs, caller: Caller, job: Job, signal: AbortSignal): Promise<Taken> {
  requireUnfrozen(caller);
  const { id, begun } = await takeOnce(parts, caller, job, signal);
  const { account } = begun;
  if (begun.outcome === "answered") {
    const verdict = JSON.parse(begun.answer) as Verdict;
    return { outcome: "served", verdict, isRepeat: true, tier: tierOf(caller), account };
  }
  const { from } = begun;
  const keep = async ({ verdict, isComplete }: Judgement): Promise<KeepResult> => {
    await afterOthers();
    const { clock, store, log, metrics } = parts;
    const answer = { body: JSON.stringify(verdict), expiresAtMs: clock.now() + repeatWindowMs };
    const outcome = await store.keepCall(id, isComplete ? answer : undefined);
    if (outcome !== "kept") {
      metrics.countGone(from);
      log.error("a charge was refunded while its call was still running", { call: id });
    }
    return { outcome: "kept", account };
  };
  const payment: HeldPayment = {
    receiptName: receiptNames[from],
    tier: tierOf(caller, from),
    customer: caller,
    isRepeat: false,
    keep,
    giveBack: async () => giveBack(parts, id),
  };
  return { outcome: "held", payment };
}

function tierOf({ kind }: Caller, paidBy?: keyof typeof receiptNames): ServedCall["tier"] {
  if (kind === "wallet") return "paid";
  if (kind !== "key") return kind;
  return paidBy === "credits" ? "paid" : "free";
}

type Begun = Readonly<{ id: string; begun: Extract<BeginCallResult, { outcome: "taken" | "answered" }> }>;

async function takeOnce(parts: Needs, caller: Caller, job: Job, signal: AbortSignal): Promise<Begun> {
  const { store, clock, owner } = parts;
  const terms = termsOf(parts, caller, job);
  const digest = digestOf(job);
  for (let waitedMs = 0; waitedMs < maxPollMs; waitedMs += pollMs) {
    const now = clock.now();
    // The store answers an id it has seen as it did before, so every attempt has its own.
    const id = randomUUID();
    const call = { id, owner, account: caller.account, digest, atMs: now, day: utcDay(now), ...terms };
    const beginning = caller.confirm ? store.beginCallOfKey(call) : store.beginCall(call);
    const begun = await beginning.catch(async (error: unknown) => {
      // It may have been taken although no answer came.
      await giveBack(parts, id);
      throw error;
    });
    if (begun.outcome === "no key") return takeConfirmed(parts, caller, job, signal);
    if (begun.outcome === "short") throw shortage(parts, caller, job);
    if (begun.outcome !== "under way") return { id, begun };
    await clock.sleep(pollMs, signal);
  }
  throw new Fault("busy", { message: "The same call is still running.", retryAfterS: 5 });
}

/** Of a key that the charge did not find: it is refused, or it owes something and may have paid that by now. */
async function takeConfirmed(parts: Needs, caller: Caller, job: Job, signal: AbortSignal): Promise<Begun> {
  const { confirm: _, ...confirmed } = caller.confirm ? await caller.confirm() : caller;
  requireUnfrozen(confirmed);
  return takeOnce(parts, confirmed, job, signal);
}

/** A key whose payment was reversed after its credits were spent works again once it has paid for them. */
function requireUnfrozen({ owed }: Billed): void {
  if (owed === undefined) return;
  const message =
    `A card payment of this key was refunded or disputed after its credits were spent: it owes ${owed} credits and is ` +
    `frozen. Buy at least ${owed} credits to use it again. This call was not charged.`;
  throw new Fault("payment_required", { message, priceCredits: owed });
}

/** What may pay for this call: the day's allowance first, then credits. */
function termsOf(parts: Pick<Needs, "config" | "engine">, { kind }: Billed, job: Job) {
  const { mode } = job;
  const { config } = parts;
  const { credits, isMore } = priceOf(parts, job);
  if (kind === "operator") return { allowance: 0, credits: 0 };
  if (kind === "wallet") return { allowance: 0, credits };
  if (kind === "key") {
    const isFree = mode === "static" && !isMore;
    return { allowance: isFree ? config.FREE_CALLS_PER_DAY : 0, credits };
  }
  if (mode !== "static") throw new Fault("unauthorized", { message: `Mode ${mode} needs a key.` });
  return { allowance: config.TRIAL_CALLS_PER_DAY, credits: null };
}

/** What a call costs in credits, and whether that is more than its mode: packages have to be installed for it. */
function priceOf({ config, engine }: Pick<Needs, "config" | "engine">, job: Job) {
  const more = config.PACKAGE_CREDITS > 0 && !engine.hasPackagesReady(job) ? config.PACKAGE_CREDITS : 0;
  return { credits: priceInCredits[job.mode] + more, isMore: more > 0 };
}

function shortage(parts: Pick<Needs, "config" | "clock" | "engine">, { kind }: Billed, job: Job): Fault {
  const { config, clock } = parts;
  const { mode } = job;
  const { credits, isMore } = priceOf(parts, job);
  const resetAtMs = nextUtcMidnight(clock.now());
  if (kind === "trial") {
    return new Fault("quota_exhausted", {
      message: "Daily limit of checks without a key reached.",
      resetAtMs,
      action: "mint_key",
    });
  }
  if (kind === "key" && mode === "static" && config.FREE_CALLS_PER_DAY > 0 && !isMore)
    return new Fault("quota_exhausted", { resetAtMs });
  const what = isMore ? `mode ${mode} with packages that must be installed first` : `mode ${mode}`;
  const message = kind === "wallet" ? walletShortage(what) : `This key does not cover ${what}.`;
  return new Fault("payment_required", { message, priceCredits: credits, mode });
}

function walletShortage(what: string): string {
  return `This wallet's credits do not cover ${what}. Pay for the call, or deposit from the wallet and sign in again.`;
}

async function giveBack(parts: Needs, id: string): Promise<void> {
  const undo = async (): Promise<void> => parts.store.giveBackCall(id, parts.clock.now());
  try {
    await undo();
  } catch {
    void giveBackLater(parts, id, undo);
  }
}

/** Ends with the process at the latest: what is then still open is given back by the process that finds it. */
async function giveBackLater(
  { clock, log, stopping }: Needs,
  id: string,
  undo: () => Promise<void>,
): Promise<void> {
  log.warn("refunding a charge later", { call: id });
  for (let waitMs = 500; !stopping.aborted; waitMs = Math.min(waitMs * 2, 30_000)) {
    try {
      await clock.sleep(waitMs, stopping);
      await undo();
      return;
    } catch {
      // The store is still out of reach, or we are stopping.
    }
  }
}

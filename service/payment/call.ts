import { setImmediate as afterOthers } from "node:timers/promises";
import { createHash, randomUUID } from "node:crypto";
import type { Job, Mode } from "../../engine/job.ts";
import type { Judgement } from "../../engine/engine.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { Fault } from "../../parts/faults.ts";
import { nextUtcMidnight, utcDay } from "../../platform/clock.ts";
import type { Account, Beginning } from "../../parts/store/store.ts";
import type { Parts } from "../parts.ts";
import type { Billed, Caller } from "../caller/identify.ts";
import { priceInCredits } from "../terms/prices.ts";

type Needs = Pick<Parts, "store" | "clock" | "config" | "log" | "metrics" | "owner" | "stopping">;

/** A call whose charge is taken. It must be kept or given back, exactly once. */
export type ChargedCall = Readonly<{
  paidBy: "allowance" | "credits" | "nothing";
  account: Account;
  /** Ends the call for good; from now on the verdict answers its repeats. */
  keep(judgement: Judgement): Promise<void>;
  /** Undoes the charge, now or as soon as the store can be reached. */
  giveBack(): Promise<void>;
}>;

/** The answer an earlier, equal call had. */
export type Repeat = Readonly<{ verdict: Verdict; account: Account }>;

/** Whose key was recognised only is looked for while it is charged. */
type Charged = Billed & Pick<Caller, "confirm">;

const repeatWindowMs = 10 * 60_000;
const pollMs = 50;
const maxPollMs = 60_000;

const digests = new WeakMap<Job, string>();

/**
 * Equal for equal questions: a job is parsed, so defaults are filled in and unknown options are gone. It is asked for
 * several times a call, and takes a while for a long one.
 */
export function digestOf(job: Job): string {
  const digest = digests.get(job) ?? createHash("sha256").update(toText(job)).digest("hex");
  digests.set(job, digest);
  return digest;
}

/** In whatever order the caller has named the files. */
function toText({ files, ...job }: Job): string {
  const inOrder = files && Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ ...job, files: inOrder });
}

/** Answers from memory, or takes the charge. The store does both in one step, so no replica can come between. */
export async function beginCall(
  parts: Needs,
  caller: Charged,
  job: Job,
  signal: AbortSignal,
): Promise<{ repeat: Repeat } | { call: ChargedCall }> {
  requireUnfrozen(caller);
  const { id, begun } = await takeOnce(parts, caller, job, signal);
  if (begun.outcome === "answered") {
    return { repeat: { verdict: JSON.parse(begun.answer) as Verdict, account: begun.account } };
  }
  const { clock, store, log, metrics } = parts;
  return {
    call: {
      paidBy: begun.from,
      account: begun.account,
      keep: async ({ verdict, isComplete }) => {
        await afterOthers();
        const answer = { body: JSON.stringify(verdict), expiresAtMs: clock.now() + repeatWindowMs };
        const outcome = await store.keepCall(id, isComplete ? answer : undefined);
        if (outcome === "kept") return;
        metrics.countGone(begun.from);
        log.error("a charge was refunded while its call was still running", { call: id });
      },
      giveBack: async () => giveBack(parts, id),
    },
  };
}

type Taken = Readonly<{ id: string; begun: Extract<Beginning, { outcome: "taken" | "answered" }> }>;

async function takeOnce(parts: Needs, caller: Charged, job: Job, signal: AbortSignal): Promise<Taken> {
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
async function takeConfirmed(parts: Needs, caller: Charged, job: Job, signal: AbortSignal): Promise<Taken> {
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
function termsOf({ config }: Pick<Needs, "config">, { kind }: Billed, { mode }: Job) {
  if (kind === "operator") return { allowance: 0, credits: 0 };
  if (kind === "wallet") return { allowance: 0, credits: priceInCredits[mode] };
  if (kind === "key") {
    return { allowance: mode === "static" ? config.FREE_CALLS_PER_DAY : 0, credits: priceInCredits[mode] };
  }
  if (mode !== "static") throw new Fault("unauthorized", { message: `Mode ${mode} needs a key.` });
  return { allowance: config.TRIAL_CALLS_PER_DAY, credits: null };
}

function shortage(
  { config, clock }: Pick<Needs, "config" | "clock">,
  { kind }: Billed,
  { mode }: Job,
): Fault {
  const resetAtMs = nextUtcMidnight(clock.now());
  if (kind === "trial") {
    return new Fault("quota_exhausted", {
      message: "Daily limit of checks without a key reached.",
      resetAtMs,
      action: "mint_key",
    });
  }
  if (kind === "key" && mode === "static" && config.FREE_CALLS_PER_DAY > 0)
    return new Fault("quota_exhausted", { resetAtMs });
  const message = kind === "wallet" ? walletShortage(mode) : `This key does not cover mode ${mode}.`;
  return new Fault("payment_required", { message, priceCredits: priceInCredits[mode], mode });
}

function walletShortage(mode: Mode): string {
  return `This wallet's credits do not cover mode ${mode}. Pay for the call, or deposit from the wallet and sign in again.`;
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

import type { Mode } from "../../engine/job.ts";
import { nextUtcMidnight, utcDay } from "../../platform/clock.ts";
import type { Account } from "../../parts/store/store.ts";
import type { ProcessParts, StoreParts } from "../parts.ts";
import type { Billed } from "../caller/identify.ts";
import { priceInCredits } from "../terms/prices.ts";

/** What a caller has left, told with every answer. */
export type Quota = Readonly<{
  tier: "free" | "paid" | "trial";
  /** Free and trial: static checks left today. Paid: how many calls of the mode the credits still cover. */
  remaining: number;
  resetAtMs: number;
  credits: number;
}>;

type Needs = ProcessParts & StoreParts;

export async function readQuota(parts: Needs, caller: Billed, mode: Mode): Promise<Quota | undefined> {
  if (caller.kind === "operator") return undefined;
  return toQuota(
    parts,
    caller,
    mode,
    await parts.store.readAccount(caller.account, utcDay(parts.clock.now())),
  );
}

export function toQuota(
  { clock, config }: Pick<Needs, "clock" | "config">,
  caller: Billed,
  mode: Mode,
  { credits, usedToday }: Account,
): Quota | undefined {
  if (caller.kind === "operator") return undefined;
  const isPaid = credits > 0 || caller.kind === "wallet";
  const tier = caller.kind === "trial" ? "trial" : isPaid ? "paid" : "free";
  const allowance = tier === "trial" ? config.TRIAL_CALLS_PER_DAY : config.FREE_CALLS_PER_DAY;
  const remaining =
    tier === "paid" ? Math.floor(credits / priceInCredits[mode]) : Math.max(0, allowance - usedToday);
  return { tier, remaining, resetAtMs: nextUtcMidnight(clock.now()), credits };
}

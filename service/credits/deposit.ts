import { randomBytes, randomInt } from "node:crypto";
import { Fault } from "../../parts/faults.ts";
import type { Reservation } from "../../parts/store/treasury.ts";
import type { Parts } from "../parts.ts";
import { overChain, requireNative } from "../terms/native.ts";

const dayMs = 86_400_000;
const lastsMs = dayMs;
/** An amount that nobody paid is left alone for this long, so that a late payment does not become another's. */
const restMs = dayMs;
const maxOpen = 5;
/** A block may be older than the moment at which what is in it was sent; and clocks differ. */
const beginsEarlierMs = 60_000;

/** Wallets show so much and no less. */
const gwei = 10n ** 9n;
const amountsATry = 16;
const maxTries = 4;

type Needs = Pick<Parts, "store" | "clock" | "config" | "deposits">;

/** Keeps an amount for a key that nobody else is to pay: its sender needs to say nothing more. */
export async function reserveAmount(
  parts: Needs,
  { fingerprint: account, credits }: { fingerprint: string; credits: number },
): Promise<Reservation> {
  const { store, clock } = parts;
  const { priceWei, prove } = requireNative(parts);
  await overChain(prove());
  for (let tries = 0; tries < maxTries; tries += 1) {
    const nowMs = clock.now();
    const asked = await store.reserve({
      id: makeId(),
      account,
      credits,
      amountsWei: Array.from({ length: amountsATry }, () => String(pickAmount(priceWei, credits))),
      nowMs: nowMs - beginsEarlierMs,
      expiresAtMs: nowMs + lastsMs,
      restMs,
      maxOpen,
    });
    if (asked.outcome === "reserved") return asked.reservation;
    if (asked.outcome === "too many") throw await tooManyOpen(parts, account);
  }
  throw new Fault("busy", {
    message: "No free amount was found for this number of credits. Try another number.",
  });
}

/** Anyone who has it sees the payment, at `/pay/{reservation_id}`, so it cannot be guessed. */
function makeId(): string {
  return randomBytes(16).toString("hex");
}

/** The price, and a part of another credit's that tells this payment from others; in whole gwei. */
export function pickAmount(priceWei: bigint, credits: number): bigint {
  const wholeWei = ((priceWei * BigInt(credits) + gwei - 1n) / gwei) * gwei;
  const most = Math.min(Number((priceWei - gwei) / gwei), 2 ** 47);
  return wholeWei + BigInt(randomInt(1, most + 1)) * gwei;
}

async function tooManyOpen({ store, clock }: Needs, account: string): Promise<Fault> {
  const nowMs = clock.now();
  const [first] = await store.listOpenReservations(account, nowMs - beginsEarlierMs);
  const resetAtMs = first ? first.expiresAtMs + beginsEarlierMs : nowMs;
  return new Fault("rate_limited", {
    message: `This key has ${maxOpen} open reservations, the maximum. Pay one of them, or wait until the first expires.`,
    resetAtMs,
    retryAfterS: Math.ceil((resetAtMs - nowMs) / 1000),
  });
}

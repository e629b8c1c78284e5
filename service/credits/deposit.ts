import { randomBytes, randomInt } from "node:crypto";
import { Fault } from "../../parts/faults.ts";
import type { Reservation } from "../../parts/store/treasury.ts";
import type { MoneyParts, ProcessParts, StoreParts } from "../parts.ts";
import { overChain, requireNative } from "../terms/native.ts";

const dayMs = 86_400_000;
const reservationTtlMs = dayMs;
/** An amount that nobody paid is left alone for this long, so that a late payment does not become another's. */
const restMs = dayMs;
const maxOpen = 5;
/** A block's time may be before its transactions were sent, and clocks differ. */
const clockToleranceMs = 60_000;

/** Wallets show no smaller unit. */
const gwei = 10n ** 9n;
const amountsPerTry = 16;
const maxTries = 4;

type Needs = ProcessParts & StoreParts & MoneyParts;

/** Reserves a unique amount for a key, so that the transfer needs no memo. */
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
      amountsWei: Array.from({ length: amountsPerTry }, () => String(pickAmount(priceWei, credits))),
      nowMs: nowMs - clockToleranceMs,
      expiresAtMs: nowMs + reservationTtlMs,
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
  const max = Math.min(Number((priceWei - gwei) / gwei), 2 ** 47);
  return wholeWei + BigInt(randomInt(1, max + 1)) * gwei;
}

async function tooManyOpen({ store, clock }: Needs, account: string): Promise<Fault> {
  const nowMs = clock.now();
  const [first] = await store.listOpenReservations(account, nowMs - clockToleranceMs);
  const resetAtMs = first ? first.expiresAtMs + clockToleranceMs : nowMs;
  return new Fault("rate_limited", {
    message: `This key has ${maxOpen} open reservations, the maximum. Pay one of them, or wait until the first expires.`,
    resetAtMs,
    retryAfterS: Math.ceil((resetAtMs - nowMs) / 1000),
  });
}

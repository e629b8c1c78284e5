import { randomBytes, randomInt } from "node:crypto";
import type { Store } from "../../../parts/store/store.ts";
import type { Checkout, Deposit, Reservation } from "../../../parts/store/treasury.ts";
import { aName, noonMs, today } from "./builders.ts";

export const dayMs = 86_400_000;
export const terms = { priceWei: "1000", atMs: noonMs + 60_000 };

/** A key that is in the store, by its fingerprint. */
export async function aKey(store: Store): Promise<string> {
  const fingerprint = randomBytes(32).toString("hex");
  const creator = { address: aName(), day: today, limit: 1 };
  await store.addKey({ fingerprint, createdAtMs: noonMs, origin: null }, creator);
  return fingerprint;
}

/** An amount that no other test has: so many credits by these terms, and half of one. */
export const anAmount = (): string => `${randomInt(1, 2 ** 38)}500`;

/** A deposit a minute after noon that names nobody. */
export function aDeposit(with_: Partial<Deposit> & { position?: number; chain?: number } = {}): Deposit {
  const { position = 0, chain = 31337, tx = aTx(), ...rest } = with_;
  const where = { block: 100, blockTimeMs: noonMs + 60_000 };
  const what = { sender: `0x${"5e".repeat(20)}`, amountWei: anAmount(), fingerprint: null } as const;
  return { reference: `${chain}:${tx}:${position}`, tx, ...what, ...where, ...rest };
}

export const aTx = (): `0x${string}` => `0x${randomBytes(32).toString("hex")}`;

type Asked = Parameters<Store["reserve"]>[0];

/** A reservation from noon to noon of three credits and a bit, for an account of its own. */
export function aReservation(with_: Partial<Asked> = {}): Asked {
  const id = aName();
  const moments = { nowMs: noonMs, expiresAtMs: noonMs + dayMs, restMs: dayMs };
  const defaults = { id, account: `account-${id}`, credits: 3, amountsWei: [anAmount()], maxOpen: 5 };
  return { ...defaults, ...moments, ...with_ };
}

/** Reserves for a key that is in the store. */
export async function reserved(store: Store, with_: Partial<Asked> = {}): Promise<Reservation> {
  const asked = aReservation({ account: with_.account ?? (await aKey(store)), ...with_ });
  const answer = await store.reserve(asked);
  if (answer.outcome !== "reserved") throw new Error(`The reservation was refused: ${answer.outcome}.`);
  return answer.reservation;
}

export function aCheckout(with_: Partial<Checkout> = {}): Checkout {
  const session = `cs_${aName()}`;
  const defaults = { session, account: `account-${session}`, credits: 50, amountCents: 100 };
  return { ...defaults, createdAtMs: noonMs, ...with_ };
}

/** What a deposit has that is credited to nobody. */
export const nobody = { account: null, priceWei: null, credits: 0, reservedCredits: 0, reservation: null };

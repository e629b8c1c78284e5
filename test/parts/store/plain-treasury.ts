import type { Store } from "../../../parts/store/store.ts";
import type { Deposit, DepositRecord, Reservation } from "../../../parts/store/treasury.ts";

type Asked = Parameters<Store["reserve"]>[0];
type Made = Omit<Reservation, "deposit">;
type Terms = Readonly<{ priceWei: string; atMs: number }>;

/** A treasury without a store: it scans everything for every question. */
export function createPlainTreasury() {
  const keys = new Set<string>();
  const made: Made[] = [];
  const deposits = new Map<string, DepositRecord>();
  const remainders = new Map<string, bigint>();
  const entries: { account: string; delta: number; reference: string; atMs: number }[] = [];

  const settledBy = (id: string) => [...deposits.values()].find(({ reservation }) => reservation === id);
  const isOpen = ({ id, expiresAtMs }: Made, nowMs: number) => expiresAtMs > nowMs && !settledBy(id);
  const undecided = {
    account: null,
    priceWei: null,
    credits: 0,
    reservedCredits: 0,
    reservation: null,
  } as const;

  function match({ amountWei, blockTimeMs, fingerprint }: Deposit): Made | undefined {
    return made
      .filter((one) => one.amountWei === amountWei && !settledBy(one.id))
      .filter(
        (one) => Math.floor(one.createdAtMs / 1_000) * 1_000 <= blockTimeMs && blockTimeMs <= one.expiresAtMs,
      )
      .filter((one) => fingerprint === null || fingerprint === one.account)
      .toSorted((a, b) => a.expiresAtMs - b.expiresAtMs)[0];
  }

  function wouldSettle({ id }: Made): DepositRecord | undefined {
    return [...deposits.values()]
      .filter((deposit) => deposit.state === "seen" && match(deposit)?.id === id)
      .toSorted((a, b) => a.blockTimeMs - b.blockTimeMs || (a.reference < b.reference ? -1 : 1))[0];
  }

  /** Credit by credit, as if coins were counted. */
  function credit(
    deposit: Deposit,
    { account, priceWei, atMs, reservation }: Terms & { account: string; reservation: Made | undefined },
  ) {
    const price = BigInt(priceWei);
    let purse = (remainders.get(account) ?? 0n) + BigInt(deposit.amountWei);
    const promised = reservation ? BigInt(reservation.amountWei) / BigInt(reservation.credits) : price;
    const reservedCredits = reservation && promised < price ? reservation.credits : 0;
    for (let n = 0; n < reservedCredits; n += 1) purse -= promised;
    const credits = reservedCredits + Number(purse / price);
    remainders.set(account, purse % price);
    entries.push({ account, delta: credits, reference: deposit.reference, atMs });
    const filled = { priceWei, credits, reservedCredits, reservation: reservation?.id ?? null };
    return { ...deposit, state: "credited", account, ...filled } as const;
  }

  function decide(deposit: Deposit, terms: Terms): DepositRecord {
    const reservation = match(deposit);
    const account = deposit.fingerprint ?? reservation?.account;
    return account !== undefined && keys.has(account)
      ? credit(deposit, { ...terms, account, reservation })
      : { ...deposit, ...undecided, state: "unclaimed" };
  }

  function keepDecision(record: DepositRecord, isNew: boolean) {
    deposits.set(record.reference, record);
    return { ...record, isNew };
  }

  return {
    addKey: (fingerprint: string) => void keys.add(fingerprint),
    revokeKey: (fingerprint: string) => void keys.delete(fingerprint),
    reserve({ id, account, credits, amountsWei, nowMs, expiresAtMs, restMs, maxOpen }: Asked) {
      const open = made.filter((one) => one.account === account && isOpen(one, nowMs));
      if (open.length >= maxOpen) return { outcome: "too many" };
      const isTaken = (amount: string) =>
        made.some((one) => one.amountWei === amount && one.expiresAtMs + restMs > nowMs);
      const amountWei = amountsWei.find((amount) => !isTaken(amount));
      if (amountWei === undefined) return { outcome: "amounts taken" };
      made.push({ id, account, credits, amountWei, createdAtMs: nowMs, expiresAtMs });
      return {
        outcome: "reserved",
        reservation: { ...made.at(-1)!, deposit: wouldSettle(made.at(-1)!) ?? null },
      };
    },
    reservations: (): Reservation[] =>
      made.map((one) => ({ ...one, deposit: settledBy(one.id) ?? wouldSettle(one) ?? null })),
    seeDeposit(deposit: Deposit) {
      const state = deposits.get(deposit.reference)?.state ?? "seen";
      if (state === "seen") deposits.set(deposit.reference, { ...deposit, ...undecided, state });
    },
    forgetSeen(upToBlock: number) {
      for (const { reference, state, block } of deposits.values()) {
        if (state === "seen" && block <= upToBlock) deposits.delete(reference);
      }
    },
    creditDeposit(deposit: Deposit, terms: Terms) {
      const known = deposits.get(deposit.reference);
      if (known && known.state !== "seen") return keepDecision(known, false);
      return keepDecision(decide(deposit, terms), true);
    },
    claimDeposit(reference: string, terms: Terms & { account: string }) {
      const known = deposits.get(reference);
      if (!known) return undefined;
      if (known.state !== "unclaimed" || !keys.has(terms.account)) return { ...known, isNew: false };
      return keepDecision(credit(known, { ...terms, reservation: undefined }), true);
    },
    deposits: () => [...deposits.values()],
    entriesOf: (account: string) =>
      entries.filter((entry) => entry.account === account).map((entry) => ({ ...entry, reason: "deposit" })),
    remainderOf: (account: string) => String(remainders.get(account) ?? 0n),
  };
}

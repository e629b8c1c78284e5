import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../store/store.ts";
import type { Deposit, DepositState } from "../store/treasury.ts";
import { countDeposit } from "../store/visits.ts";
import { createBoundedMap } from "./bounded-map.ts";

export type Crediting = Readonly<{
  store: Store;
  clock: Clock;
  log: Log;
  /** Told the outcome of each deposit that this process decided. */
  count(state: DepositState): void;
}>;

/** Enough for the blocks that every pass reads again. */
const maxRemembered = 10_000;

/** Decides deposits, each once: the store knows those of before, this the ones that are read again and again. */
export function createCredit(parts: Crediting, price: bigint): (deposit: Deposit) => Promise<void> {
  const { store, clock, log, count } = parts;
  const decided = createBoundedMap<true>(maxRemembered);
  const priceWei = String(price);
  return async (deposit) => {
    const { reference } = deposit;
    if (decided.get(reference)) return;
    const record = await store.creditDeposit(deposit, { priceWei, atMs: clock.now() });
    decided.set(reference, true);
    if (!record.isNew) return;
    const { state, account, credits, amountWei } = record;
    log.info("a deposit was decided", { reference, state, account, credits, amountWei });
    count(state);
    await countDeposit(parts, record);
  };
}

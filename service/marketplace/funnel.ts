import { toIso } from "../../platform/clock.ts";
import type { FunnelCount } from "../../parts/store/treasury.ts";
import {
  payments,
  x402Steps,
  type PaymentWay,
  type VisitKind,
  type X402Step,
} from "../../parts/store/visits.ts";
import type { Parts } from "../parts.ts";

type Totals = { trials: number; keys: number; payments: number };

export type Funnel = Readonly<
  Totals & {
    since: string | null;
    by_origin: Readonly<Record<string, Readonly<Totals>>>;
    by_route: Readonly<Record<PaymentWay, number>>;
    x402: Readonly<Record<X402Step, number>>;
  }
>;

/** Counts of visitors, keys and payments over every process of this store. */
export async function readFunnel({ store }: Pick<Parts, "store">): Promise<Funnel> {
  const { sinceMs, counts } = await store.readFunnel();
  const byOrigin = Map.groupBy(counts, ({ origin }) => origin);
  return {
    since: sinceMs === null ? null : toIso(sinceMs),
    ...totalsOf(counts),
    by_origin: Object.fromEntries(Array.from(byOrigin, ([origin, its]) => [origin, totalsOf(its)])),
    by_route: countEach(payments, (payment) => sumOf(counts, `payment:${payment}`)),
    x402: countEach(x402Steps, (step) => sumOf(counts, `x402:${step}`)),
  };
}

function totalsOf(counts: readonly FunnelCount[]): Totals {
  return {
    trials: sumOf(counts, "trial"),
    keys: sumOf(counts, "key"),
    payments: payments.reduce((sum, payment) => sum + sumOf(counts, `payment:${payment}`), 0),
  };
}

function sumOf(counts: readonly FunnelCount[], meant: VisitKind): number {
  return counts.reduce((sum, { kind, count }) => (kind === meant ? sum + count : sum), 0);
}

function countEach<Name extends string>(
  names: readonly Name[],
  count: (name: Name) => number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;
}

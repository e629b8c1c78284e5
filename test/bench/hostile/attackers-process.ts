import type { PaymentPayload } from "@x402/core/types";
import { inParallel } from "../numbers.ts";
import type { Attack, Target } from "./attack.ts";
import { planAttacks } from "./plan.ts";

/** What a process of attackers is told: first whom to attack, then to go on with the next part or to make the last again. */
export type AttackOrder =
  | Readonly<{
      url: string;
      seed: number;
      /** How many attacks there are in all. */
      count: number;
      targets: readonly Target[];
      signed: PaymentPayload;
      attacksAtOnce: number;
      /** How many at a time before it waits to be told to go on. */
      inAPart: number;
    }>
  | "go on"
  | "again";

/** What came of all attacks so far. */
export type AttackReport = Readonly<{
  done: number;
  of: number;
  /** What was answered and not refused, by kind. */
  judged: Readonly<Partial<Record<Attack["kind"], number>>>;
  /** What should not have happened, and how often. */
  wrong: Readonly<Record<string, number>>;
  paymentServed: number;
}>;

type Orders = Exclude<AttackOrder, string>;

/** Attacks part by part, with a report after each; the first, of nothing, tells that it is ready. */
async function* attack({
  url,
  seed,
  count: planned,
  targets,
  signed,
  attacksAtOnce,
  inAPart,
}: Orders): AsyncGenerator<AttackReport, undefined, AttackOrder> {
  const { attacks, served } = await planAttacks(url, { seed, count: planned, signed });
  const judged: Partial<Record<Attack["kind"], number>> = {};
  const wrong: Record<string, number> = {};
  const attackOnce = async (index: number): Promise<void> => {
    const { kind, name, run } = attacks[index]!;
    const outcome = await run(targets[index % targets.length]!).catch(() => "the connection was lost");
    const told = `${kind}: ${name}: ${outcome}`;
    if (outcome === "held") judged[kind] = (judged[kind] ?? 0) + 1;
    else if (outcome !== "refused") wrong[told] = (wrong[told] ?? 0) + 1;
  };
  for (let [from, done] = [0, 0]; ;) {
    const order = yield { done, of: attacks.length, judged, wrong, paymentServed: served() };
    if (order !== "again") [from, done] = [done, Math.min(done + inAPart, attacks.length)];
    if (from === done) return;
    await inParallel(done - from, attacksAtOnce, async (index) => attackOnce(from + index));
  }
}

let parts: ReturnType<typeof attack>;

process.on("message", (order: AttackOrder) => {
  if (typeof order !== "string") parts = attack(order);
  void parts.next(order).then(({ value }) => process.send!(value));
});

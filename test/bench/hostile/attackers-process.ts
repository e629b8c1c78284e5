import type { PaymentPayload } from "@x402/core/types";
import { inParallel } from "../numbers.ts";
import type { Attack, Target } from "./attack.ts";
import { planAttacks } from "./plan.ts";

/** What a process of attackers is told: first whom to attack, then to go on with the next part. */
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
  | "go on";

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
}: Orders): AsyncGenerator<AttackReport> {
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
  for (let done = 0; ;) {
    yield { done, of: attacks.length, judged, wrong, paymentServed: served() };
    const count = Math.min(inAPart, attacks.length - done);
    if (count === 0) return;
    const from = done;
    await inParallel(count, attacksAtOnce, async (index) => attackOnce(from + index));
    done += count;
  }
}

let parts: AsyncGenerator<AttackReport>;

process.on("message", (order: AttackOrder) => {
  if (order !== "go on") parts = attack(order);
  void parts.next().then(({ value }) => process.send!(value));
});

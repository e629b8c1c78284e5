import type { PaymentPayload } from "@x402/core/types";
import { inParallel } from "../numbers.ts";
import type { Attack, Target } from "./attack.ts";
import { planAttacks } from "./plan.ts";

/** What a process of attackers is told, and what it tells: how far it is, and at its end what came of it. */
export type Orders = Readonly<{
  url: string;
  seed: number;
  targets: readonly Target[];
  signed: PaymentPayload;
  attacksAtOnce: number;
}>;
export type Told = Readonly<{ done: number; of: number }> | AttackReport;
export type AttackReport = Readonly<{
  attacks: number;
  /** What was answered and not refused, by kind. */
  judged: Readonly<Partial<Record<Attack["kind"], number>>>;
  /** What should not have happened, and how often. */
  wrong: Readonly<Record<string, number>>;
  paymentServed: number;
}>;

const tellEvery = 500;

async function attack({ url, seed, targets, signed, attacksAtOnce }: Orders): Promise<AttackReport> {
  const { attacks, served } = await planAttacks(url, seed, signed);
  const judged: Partial<Record<Attack["kind"], number>> = {};
  const wrong: Record<string, number> = {};
  await inParallel(attacks.length, attacksAtOnce, async (index) => {
    const { kind, name, run } = attacks[index]!;
    const outcome = await run(targets[index % targets.length]!).catch(() => "the connection was lost");
    const told = `${kind}: ${name}: ${outcome}`;
    if (outcome === "held") judged[kind] = (judged[kind] ?? 0) + 1;
    else if (outcome !== "refused") wrong[told] = (wrong[told] ?? 0) + 1;
    if ((index + 1) % tellEvery === 0) tell({ done: index + 1, of: attacks.length });
  });
  return { attacks: attacks.length, judged, wrong, paymentServed: served() };
}

function tell(told: Told): void {
  process.send!(told);
}

process.once("message", (orders: Orders) => {
  void attack(orders).then((report) => {
    tell(report);
    process.disconnect();
  });
});

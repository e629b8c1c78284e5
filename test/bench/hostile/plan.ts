import type { PaymentPayload } from "@x402/core/types";
import { randomFrom } from "../../parts/store/random.ts";
import type { Attack } from "./attack.ts";
import { bodyAttack } from "./bodies.ts";
import { docstringAttack } from "./docstrings.ts";
import { fileNameAttack, filesAttack } from "./files.ts";
import { hangUpAttack } from "./hang-ups.ts";
import { patternAttack } from "./patterns.ts";
import { paymentAttacks } from "./payments.ts";
import { sourceAttack } from "./sources.ts";

/** How many of each kind there are in a whole plan. */
const usual = {
  body: 900,
  source: 400,
  files: 120,
  "file name": 200,
  pattern: 300,
  docstring: 200,
  payment: 300,
  "hang-up": 300,
} as const;
type Kind = keyof typeof usual;

export const usualCount = Object.values(usual).reduce((sum, count) => sum + count, 0);

export type Plan = Readonly<{
  attacks: readonly Attack[];
  /** How many different requests the one payment bought. */
  served: () => number;
}>;

/** So many attacks, every kind with its share of them, in an order given by the seed. */
export async function planAttacks(
  url: string,
  { seed, count, signed }: Readonly<{ seed: number; count: number; signed: PaymentPayload }>,
): Promise<Plan> {
  const random = randomFrom(seed);
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const paths = Object.entries(description.paths)
    .filter(([, methods]) => "post" in methods)
    .map(([path]) => path);
  const payments = paymentAttacks(signed);
  const kinds = {
    body: () => bodyAttack(random, paths),
    source: () => sourceAttack(random),
    files: () => filesAttack(random),
    "file name": () => fileNameAttack(random),
    pattern: () => patternAttack(random),
    docstring: () => docstringAttack(random),
    payment: () => payments.attack(random),
    "hang-up": () => hangUpAttack(random),
  };
  const attacks = (Object.entries(usual) as [Kind, number][])
    .flatMap(([kind, of]) => Array.from({ length: Math.ceil((of * count) / usualCount) }, kinds[kind]))
    .map((attack) => ({ attack, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ attack }) => attack);
  return { attacks, served: payments.served };
}

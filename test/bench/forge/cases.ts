import { createDice, type Dice } from "../../support/dice.ts";
import type { Liar } from "./liars.ts";
import type { Shape } from "./shapes.ts";

/** Examples with a program for which they must hold or must not. */
export type Case = Readonly<{
  shape: Pick<Shape, "name" | "group" | "examples">;
  kind: "right" | "wrong" | "lying";
  /** The liar's name; of others undefined. */
  liar?: string;
  code: string;
  isAlone: boolean;
  isSlow: boolean;
}>;

/** Each shape with its right, its wrong and one lying program; then more liars, until there are `count`. */
export function drawCases(
  shapes: readonly Shape[],
  liars: readonly Liar[],
  { seed, count }: Readonly<{ seed: number; count: number }>,
): Case[] {
  const dice = createDice(seed);
  const cases: Case[] = [];
  const others = { isAlone: false, isSlow: false };
  for (const shape of shuffled(shapes, dice)) {
    cases.push({ shape, kind: "right", code: shape.right, ...others });
    cases.push({ shape, kind: "wrong", code: shape.wrong, ...others });
    cases.push(lying(shape, drawLiar(liars, dice)));
  }
  while (cases.length < count) cases.push(lying(dice.pick(shapes), drawLiar(liars, dice)));
  return cases.slice(0, count);
}

function lying(shape: Shape, { name, isAlone, isSlow, lieAbout }: Liar): Case {
  return { shape, kind: "lying", liar: name, code: lieAbout(shape.wrong), isAlone, isSlow };
}

/** Lying values are many of a kind: every second liar is another one. Slow ones are drawn a tenth as often. */
function drawLiar(liars: readonly Liar[], dice: Dice): Liar {
  const isValue = ({ name }: Liar): boolean =>
    / in (?:answers|items|arguments|attributes|callbacks)$/.test(name);
  const wantsValue = dice.below(2) === 0;
  for (;;) {
    const liar = dice.pick(liars);
    if (isValue(liar) === wantsValue && (!liar.isSlow || dice.below(10) === 0)) return liar;
  }
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  return items
    .map((item) => ({ item, at: dice.below(2 ** 31) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

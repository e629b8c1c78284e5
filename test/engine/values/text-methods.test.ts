import { beforeAll, expect, test } from "vitest";
import { callTextMethod, textMethods } from "../../../engine/values/text-methods.ts";
import type { Concrete, ConcreteText } from "../../../engine/values/value.ts";
import { createDice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written, type Claim } from "../../support/values/cpython.ts";
import { randomBytes, randomText, randomValue } from "../../support/values/random.ts";

beforeAll(requireDocker);

test("methods of str and bytes return the same as in CPython for any arguments", async () => {
  const dice = createDice(77);
  const text = (kind: ConcreteText["kind"], maxLength: number): ConcreteText => ({
    kind,
    value: kind === "str" ? randomText(dice, maxLength) : randomBytes(dice, maxLength),
  });
  const argument = (kind: ConcreteText["kind"]): Concrete => {
    const which = dice.below(10);
    if (which < 5) return text(kind, 2);
    if (which < 8) return { kind: "int", value: BigInt(dice.below(12) - 3) };
    return which === 8 ? { kind: "tuple", items: [text(kind, 2), text(kind, 1)] } : randomValue(dice);
  };
  const claims = textMethods.flatMap((name) =>
    Array.from({ length: 400 }, (): Claim => {
      const of = text(dice.pick(["str", "str", "bytes"]), 10);
      const args = Array.from({ length: dice.below(4) }, () => argument(of.kind));
      return {
        expression: `${written(of)}.${name}(${args.map(written).join(", ")})`,
        outcome: callTextMethod(of, name, { args, keywords: new Map() }),
      };
    }),
  );
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(claims.length).toBeGreaterThan(5000);
  expect(known).toBeGreaterThan(2000);
});

import { describe, expect, test } from "vitest";
import { pickAmount } from "../../../service/credits/deposit.ts";

const gwei = 10n ** 9n;

describe.for([2n * 10n ** 16n, 10n ** 12n, 10n ** 12n + 1n, 123_456_789_012_345_678n, 10n ** 29n])(
  "when a credit costs %i wei, a reserved amount",
  (priceWei) => {
    const amounts = [1, 3, 100_000].flatMap((credits) =>
      Array.from({ length: 300 }, () => ({ amount: pickAmount(priceWei, credits), credits })),
    );

    test("exceeds the price by less than one credit", () => {
      for (const { amount, credits } of amounts) {
        const remainder = amount - priceWei * BigInt(credits);
        expect(remainder > 0n && remainder < priceWei).toBe(true);
      }
    });

    test("is a multiple of a gwei", () => {
      expect(amounts.every(({ amount }) => amount % gwei === 0n)).toBe(true);
    });
  },
);

test("amounts are spread over the whole range", () => {
  const priceWei = 10n ** 12n; // 999 of them
  const remainders = Array.from({ length: 20_000 }, () =>
    Number((pickAmount(priceWei, 1) - priceWei) / gwei),
  );
  expect([Math.min(...remainders), Math.max(...remainders)]).toEqual([1, 999]);
  expect(new Set(remainders).size).toBe(999);
});

test("amounts cannot be predicted from earlier ones", () => {
  const amounts = Array.from({ length: 1000 }, () => pickAmount(2n * 10n ** 16n, 1));
  expect(new Set(amounts).size).toBeGreaterThan(990);
});

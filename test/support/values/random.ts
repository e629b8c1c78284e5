import type { Concrete } from "../../../engine/values/value.ts";
import type { Dice } from "../dice.ts";

const floats = [0, -0, 0.5, 1, -1, 2.5, 1e16, -1e-5, 0.1, 1e308, 5e-324, Infinity, -Infinity, NaN, 2 ** 53];

export function randomInt(dice: Dice): bigint {
  const bits = dice.pick([1, 3, 8, 8, 40, 53, 54, 64, 130, 1300]);
  let value = 0n;
  for (let at = 0; at < bits; at += 16) value = (value << 16n) | BigInt(dice.below(65536));
  value &= (1n << BigInt(bits)) - 1n;
  return dice.below(2) === 0 ? value : -value;
}

export function randomFloat(dice: Dice): number {
  if (dice.below(4) === 0) return dice.pick(floats);
  const digits = dice.below(10 ** dice.below(10)) - dice.below(1000);
  return digits * 10 ** (dice.below(30) - 15);
}

export function randomNumber(dice: Dice): Concrete {
  const kind = dice.below(7);
  if (kind === 0) return { kind: "bool", value: dice.below(2) === 0 };
  return kind < 4 ? { kind: "int", value: randomInt(dice) } : { kind: "float", value: randomFloat(dice) };
}

const letters = Array.from("aabbcAZ19_ \t\n\r\"'\\%{}\x1c\x7f\xe9\u00a0\uffff😀");

export function randomText(dice: Dice, longest = 6): string {
  return Array.from({ length: dice.below(longest + 1) }, () => dice.pick(letters)).join("");
}

export function randomBytes(dice: Dice, longest = 6): string {
  const codes = Array.from({ length: dice.below(longest + 1) }, () =>
    dice.pick([97, 98, 32, 9, 0, 39, 200, 255]),
  );
  return String.fromCharCode(...codes);
}

export function randomValue(dice: Dice, depth = 0): Concrete {
  const kind = dice.below(depth < 2 ? 8 : 6);
  if (kind === 0) return { kind: "none" };
  if (kind < 3) return randomNumber(dice);
  if (kind < 5) return { kind: "str", value: randomText(dice, 3) };
  if (kind === 5) return { kind: "bytes", value: randomBytes(dice, 3) };
  const items = Array.from({ length: dice.below(4) }, () => randomValue(dice, depth + 1));
  return { kind: kind === 6 ? "tuple" : "list", items };
}

/** A value similar to another, so that comparing the two is meaningful. */
export function randomRelative(dice: Dice, value: Concrete): Concrete {
  if (dice.below(3) > 0) return dice.below(2) === 0 ? value : randomValue(dice);
  if ("items" in value) return { ...value, items: value.items.map((item) => randomRelative(dice, item)) };
  if (value.kind === "int") return { kind: "float", value: Number(value.value) };
  return value.kind === "bool" ? { kind: "int", value: BigInt(value.value) } : value;
}

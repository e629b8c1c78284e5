import { floatText } from "../../../engine/values/repr.ts";
import type { Concrete, Outcome } from "../../../engine/values/value.ts";
import { askCPython, type Real } from "../folding/cpython.ts";

/** An expression of Python, and the claim about it. */
export type Claim = Readonly<{ expression: string; outcome: Outcome }>;

export type Comparison = Readonly<{ wrong: readonly string[]; known: number; raising: number }>;

/** Asks CPython 3.13 for every expression with a claim. */
export async function compareClaims(claims: readonly Claim[]): Promise<Comparison> {
  const known = claims.filter(({ outcome }) => outcome !== undefined);
  const reals = await askCPython(known.map(({ expression }) => ({ before: "", expression })));
  const wrong = known.flatMap(({ expression, outcome }, at) => {
    const [said, real] = [realOf(outcome!), reals[at]!].map((one) => JSON.stringify(one));
    return said === real ? [] : [`${expression} is ${real}, not ${said}`];
  });
  return { wrong, known: known.length, raising: reals.filter(([type]) => type === "raised").length };
}

/** How the program that queries CPython shows a value. */
function realOf(outcome: NonNullable<Outcome>): Real {
  switch (outcome.kind) {
    case "raises":
      return ["raised", outcome.exception];
    case "none":
      return ["none"];
    case "int": {
      const size = outcome.value < 0n ? -outcome.value : outcome.value;
      return ["int", `${outcome.value < 0n ? "-" : ""}0x${size.toString(16)}`];
    }
    case "float":
      return ["float", floatText(outcome.value)];
    case "tuple":
    case "list":
      return [outcome.kind, outcome.items.map(realOf)];
    default:
      return [outcome.kind, outcome.value];
  }
}

/** A value as an expression of Python. */
export function written(value: Concrete): string {
  switch (value.kind) {
    case "none":
      return "None";
    case "bool":
      return value.value ? "True" : "False";
    case "int":
      return `(${value.value})`;
    case "float":
      return `float('${Object.is(value.value, -0) ? "-0" : value.value}')`;
    case "str":
      return JSON.stringify(value.value);
    case "bytes":
      return `b'${Array.from(value.value, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")}'`;
    case "tuple":
      return `(${value.items.map((item) => `${written(item)}, `).join("")})`;
    case "list":
      return `[${value.items.map(written).join(", ")}]`;
  }
}

import type { Dice } from "../../../support/dice.ts";
import { readLists } from "./templates.ts";

/** What expressions of a type are built of: `<int>` is a part of that type. */
const forms = readLists("./constants.txt");
const types = [...forms.keys()].filter((title) => !title.endsWith(" leaves"));

/** An expression without names. */
export function writeConstant(dice: Dice, type = dice.pick(types), depth = 3): string {
  if (depth === 0 || dice.below(6) === 0) return dice.pick(forms.get(`${type} leaves`)!);
  return dice
    .pick(forms.get(type)!)
    .replaceAll(/<(\w+)>/g, (_, part: string) => bracketed(writeConstant(dice, part, depth - 1)));
}

function bracketed(expression: string): string {
  return /^-| |^not\b/.test(expression) ? `(${expression})` : expression;
}

import { createDice, type Dice } from "../../support/dice.ts";
import { readSections } from "../read-sections.ts";

const pieces = readSections(new URL("./pieces.txt", import.meta.url));

/** A program that runs to its end, made of pieces that repairs look at. */
export function writeProgram(seed: number): string {
  const dice = createDice(seed);
  const count = 2 + dice.below(4);
  const parts = Array.from({ length: count }, (_, at) => fill(dice, dice.pick(pieces).text, at));
  return parts.map((part) => place(dice, part)).join("\n");
}

function fill(dice: Dice, text: string, at: number): string {
  return text
    .replaceAll("$n", `_${at}`)
    .replaceAll("$int", () => String(dice.below(90)))
    .trimEnd();
}

/** At the top, in a function, under a handler, or where the program is run. */
function place(dice: Dice, part: string): string {
  const name = `step_${dice.below(1_000_000)}`;
  switch (dice.below(6)) {
    case 0:
      return `\ndef ${name}():\n${indented(part)}\n\n${name}()\n`;
    case 1:
      return `try:\n${indented(part)}\nexcept Exception as raised:\n    print(type(raised).__name__)\n`;
    case 2:
      return `if __name__ == "__main__":\n${indented(part)}\n`;
    default:
      return `${part}\n`;
  }
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "    ");
}

/** Each piece as a program of its own. */
export function piecesAlone(): { title: string; text: string }[] {
  return pieces.map(({ title, text }, at) => ({ title, text: `${fill(createDice(at), text, 0)}\n` }));
}

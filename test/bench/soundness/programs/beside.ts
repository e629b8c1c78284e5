import { createDice, type Dice } from "../../../support/dice.ts";
import { readSections } from "../../read-sections.ts";

/** A program that works, one step beside what a rule reports. */
export type BesideProgram = Readonly<{ title: string; text: string }>;

const maxVersions = 80;

/** Every program of `beside.txt` in all its versions, or in as many as are allowed, drawn by the seed. */
export function readBeside(seed: number): BesideProgram[] {
  const dice = createDice(seed);
  return readSections(new URL("./beside.txt", import.meta.url)).flatMap(({ title, text }) =>
    versionsOf(dice, text.trim()).map((version) => ({ title, text: `${version}\n` })),
  );
}

/** `⟦a¦b⟧` is `a` in one version and `b` in another. */
function versionsOf(dice: Dice, text: string): string[] {
  const parts = text.split(/⟦([^⟧]*)⟧/);
  const choices = parts.map((part, at) => (at % 2 === 0 ? [part] : part.split("¦")));
  const count = choices.reduce((product, { length }) => product * length, 1);
  if (count > maxVersions)
    return Array.from({ length: maxVersions }, () => choices.map((each) => dice.pick(each)).join(""));
  return choices.reduce<string[]>(
    (begun, each) => begun.flatMap((start) => each.map((choice) => start + choice)),
    [""],
  );
}

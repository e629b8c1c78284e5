import type { Dice } from "../../../support/dice.ts";
import { kindOf, placesIn, type Described, type Place } from "./described.ts";
import { readLists } from "./templates.ts";

const probes = readLists("./probes.txt");
const crashes = readLists("./crashes.txt");

/** A statement that holds, or an expression that has a value, as the live value is. */
export function writeProbe(dice: Dice, whole: Place): string | undefined {
  const asked = writeQuestion(dice, whole, probes);
  if (asked === undefined || /^assert |^for | = /.test(asked)) return asked;
  return dice.pick([
    asked,
    asked,
    `$q = ${asked}`,
    `print(${asked})`,
    `def $f():\n    return ${asked}\n\n\n$f()`,
  ]);
}

/** A line that raises, as the live value is; not every guess does. */
export function writeCrash(dice: Dice, whole: Place): string | undefined {
  return writeQuestion(dice, whole, crashes);
}

function writeQuestion(
  dice: Dice,
  whole: Place,
  lists: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const { path, value } = dice.pick(placesIn(whole));
  const kind = ["tuple", "deque"].includes(value.type) ? "list" : kindOf(value);
  const known = knownOf(dice, value);
  const forms = lists.get(kind) ?? lists.get(`${kind}, ${value.length === 0 ? "empty" : "filled"}`) ?? [];
  const fitting = forms.filter((form) =>
    [...form.matchAll(/<(\w+)>/g)].every(([, word]) => known[word!] !== undefined),
  );
  if (fitting.length === 0) return undefined;
  return dice
    .pick(fitting)
    .replaceAll("@", path)
    .replaceAll(/<(\w+)>/g, (_, word: string) => known[word]!);
}

/** What a form can name of a value. */
function knownOf(dice: Dice, value: Described): Readonly<Record<string, string | undefined>> {
  const { length = 0, text, pairs, keys = [], items = [], attributes = {} } = value;
  const at = items.length > 0 ? dice.below(items.length) : 0;
  const name = Object.keys(attributes).length > 0 ? dice.pick(Object.keys(attributes)) : undefined;
  return {
    length: String(length),
    last: String(length - 1),
    more: String(length + 1),
    at: String(at),
    item: items[at]?.text ?? undefined,
    text: text ?? undefined,
    pairs: pairs ?? undefined,
    key: (keys.length > 0 ? dice.pick(keys) : undefined) ?? undefined,
    names: length >= 1 && length <= 4 ? namesFor(length) : undefined,
    name,
    held: name === undefined ? undefined : (attributes[name]!.text ?? undefined),
  };
}

function namesFor(count: number): string {
  return `${["$ua", "$ub", "$uc", "$ud"].slice(0, count).join(", ")}${count === 1 ? "," : ""}`;
}

import type { Dice } from "../../support/dice.ts";

/** JSON as a text writes it: names may repeat, and numbers keep their digits. */
export type Written = string | { members: [name: string, value: Written][] } | { items: Written[] };
type WrittenObject = Extract<Written, { members: unknown }>;

export function toWritten(value: unknown): Written {
  if (Array.isArray(value)) return { items: value.map(toWritten) };
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return {
    members: Object.entries(value).map(([name, member]) => [JSON.stringify(name), toWritten(member)]),
  };
}

export function toText(written: Written, space = ""): string {
  if (typeof written === "string") return written;
  if ("items" in written)
    return `[${space}${written.items.map((item) => toText(item, space)).join(`${space},${space}`)}${space}]`;
  const members = written.members.map(([name, value]) => `${name}${space}:${space}${toText(value, space)}`);
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}

function objectsIn(written: Written): WrittenObject[] {
  if (typeof written === "string") return [];
  if ("items" in written) return written.items.flatMap(objectsIn);
  return [written, ...written.members.flatMap(([, value]) => objectsIn(value))];
}

/** Names of the object itself, names from elsewhere, and names that are hard to quote. */
const names = [
  ..."extra __proto__ constructor prototype toString hasOwnProperty then valid score receipt meta signer".split(
    " ",
  ),
  ..."signature metadata result requestId verified request_id is_ours valid_signature fixed_code tests".split(
    " ",
  ),
  ..."response request document cid note a`b".split(" "),
  "",
  "é",
  "\u202e",
  "two words",
  "line\nend",
  "\ud800",
  "x".repeat(300),
];
const values = [
  "null",
  "true",
  "false",
  "0",
  "1",
  '"x"',
  "{}",
  "[]",
  '{"valid":true}',
  '[{"a":1}]',
  '"0x00"',
];

const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`;
const readName = (written: string): string => JSON.parse(written) as string;
const hasName = ({ members }: WrittenObject, name: string): boolean =>
  members.some(([written]) => readName(written) === name);

/** Changes that an attacker could make to a signed text; each changes a copy, and returns its description. */
export const changes: Readonly<Record<string, (written: Written, dice: Dice) => string | undefined>> = {
  add(written, dice) {
    const into = dice.pick(objectsIn(written));
    const name = dice.pick(names);
    if (hasName(into, name)) return undefined;
    into.members.splice(dice.below(into.members.length + 1), 0, [JSON.stringify(name), dice.pick(values)]);
    return name;
  },
  double(written, dice) {
    const object = dice.pick(objectsIn(written).filter(({ members }) => members.length > 0));
    const [name, value] = dice.pick(object.members);
    const again = dice.below(2) === 0 ? name : escaped(readName(name));
    const other = dice.below(3) === 0 ? value : dice.pick(values);
    object.members.splice(dice.below(object.members.length + 1), 0, [again, other]);
    return readName(name);
  },
  move(written, dice) {
    const objects = objectsIn(written);
    const from = dice.pick(objects.filter(({ members }) => members.length > 0));
    const at = dice.below(from.members.length);
    const [name, value] = from.members[at]!;
    const inside = new Set(objectsIn(value));
    const to = dice.pick(
      objects.filter((object) => object !== from && !inside.has(object)).concat({ members: [] }),
    );
    if (!objects.includes(to)) return undefined;
    from.members.splice(at, 1);
    to.members.splice(dice.below(to.members.length + 1), 0, [name, value]);
    return readName(name);
  },
  rename(written, dice) {
    const object = dice.pick(objectsIn(written).filter(({ members }) => members.length > 0));
    const member = dice.pick(object.members);
    const name = readName(member[0]);
    const renamed = dice.pick([
      name.toUpperCase(),
      `${name} `,
      `${name[0]?.toUpperCase()}${name.slice(1)}`,
      name.replace("_", "-"),
      name.replace("e", "е"), // Cyrillic
      dice.pick(names),
    ]);
    if (renamed === name || hasName(object, renamed)) return undefined;
    member[0] = JSON.stringify(renamed);
    return renamed;
  },
  "write a number with other digits"(written, dice) {
    const numbers = objectsIn(written).flatMap(({ members }) =>
      members.filter(([, value]) => typeof value === "string" && /^-?\d/.test(value)),
    );
    if (numbers.length === 0) return undefined;
    const member = dice.pick(numbers);
    const number = member[1] as string;
    const point = number.includes(".") ? "" : ".";
    member[1] = dice.pick([
      `${number}${point}00000000000000000000001`,
      `${number}${point}${"0".repeat(40)}1e0`,
      number === "0" ? "-0" : `-${number}`,
      number === "0" ? "1e-400" : `${number}${point}0000000000000000000000000000001`,
      number === "0" ? "-0.0" : `${number}e1`,
      `"${number}"`,
    ]);
    return readName(member[0]);
  },
};

/** The same content in another notation. */
export const rewritings: Readonly<Record<string, (written: Written, dice: Dice) => string>> = {
  "as it is": (written) => toText(written),
  "with white space": (written, dice) => toText(written, dice.pick([" ", "\n", "\r\n\t", "    "])),
  "in another order"(written, dice) {
    for (const object of objectsIn(written)) {
      const left = [...object.members];
      object.members = [];
      while (left.length > 0) object.members.push(...left.splice(dice.below(left.length), 1));
    }
    return toText(written);
  },
  "with escapes"(written, dice) {
    const rewrite = (text: string): string =>
      text.startsWith('"') && dice.below(2) === 0 ? escaped(JSON.parse(text) as string) : text;
    const visit = (value: Written): Written => {
      if (typeof value === "string") return rewrite(value);
      if ("items" in value) return { items: value.items.map(visit) };
      return { members: value.members.map(([name, member]) => [rewrite(name), visit(member)]) };
    };
    return toText(visit(written));
  },
  "with other forms of its numbers"(written, dice) {
    const rewrite = (value: Written): Written => {
      if (typeof value === "string")
        return /^\d+$/.test(value)
          ? dice.pick([value, `${value}.0`, `${value}e0`, `${value}0E-1`, `${value}.000`])
          : value;
      if ("items" in value) return { items: value.items.map(rewrite) };
      // Readers need an integer there.
      const isId = (name: string): boolean => name === '"requestId"';
      return {
        members: value.members.map(([name, member]) => [name, isId(name) ? member : rewrite(member)]),
      };
    };
    return toText(rewrite(written));
  },
};

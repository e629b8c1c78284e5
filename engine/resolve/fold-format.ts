import { formatPlain } from "../values/format.ts";
import { asciiOf, reprOf } from "../values/repr.ts";
import { addPieces, asText } from "./mixed.ts";
import { taintOf, taints } from "./taint.ts";
import {
  concreteValue,
  isConstant,
  onlyText,
  tainted,
  text,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

/** One value as a piece of text: the thing it stands for, or whatever it may be. */
export function pieceOf(value: PossibleValues | undefined): AbstractValue {
  if (value === undefined) return { kind: "anything", taint: 0 };
  if (value.length === 1) return value[0]!;
  return { kind: "anything", taint: value.every(isConstant) ? taints.harmless : taintOf(value) };
}

export const asString = (value: string): AbstractValue => text(value)[0]!;

const numeric = /[dioxXeEfFgGbn%]$/;

/** `format(thing, spec)`; only what is exact is worked out. */
export function formatOne(thing: AbstractValue, spec: string): AbstractValue {
  const shown = shownAs(thing, spec);
  if (shown !== undefined) return { kind: "str", value: shown, decoded: isDecoded(thing) };
  const isUnknownText = spec === "" && (thing.kind === "mixed" || thing.kind === "anything");
  return isUnknownText ? thing : unknownFormat(thing, spec);
}

export function unknownFormat(thing: AbstractValue, spec: string): AbstractValue {
  return { kind: "anything", taint: numeric.test(spec) ? taints.harmless : taintOf([thing]) };
}

function shownAs(thing: AbstractValue, spec: string): string | undefined {
  if (spec === "") return asText(thing);
  if (thing.kind === "str" || thing.kind === "int") return formatPlain(thing.value, spec);
  return thing.kind === "bool" ? formatPlain(BigInt(thing.value), spec) : undefined;
}

function isDecoded(thing: AbstractValue): boolean {
  if (thing.kind === "int") return true;
  return (thing.kind === "str" || thing.kind === "bytes") && thing.decoded;
}

/** What `!r`, `!a` or `!s` makes of a thing before it is formatted. */
export function converted(thing: AbstractValue, conversion: string): AbstractValue {
  const shown = conversion === "s" ? asText(thing) : reprOfOne(thing, conversion === "a");
  if (shown !== undefined) return { kind: "str", value: shown, decoded: isDecoded(thing) };
  return { kind: "anything", taint: taintOf([thing]) };
}

/** `repr(thing)` or `ascii(thing)`. */
export function reprOfOne(thing: AbstractValue, isAscii: boolean): string | undefined {
  if (thing.kind === "str" && isAscii) return asciiOf(thing.value);
  const constant = concreteValue(thing);
  return constant && reprOf(constant);
}

type Walk = (value: PossibleValues, way: string) => PossibleValues;
/** What the fields of a template stand for. */
export type Fields = Readonly<{
  args: readonly PossibleValues[];
  named: (name: string) => PossibleValues | undefined;
  /** There may be more arguments than are listed. */
  isOpen: boolean;
  /** The attributes and items a field walks along. */
  walk: Walk;
}>;

/** `template.format(…)`. Undefined where the template is one that Python refuses, or reads in a way of its own. */
export function formatBraces(template: string, fields: Fields): PossibleValues | undefined {
  const state: Numbering = { next: 0, how: undefined };
  const pieces = fillTemplate(template, fields, state, 0);
  return pieces && addPieces(pieces);
}

type Numbering = { next: number; how: "auto" | "manual" | undefined };

const part = /\{\{|\}\}|[^{}]+|\{([^{}!:]*)(?:!([rsa]))?(?::((?:[^{}]|\{[^{}]*\})*))?\}/gy;

function fillTemplate(
  template: string,
  fields: Fields,
  numbering: Numbering,
  depth: number,
): AbstractValue[] | undefined {
  const pieces: AbstractValue[] = [];
  let last = 0;
  for (const match of template.matchAll(part)) {
    const [whole, field, conversion, spec = ""] = match;
    last = match.index + whole.length;
    if (field === undefined) pieces.push(asString(whole === "{{" || whole === "}}" ? whole[0]! : whole));
    else {
      const piece = fillField(field, fields, numbering);
      const how =
        spec === "" || depth > 0 ? asString(spec) : wholeOf(fillTemplate(spec, fields, numbering, 1));
      if (piece === undefined || how === undefined || (depth > 0 && spec.includes("{"))) return undefined;
      const changed = conversion === undefined ? piece : converted(piece, conversion);
      pieces.push(how.kind === "str" ? formatOne(changed, how.value) : unknownFormat(changed, ""));
    }
  }
  return last === template.length ? pieces : undefined;
}

function wholeOf(pieces: readonly AbstractValue[] | undefined): AbstractValue | undefined {
  return pieces && addPieces(pieces)[0];
}

function fillField(field: string, fields: Fields, numbering: Numbering): AbstractValue | undefined {
  const [whole, name = "", way = ""] = /^([A-Za-z_0-9]*)((?:\.[A-Za-z_]\w*|\[[^[\]]+\])*)$/.exec(field) ?? [];
  if (whole === undefined) return undefined;
  let value: PossibleValues | undefined;
  if (name === "" || /^\d+$/.test(name)) {
    const how = name === "" ? "auto" : "manual";
    if ((numbering.how ??= how) !== how) return undefined;
    value = fields.args[name === "" ? numbering.next++ : Number(name)];
    if (fields.isOpen) return { kind: "anything", taint: taintOf(...fields.args) };
  } else value = /^\d/.test(name) ? undefined : fields.named(name);
  if (value === undefined)
    return fields.isOpen ? { kind: "anything", taint: taintOf(...fields.args) } : undefined;
  return pieceOf(way === "" ? value : fields.walk(value, way));
}

/** `string.Template(template).substitute(…)`, or `safe_substitute`, which leaves what it does not know. */
export function fillDollars(
  template: string,
  named: (name: string) => PossibleValues | undefined,
  isSafe: boolean,
): PossibleValues | undefined {
  const pieces: AbstractValue[] = [];
  let last = 0;
  for (const match of template.matchAll(/\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|)/g)) {
    const [whole, dollar, bare, braced] = match;
    pieces.push(asString(template.slice(last, match.index)));
    last = match.index + whole.length;
    const name = bare ?? braced;
    const value = name === undefined ? undefined : named(name);
    if (dollar !== undefined) pieces.push(asString("$"));
    else if (value !== undefined) pieces.push(formatOne(pieceOf(value), ""));
    else if (isSafe) pieces.push(asString(whole));
    else return undefined;
  }
  pieces.push(asString(template.slice(last)));
  return addPieces(pieces);
}

/** `builtins.format(value, spec)`. */
export function formatValue(value: PossibleValues, spec: PossibleValues | undefined): PossibleValues {
  const how = spec === undefined ? "" : onlyText(spec);
  const piece = pieceOf(value);
  if (how === undefined || spec?.[0]?.kind === "bytes") return tainted(taintOf(value));
  return [formatOne(piece, how)];
}

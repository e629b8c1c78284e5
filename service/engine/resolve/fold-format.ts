import { addPieces, asText } from "./mixed.ts";
import { taintOf, taints } from "./taint.ts";
import { isConstant, keyOf, text, type Thing, type Value } from "./value.ts";

const unknownPiece = (value: Value): Thing => ({ kind: "anything", taint: taintOf(value) });

function pieceOf(value: Value | undefined): Thing {
  if (value === undefined) return { kind: "anything", taint: 0 };
  if (value.length === 1) return value[0]!;
  return value.every(isConstant) ? { kind: "anything", taint: taints.harmless } : unknownPiece(value);
}

const asString = (value: string): Thing => text(value)[0]!;

/** `template % values`. */
export function formatPercent(template: Thing, given: Value): Value | undefined {
  if (template.kind === "mixed") return addPieces([template, unknownPiece(given)]);
  if (template.kind !== "str" && template.kind !== "bytes") return undefined;
  const [only] = given;
  const list = given.length === 1 && only!.kind === "tuple" ? only!.items : [given];
  const names = given.length === 1 && only!.kind === "dict" ? only!.entries : undefined;
  const pieces: Thing[] = [];
  let next = 0;
  let last = 0;
  const holes = /%(?:\((\w+)\))?([-+ #0]*\d*(?:\.\d+)?)([a-zA-Z%])/g;
  for (const match of template.value.matchAll(holes)) {
    const [whole, name, spec, letter] = match;
    pieces.push(asString(template.value.slice(last, match.index)));
    last = match.index + whole.length;
    if (letter === "%") pieces.push(asString("%"));
    else {
      const value = name === undefined ? list[next++] : names?.get(`str:${name}`)?.value;
      pieces.push(formatOne(pieceOf(value ?? (names ? undefined : given)), `${spec}${letter}`));
    }
  }
  pieces.push(asString(template.value.slice(last)));
  const folded = addPieces(pieces);
  if (template.kind === "str") return folded;
  const [result] = folded;
  return result!.kind === "str" ? [{ kind: "bytes", value: result!.value, decoded: false }] : folded;
}

/** One value in the format a placeholder asks for; only the common formats are worked out. */
export function formatOne(thing: Thing, spec: string): Thing {
  if (spec === "" || spec === "s") {
    const plain = asText(thing);
    return plain === undefined ? thing : { kind: "str", value: plain, decoded: isDecoded(thing) };
  }
  if (thing.kind === "int") {
    const letter = spec.at(-1)!;
    const shown = intAs(thing.value, letter);
    const pad = /^0?(\d*)/.exec(spec)?.[1] ?? "";
    if (shown !== undefined && /^0?\d*[a-zA-Z]$/.test(spec))
      return {
        kind: "str",
        value: shown.padStart(Number(pad || 0), spec.startsWith("0") ? "0" : " "),
        decoded: letter === "c",
      };
  }
  return { kind: "anything", taint: /[dioxXeEfFgGb%]$/.test(spec) ? taints.harmless : taintOf([thing]) };
}

function isDecoded(thing: Thing): boolean {
  return (thing.kind === "str" || thing.kind === "bytes") && thing.decoded;
}

function intAs(value: bigint, letter: string): string | undefined {
  if (letter === "d" || letter === "i") return String(value);
  if (letter === "x") return value.toString(16);
  if (letter === "X") return value.toString(16).toUpperCase();
  if (letter === "o") return value.toString(8);
  if (letter === "b") return value.toString(2);
  return letter === "c" && value >= 0n && value <= 0x10ffffn
    ? String.fromCodePoint(Number(value))
    : undefined;
}

/** `template.format(…)`; the attributes and items a placeholder walks along are looked up by `walk`. */
export function formatBraces(
  template: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  walk: (value: Value, way: string) => Value,
): Value {
  const pieces: Thing[] = [];
  let next = 0;
  let last = 0;
  for (const match of template.matchAll(/\{\{|\}\}|\{([^{}:!]*)(?:!([rsa]))?(?::([^{}]*))?\}/g)) {
    const [whole, field, conversion, spec = ""] = match;
    pieces.push(asString(template.slice(last, match.index)));
    last = match.index + whole.length;
    if (field === undefined) pieces.push(asString(whole[0]!));
    else {
      const [, name = "", way = ""] = /^(\w*)(.*)$/s.exec(field) ?? [];
      const value = name === "" ? args[next++] : /^\d+$/.test(name) ? args[Number(name)] : keywords.get(name);
      const reached = value === undefined || way === "" ? value : walk(value, way);
      const piece = pieceOf(reached);
      pieces.push(
        conversion === "r" && keyOf([piece]) !== undefined
          ? { kind: "anything", taint: 0 }
          : formatOne(piece, spec),
      );
    }
  }
  pieces.push(asString(template.slice(last)));
  return addPieces(pieces);
}

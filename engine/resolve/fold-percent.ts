import { formatPlain } from "../values/format.ts";
import { reprOf } from "../values/repr.ts";
import { asString, formatOne, pieceOf, reprOfOne, unknownFormat } from "./fold-format.ts";
import { addPieces } from "./mixed.ts";
import { taintOf } from "./taint.ts";
import {
  bytes,
  isClosed,
  tainted,
  text,
  type Text,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

const hole = /%(?:\(([^()]*)\))?([-+ #0]*)((?:[1-9]\d*)?)(?:\.(\d*))?([a-zA-Z%])/g;

/** `template % given`. */
export function formatPercent(template: AbstractValue, given: PossibleValues): PossibleValues | undefined {
  if (template.kind === "mixed") return addPieces([template, { kind: "anything", taint: taintOf(given) }]);
  if (template.kind !== "str" && template.kind !== "bytes") return undefined;
  const pieces = fill(template, given);
  if (pieces === undefined) return tainted(taintOf([template], given));
  const folded = addPieces(pieces);
  const [result] = folded;
  if (template.kind === "str" || result!.kind !== "str") return folded;
  return bytes(result!.value, template.decoded);
}

/** Undefined where Python raises, or where a placeholder takes its width from the values. */
function fill(template: Text, given: PossibleValues): AbstractValue[] | undefined {
  const [only] = given;
  const isOne = given.length === 1;
  const map = isOne && only!.kind === "dict" ? only! : undefined;
  const isUnsure =
    !isOne || only!.kind === "anything" || only!.kind === "reference" || ("items" in only! && only!.isOpen);
  const list = isOne && only!.kind === "tuple" ? only!.items : [given];
  const pieces: AbstractValue[] = [];
  let next = 0;
  let last = 0;
  for (const match of template.value.matchAll(hole)) {
    const [whole, name, flags = "", width = "", kept, letter = ""] = match;
    const between = template.value.slice(last, match.index);
    // A size may stand before the letter, as in C.
    if (between.includes("%") || "hlL".includes(letter)) return undefined;
    pieces.push(asString(between));
    last = match.index + whole.length;
    if (letter === "%") {
      if (whole !== "%%") return undefined;
      pieces.push(asString("%"));
      continue;
    }
    let value: PossibleValues | undefined;
    if (name === undefined) value = isUnsure ? given : list[next++];
    else
      value =
        map?.entries.get(`${template.kind}:${name}`)?.value ??
        (isUnsure || (map && !isClosed(map)) ? given : undefined);
    if (value === undefined || Number(width) > 1000 || Number(kept ?? 0) > 1000) return undefined;
    const isWhole = name === undefined && isUnsure;
    const piece: AbstractValue = isWhole ? { kind: "anything", taint: taintOf(given) } : pieceOf(value);
    const shown = isWhole ? undefined : showHole(template.kind, piece, { flags, width, kept, letter });
    pieces.push(shown === undefined ? unknownHole(piece, template.kind, letter) : shown);
  }
  const rest = template.value.slice(last);
  if (rest.includes("%") || (!isUnsure && map === undefined && next < list.length)) return undefined;
  return [...pieces, asString(rest)];
}

function unknownHole(piece: AbstractValue, kind: Text["kind"], letter: string): AbstractValue {
  if (piece.kind === "mixed" && kind === "str" && letter === "s") return piece;
  return unknownFormat(piece, letter);
}

type Hole = Readonly<{ flags: string; width: string; kept: string | undefined; letter: string }>;

function showHole(
  kind: Text["kind"],
  piece: AbstractValue,
  { flags, width, kept, letter }: Hole,
): AbstractValue | undefined {
  const isLeft = flags.includes("-");
  let shown: string | undefined;
  if (letter === "d" || letter === "i" || letter === "x" || letter === "X" || letter === "o") {
    const value =
      piece.kind === "int" ? piece.value : piece.kind === "bool" ? BigInt(piece.value) : undefined;
    if (value === undefined || kept !== undefined || flags.includes("#")) return undefined;
    const sign = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
    const zero = flags.includes("0") && !isLeft ? "0" : "";
    shown = formatPlain(
      value,
      `${isLeft ? "<" : ""}${sign}${zero}${Number(width) || ""}${letter === "i" ? "d" : letter}`,
    );
    return shown === undefined ? undefined : asString(shown);
  }
  shown = letter === "c" ? characterOf(kind, piece) : textFor(kind, piece, letter);
  if (shown === undefined || (letter === "c" && kept !== undefined)) return undefined;
  const precision = kept === undefined ? "" : `.${Number(kept)}`;
  const filled = formatPlain(shown, `${isLeft ? "<" : ">"}${Number(width) || ""}${precision}`);
  const decoded = letter === "c" || ("decoded" in piece && piece.decoded);
  return filled === undefined ? undefined : text(filled, decoded)[0];
}

function characterOf(kind: Text["kind"], piece: AbstractValue): string | undefined {
  if (piece.kind === kind)
    return Array.from(piece.value as string).length === 1 ? (piece.value as string) : undefined;
  if (piece.kind !== "int" || (kind === "bytes" && piece.value > 255n)) return undefined;
  const one = formatOne(piece, "c");
  return one.kind === "str" ? one.value : undefined;
}

/** What `%s`, `%r`, `%a` and `%b` put in place of a value. */
function textFor(kind: Text["kind"], piece: AbstractValue, letter: string): string | undefined {
  if (kind === "bytes") {
    if (letter === "s" || letter === "b") return piece.kind === "bytes" ? piece.value : undefined;
    return letter === "a" || letter === "r" ? reprOfOne(piece, true) : undefined;
  }
  if (letter === "r" || letter === "a") return reprOfOne(piece, letter === "a");
  if (letter !== "s") return undefined;
  if (piece.kind === "bytes") return reprOf(piece);
  const one = formatOne(piece, "");
  return one.kind === "str" ? one.value : undefined;
}

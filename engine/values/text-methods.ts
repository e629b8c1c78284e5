import {
  charactersOf,
  clamp,
  countText,
  findText,
  replaceText,
  splitFromRight,
  splitText,
  type TextKind,
} from "./characters.ts";
import { center, maxWidth, pad, zeroFill, type Align } from "./format.ts";
import { askLetters, caseChanges, changeCase, letterQuestions } from "./letters.ts";
import { signature, type GivenArguments } from "./signature.ts";
import { expandTabs, linesOf, stripEnd, stripStart, wordsFromRight, wordsOf } from "./spaces.ts";
import { integerOf, isText, raises, type Concrete, type ConcreteText, type Outcome } from "./value.ts";

type Matched = ReadonlyMap<string, Concrete>;
type Fold = (of: ConcreteText, args: Matched) => Outcome;
type Method = (of: ConcreteText, given: GivenArguments<Concrete>) => Outcome;

const maxPieces = 4000;

const int = (value: number): Concrete => ({ kind: "int", value: BigInt(value) });
const bool = (value: boolean): Concrete => ({ kind: "bool", value });
const same = ({ kind }: ConcreteText, value: string): Concrete => ({ kind, value });

const list = (kind: "list" | "tuple", of: ConcreteText, pieces: readonly string[]): Outcome =>
  pieces.length > maxPieces ? undefined : { kind, items: pieces.map((piece) => same(of, piece)) };

function method(parameters: string, fold: Fold): Method {
  const match = signature(parameters);
  return (of, given) => {
    const args = match(given);
    return args && fold(of, args);
  };
}

function textOf(kind: TextKind, value: Concrete | undefined): string | undefined {
  return value && isText(value) && value.kind === kind ? value.value : undefined;
}

function flagOf(value: Concrete | undefined): boolean | undefined {
  return value?.kind === "bool" ? value.value : undefined;
}

/** Whether an argument may as well not be there. */
const isLeftOut = (value: Concrete | undefined): boolean => value === undefined || value.kind === "none";

/** A number of times; undefined when it is none or larger than Python takes. */
function timesOf(value: Concrete | undefined, otherwise: number): number | undefined {
  if (value === undefined) return otherwise;
  const times = integerOf(value);
  return times === undefined || times >= 1n << 63n || times < -(1n << 63n) ? undefined : Number(times);
}

/** The part of a text that `start` and `end` of a search choose. */
function rangeOf(args: Matched): Readonly<{ start: number; end: number }> | undefined {
  const [start, end] = (["start", "end"] as const).map((name) => {
    const value = args.get(name);
    return value === undefined || value.kind === "none"
      ? name === "start"
        ? 0n
        : 1n << 62n
      : integerOf(value);
  });
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) };
}

const strip =
  (start: boolean, end: boolean): Fold =>
  (of, args) => {
    const chars = args.get("chars");
    if (isLeftOut(chars)) {
      const left = start ? stripStart(of.value, of.kind) : of.value;
      return same(of, end ? stripEnd(left, of.kind) : left);
    }
    const signs = textOf(of.kind, chars);
    if (signs === undefined) return undefined;
    const dropped = new Set(charactersOf(signs));
    const all = charactersOf(of.value);
    let [from, to] = [0, all.length];
    while (start && from < to && dropped.has(all[from]!)) from += 1;
    while (end && to > from && dropped.has(all[to - 1]!)) to -= 1;
    return same(of, all.slice(from, to).join(""));
  };

const split =
  (isFromRight: boolean): Fold =>
  (of, args) => {
    const count = timesOf(args.get("maxsplit"), -1);
    if (count === undefined) return undefined;
    if (isLeftOut(args.get("sep")))
      return list("list", of, (isFromRight ? wordsFromRight : wordsOf)(of.value, of.kind, count));
    const by = textOf(of.kind, args.get("sep"));
    if (by === undefined || by === "") return undefined;
    return list("list", of, (isFromRight ? splitFromRight : splitText)(of.value, by, count));
  };

const partition =
  (isFromRight: boolean): Fold =>
  (of, args) => {
    const by = textOf(of.kind, args.get("sep"));
    if (by === undefined || by === "") return undefined;
    const at = isFromRight ? of.value.lastIndexOf(by) : of.value.indexOf(by);
    const whole = isFromRight ? ["", "", of.value] : [of.value, "", ""];
    return list("tuple", of, at < 0 ? whole : [of.value.slice(0, at), by, of.value.slice(at + by.length)]);
  };

const edge =
  (holds: (whole: string, part: string) => boolean): Fold =>
  (of, args) => {
    const range = rangeOf(args);
    const given = args.get("prefix");
    const parts = (given?.kind === "tuple" ? given.items : [given]).map((part) => textOf(of.kind, part));
    if (range === undefined || parts.includes(undefined)) return undefined;
    const all = charactersOf(of.value);
    const [from, to] = [clamp(range.start, all.length), clamp(range.end, all.length)];
    const within = all.slice(from, to).join("");
    return bool(
      from <= all.length && parts.some((part) => (from <= to || part !== "") && holds(within, part!)),
    );
  };

const find =
  (isLast: boolean, mustBeThere: boolean): Fold =>
  (of, args) => {
    const part = textOf(of.kind, args.get("sub"));
    const range = rangeOf(args);
    if (part === undefined || range === undefined) return undefined;
    const at = findText(of.value, part, { ...range, isLast });
    return at < 0 && mustBeThere ? raises("ValueError") : int(at);
  };

const count: Fold = (of, args) => {
  const part = textOf(of.kind, args.get("sub"));
  const range = rangeOf(args);
  if (part === undefined || range === undefined) return undefined;
  const all = charactersOf(of.value);
  const [from, to] = [clamp(range.start, all.length), clamp(range.end, all.length)];
  if (from > all.length || from > Math.min(to, all.length)) return int(0);
  return int(countText(all.slice(from, to).join(""), part));
};

const replace: Fold = (of, args) => {
  const part = textOf(of.kind, args.get("old"));
  const by = textOf(of.kind, args.get("new"));
  const times = timesOf(args.get("count"), -1);
  if (part === undefined || by === undefined || times === undefined) return undefined;
  return same(of, replaceText(of.value, part, by, times));
};

const widen =
  (align: Align): Fold =>
  (of, args) => {
    const width = timesOf(args.get("width"), 0);
    const fill = args.has("fillchar") ? textOf(of.kind, args.get("fillchar")) : " ";
    if (width === undefined || width > maxWidth || fill === undefined || charactersOf(fill).length !== 1)
      return undefined;
    return same(of, align === "^" ? center(of.value, width, fill) : pad(of.value, width, fill, align));
  };

const searching = "sub start? end? /";

/** The methods of strings and bytes that are worked out when everything about the call is known. */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...caseChanges.map((name): [string, Method] => [
    name,
    method("", (of) => {
      const changed =
        name === "casefold" && of.kind === "bytes" ? undefined : changeCase(name, of.value, of.kind);
      return changed === undefined ? undefined : same(of, changed);
    }),
  ]),
  ...letterQuestions.map((name): [string, Method] => [
    name,
    method("", (of) => {
      const answer = askLetters(name, of.value, of.kind);
      return answer === undefined ? undefined : bool(answer);
    }),
  ]),
  ["strip", method("chars? /", strip(true, true))],
  ["lstrip", method("chars? /", strip(true, false))],
  ["rstrip", method("chars? /", strip(false, true))],
  ["split", method("sep? maxsplit?", split(false))],
  ["rsplit", method("sep? maxsplit?", split(true))],
  [
    "splitlines",
    method("keepends?", (of, args) => {
      const keepsEnds = args.has("keepends") ? flagOf(args.get("keepends")) : false;
      return keepsEnds === undefined ? undefined : list("list", of, linesOf(of.value, of.kind, keepsEnds));
    }),
  ],
  ["partition", method("sep /", partition(false))],
  ["rpartition", method("sep /", partition(true))],
  [
    "startswith",
    method(
      "prefix start? end? /",
      edge((whole, part) => whole.startsWith(part)),
    ),
  ],
  [
    "endswith",
    method(
      "prefix start? end? /",
      edge((whole, part) => whole.endsWith(part)),
    ),
  ],
  [
    "removeprefix",
    method("prefix /", (of, args) => {
      const other = textOf(of.kind, args.get("prefix"));
      if (other === undefined) return undefined;
      return same(of, of.value.startsWith(other) ? of.value.slice(other.length) : of.value);
    }),
  ],
  [
    "removesuffix",
    method("suffix /", (of, args) => {
      const other = textOf(of.kind, args.get("suffix"));
      if (other === undefined) return undefined;
      return same(
        of,
        of.value.endsWith(other) ? of.value.slice(0, of.value.length - other.length) : of.value,
      );
    }),
  ],
  ["replace", (of, given) => (of.kind === "str" ? replacing.text : replacing.bytes)(of, given)],
  ["center", method("width fillchar? /", widen("^"))],
  ["ljust", method("width fillchar? /", widen("<"))],
  ["rjust", method("width fillchar? /", widen(">"))],
  [
    "zfill",
    method("width /", (of, args) => {
      const width = timesOf(args.get("width"), 0);
      return width === undefined || width > maxWidth ? undefined : same(of, zeroFill(of.value, width));
    }),
  ],
  [
    "expandtabs",
    method("tabsize?", (of, args) => {
      const size = timesOf(args.get("tabsize"), 8);
      return size === undefined || Math.abs(size) > 100 ? undefined : same(of, expandTabs(of.value, size));
    }),
  ],
  ["find", method(searching, find(false, false))],
  ["rfind", method(searching, find(true, false))],
  ["index", method(searching, find(false, true))],
  ["rindex", method(searching, find(true, true))],
  ["count", method(searching, count)],
  [
    "hex",
    method("", (of) => {
      return of.kind === "bytes"
        ? { kind: "str", value: Buffer.from(of.value, "latin1").toString("hex") }
        : undefined;
    }),
  ],
]);

const replacing = {
  text: method("old new / count?", replace),
  bytes: method("old new count? /", replace),
};

/** What a method of a text or of bytes answers when everything it is given is known. */
export function callTextMethod(of: ConcreteText, name: string, given: GivenArguments<Concrete>): Outcome {
  return methods.get(name)?.(of, given);
}

export const textMethods: readonly string[] = [...methods.keys()];

import { charactersOf, clamp, countText, findText } from "../values/characters.ts";
import { replaceText, splitFromRight, splitText } from "../values/characters.ts";
import { decodeBytes, encodeText, encodingOf } from "../values/codecs.ts";
import { askLetters, caseChanges, changeCase, letterQuestions } from "../values/letters.ts";
import { center, maxWidth, pad, zeroFill, type Align } from "../values/format.ts";
import { expandTabs, linesOf, stripEnd, stripStart, wordsFromRight, wordsOf } from "../values/spaces.ts";
import { joinText, translateText } from "./fold-join.ts";
import type { Given } from "./machine.ts";
import { signature, type Matched } from "./signature.ts";
import { taintOf } from "./taint.ts";
import {
  bool,
  bytes,
  int,
  items,
  onlyBool,
  onlyInt,
  onlyItems,
  onlyTextOf,
  tainted,
  text,
  type Text,
  type Value,
} from "./value.ts";

type Fold = (of: Text, args: Matched) => Value | undefined;
type Method = (of: Text, given: Given) => Value | undefined;

const maxPieces = 4000;

const same = (of: Text, value: string): Value =>
  of.kind === "str" ? text(value, of.decoded) : bytes(value, of.decoded);

const list = (kind: "list" | "tuple", of: Text, pieces: readonly string[]): Value | undefined =>
  pieces.length > maxPieces
    ? undefined
    : items(
        kind,
        pieces.map((piece) => same(of, piece)),
      );

function method(parameters: string, fold: Fold): Method {
  const match = signature(parameters);
  return (of, given) => {
    const args = match(given);
    return args && fold(of, args);
  };
}

/** What an argument is worth that may be left out, or be `None`. */
const isLeftOut = (value: Value | undefined): boolean =>
  value === undefined || (value.length === 1 && value[0]!.kind === "none");

/** A number of times; undefined when it is not known or larger than Python takes. */
function timesOf(value: Value | undefined, otherwise: number): number | undefined {
  if (value === undefined) return otherwise;
  const times = onlyInt(value);
  return times === undefined || times >= 1n << 63n || times < -(1n << 63n) ? undefined : Number(times);
}

/** The part of a text that `start` and `end` of a search choose. */
function rangeOf(args: Matched): Readonly<{ start: number; end: number }> | undefined {
  const [start, end] = (["start", "end"] as const).map((name) =>
    isLeftOut(args.get(name)) ? (name === "start" ? 0n : 1n << 62n) : onlyInt(args.get(name)),
  );
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
    const signs = onlyTextOf(of.kind, chars);
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
    const by = onlyTextOf(of.kind, args.get("sep"));
    if (by === undefined || by === "") return undefined;
    return list("list", of, (isFromRight ? splitFromRight : splitText)(of.value, by, count));
  };

const partition =
  (isFromRight: boolean): Fold =>
  (of, args) => {
    const by = onlyTextOf(of.kind, args.get("sep"));
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
    const parts = (given?.[0]?.kind === "tuple" ? onlyItems(given) : given && [given])?.map((part) =>
      onlyTextOf(of.kind, part),
    );
    if (range === undefined || parts === undefined || parts.includes(undefined)) return undefined;
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
    const part = onlyTextOf(of.kind, args.get("sub"));
    const range = rangeOf(args);
    if (part === undefined || range === undefined) return undefined;
    const at = findText(of.value, part, { ...range, isLast });
    return at < 0 && mustBeThere ? undefined : int(at);
  };

const count: Fold = (of, args) => {
  const part = onlyTextOf(of.kind, args.get("sub"));
  const range = rangeOf(args);
  if (part === undefined || range === undefined) return undefined;
  const all = charactersOf(of.value);
  const [from, to] = [clamp(range.start, all.length), clamp(range.end, all.length)];
  if (from > all.length || from > Math.min(to, all.length)) return int(0);
  return int(countText(all.slice(from, to).join(""), part));
};

const replace: Fold = (of, args) => {
  const part = onlyTextOf(of.kind, args.get("old"));
  const by = onlyTextOf(of.kind, args.get("new"));
  const times = timesOf(args.get("count"), -1);
  if (part === undefined || by === undefined || times === undefined) return undefined;
  return same(of, replaceText(of.value, part, by, times));
};

const widen =
  (align: Align): Fold =>
  (of, args) => {
    const width = timesOf(args.get("width"), 0);
    const fill = args.has("fillchar") ? onlyTextOf(of.kind, args.get("fillchar")) : " ";
    if (width === undefined || width > maxWidth || fill === undefined || charactersOf(fill).length !== 1)
      return undefined;
    return same(of, align === "^" ? center(of.value, width, fill) : pad(of.value, width, fill, align));
  };

/** The encoding a call names, with whatever is to be done about errors: where there are none, it does not matter. */
function codecOf(args: Matched): ReturnType<typeof encodingOf> {
  if (args.has("errors") && onlyTextOf("str", args.get("errors")) === undefined) return undefined;
  const name = args.has("encoding") ? onlyTextOf("str", args.get("encoding")) : "utf-8";
  return name === undefined ? undefined : encodingOf(name);
}

export function encodeWith(value: string, args: Matched): string | undefined {
  const encoding = codecOf(args);
  return encoding && encodeText(value, encoding);
}

export function decodeWith(value: string, args: Matched): string | undefined {
  const encoding = codecOf(args);
  return encoding && decodeBytes(value, encoding);
}

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
      const keepsEnds = args.has("keepends") ? onlyBool(args.get("keepends")) : false;
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
      const other = onlyTextOf(of.kind, args.get("prefix"));
      if (other === undefined) return undefined;
      return same(of, of.value.startsWith(other) ? of.value.slice(other.length) : of.value);
    }),
  ],
  [
    "removesuffix",
    method("suffix /", (of, args) => {
      const other = onlyTextOf(of.kind, args.get("suffix"));
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
      return size === undefined || size > 100 ? undefined : same(of, expandTabs(of.value, size));
    }),
  ],
  ["find", method(searching, find(false, false))],
  ["rfind", method(searching, find(true, false))],
  ["index", method(searching, find(false, true))],
  ["rindex", method(searching, find(true, true))],
  ["count", method(searching, count)],
  [
    "encode",
    method("encoding? errors?", (of, args) => {
      const encoded = of.kind === "str" ? encodeWith(of.value, args) : undefined;
      return encoded === undefined ? undefined : bytes(encoded, of.decoded);
    }),
  ],
  [
    "decode",
    method("encoding? errors?", (of, args) => {
      const decoded = of.kind === "bytes" ? decodeWith(of.value, args) : undefined;
      return decoded === undefined ? undefined : text(decoded, of.decoded);
    }),
  ],
  [
    "hex",
    method("", (of) => {
      return of.kind === "bytes" ? text(Buffer.from(of.value, "latin1").toString("hex")) : undefined;
    }),
  ],
  ["tolist", method("", (of) => (of.kind === "bytes" ? items("list", [...onlyItems([of])!]) : undefined))],
  ["tobytes", method("", (of) => (of.kind === "bytes" ? [of] : undefined))],
  [
    "translate",
    method("table / delete?", (of, args) => translateText(of, args.get("table")!, args.get("delete"))),
  ],
  ["join", method("parts /", (of, args) => joinText(of, args.get("parts")!))],
]);

const replacing = {
  text: method("old new / count?", replace),
  bytes: method("old new count? /", replace),
};

export const textMethods: readonly string[] = [...methods.keys()];

/** What a method of a string answers; a method that cannot be worked out answers text of the same origins. */
export function foldTextMethod(of: Text, name: string, given: Given): Value {
  return methods.get(name)?.(of, given) ?? tainted(taintOf([of], ...given.args, ...given.keywords.values()));
}

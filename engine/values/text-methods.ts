import { centerText, padText, zeroFill } from "../kernel/padding.ts";
import {
  expandTabs,
  splitLines,
  splitWords,
  splitWordsFromRight,
  stripChars,
  trimEnd,
  trimStart,
} from "../kernel/spaces.ts";
import * as kernel from "../kernel/text-search.ts";
import { maxWidth } from "./format.ts";
import { askLetters, caseChanges, changeCase, letterQuestions } from "./letters.ts";
import { signature, type GivenArguments } from "./signature.ts";
import { spacesOf, type TextKind } from "./spaces.ts";
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

/** A count of which one below 0 means all. */
function upTo(value: Concrete | undefined): number | undefined {
  const times = timesOf(value, -1);
  return times !== undefined && times < 0 ? Infinity : times;
}

/** A number of times; undefined when it is none or larger than Python takes. */
function timesOf(value: Concrete | undefined, otherwise: number): number | undefined {
  if (value === undefined) return otherwise;
  const times = integerOf(value);
  return times === undefined || times >= 1n << 63n || times < -(1n << 63n) ? undefined : Number(times);
}

/** A bound of a search: undefined where it is left out, null where it is no whole number. */
function boundOf(value: Concrete | undefined): number | undefined | null {
  if (value === undefined || value.kind === "none") return undefined;
  const at = integerOf(value);
  return at === undefined ? null : Number(at);
}

/** The part of a text that `start` and `end` of a search choose: null for none, undefined where nobody can say. */
function rangeOf(of: ConcreteText, args: Matched): kernel.TextRange | null | undefined {
  const [start, end] = [boundOf(args.get("start")), boundOf(args.get("end"))];
  return start === null || end === null ? undefined : (kernel.searchRange(of.value, start, end) ?? null);
}

const strip =
  (start: boolean, end: boolean): Fold =>
  (of, args) => {
    const chars = args.get("chars");
    if (isLeftOut(chars)) {
      const left = start ? trimStart(of.value, spacesOf[of.kind]) : of.value;
      return same(of, end ? trimEnd(left, spacesOf[of.kind]) : left);
    }
    const signs = textOf(of.kind, chars);
    return signs === undefined ? undefined : same(of, stripChars(of.value, signs, start, end));
  };

const split =
  (isFromRight: boolean): Fold =>
  (of, args) => {
    const count = upTo(args.get("maxsplit"));
    if (count === undefined) return undefined;
    if (isLeftOut(args.get("sep")))
      return list(
        "list",
        of,
        (isFromRight ? splitWordsFromRight : splitWords)(of.value, count, spacesOf[of.kind]),
      );
    const by = textOf(of.kind, args.get("sep"));
    if (by === undefined || by === "") return undefined;
    return list("list", of, (isFromRight ? kernel.splitFromRight : kernel.splitText)(of.value, by, count));
  };

const partition =
  (isFromRight: boolean): Fold =>
  (of, args) => {
    const by = textOf(of.kind, args.get("sep"));
    if (by === undefined || by === "") return undefined;
    return list("tuple", of, kernel.partitionText(of.value, by, isFromRight));
  };

const edge =
  (holds: (whole: string, part: string) => boolean): Fold =>
  (of, args) => {
    const range = rangeOf(of, args);
    const given = args.get("prefix");
    const parts = (given?.kind === "tuple" ? given.items : [given]).map((part) => textOf(of.kind, part));
    if (range === undefined || parts.includes(undefined)) return undefined;
    return bool(range !== null && parts.some((part) => holds(of.value.slice(...range), part!)));
  };

const find =
  (isLast: boolean, mustBeThere: boolean): Fold =>
  (of, args) => {
    const part = textOf(of.kind, args.get("sub"));
    const range = rangeOf(of, args);
    if (part === undefined || range === undefined) return undefined;
    const at = kernel.findText(of.value, part, range ?? undefined, isLast);
    return at < 0 && mustBeThere ? raises("ValueError") : int(at);
  };

const count: Fold = (of, args) => {
  const part = textOf(of.kind, args.get("sub"));
  const range = rangeOf(of, args);
  if (part === undefined || range === undefined) return undefined;
  return int(kernel.countText(of.value, part, range ?? undefined));
};

const replace: Fold = (of, args) => {
  const part = textOf(of.kind, args.get("old"));
  const by = textOf(of.kind, args.get("new"));
  const times = upTo(args.get("count"));
  if (part === undefined || by === undefined || times === undefined) return undefined;
  return same(of, kernel.replaceText(of.value, part, by, times));
};

const widen =
  (align: string): Fold =>
  (of, args) => {
    const width = timesOf(args.get("width"), 0);
    const fill = args.has("fillchar") ? textOf(of.kind, args.get("fillchar")) : " ";
    if (width === undefined || width > maxWidth || fill === undefined || Array.from(fill).length !== 1)
      return undefined;
    return same(
      of,
      align === "^" ? centerText(of.value, width, fill) : padText(of.value, width, fill, align),
    );
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
      return keepsEnds === undefined
        ? undefined
        : list("list", of, splitLines(of.value, keepsEnds, spacesOf[of.kind]));
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
      return other === undefined ? undefined : same(of, kernel.removePrefix(of.value, other));
    }),
  ],
  [
    "removesuffix",
    method("suffix /", (of, args) => {
      const other = textOf(of.kind, args.get("suffix"));
      return other === undefined ? undefined : same(of, kernel.removeSuffix(of.value, other));
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

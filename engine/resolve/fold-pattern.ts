import { isAscii } from "../kernel/characters.ts";
import type { Given } from "./machine.ts";
import { signature } from "./signature.ts";
import { bytes, onlyInt, onlyTextOf, text, type PossibleValues } from "./value.ts";

const match = signature("pattern repl string count?");

/** `re.sub` with a pattern so simple that it means the same everywhere: plain text, or one kind of character. */
export function substitutePattern(given: Given): PossibleValues | undefined {
  const args = match(given);
  if (args === undefined) return undefined;
  const kind = args.get("string")![0]?.kind === "bytes" ? "bytes" : "str";
  const [pattern, by, of] = ["pattern", "repl", "string"].map((name) => onlyTextOf(kind, args.get(name)));
  const count = args.has("count") ? onlyInt(args.get("count")) : 0n;
  if (pattern === undefined || by === undefined || of === undefined || by.includes("\\")) return undefined;
  const pieces = splitAt(pattern, kind, of);
  if (pieces === undefined || count === undefined || count < 0n) return undefined;
  const max = count === 0n ? Infinity : Number(count);
  const changed = pieces.map(({ piece, isFound, nth }) => (isFound && nth <= max ? by : piece)).join("");
  return kind === "str" ? text(changed, true) : bytes(changed, true);
}

/** A piece of a text: what the pattern finds, the `nth` time, or what stands between. */
type Piece = Readonly<{ piece: string; isFound: boolean; nth: number }>;

function splitAt(pattern: string, kind: "str" | "bytes", of: string): Piece[] | undefined {
  if (/^[^\\.^$*+?{}[\]|()/-]+$/u.test(pattern)) return atText(pattern, of);
  const [whole, named, set, more] =
    /^(?:\\([dwsDWS])|\[(\^?[^\\[\]^&~|-][^\\[\]&~|]*)\])(\+?)$/u.exec(pattern) ?? [];
  if (whole === undefined) return undefined;
  // Beyond ASCII the classes of text depend on the version of Unicode.
  if (named !== undefined && kind === "str" && !isAscii(of)) return undefined;
  const isRead = named === undefined ? readerOf(set!) : readerOf(classes[kind][named as "d"]);
  return isRead && atCharacters(isRead, more === "+", of);
}

/** What the classes of characters hold, as far as ASCII goes. */
const classes = {
  str: both({ d: "0-9", w: "A-Za-z0-9_", s: " \t-\r\x1c-\x1f" }),
  bytes: both({ d: "0-9", w: "A-Za-z0-9_", s: " \t-\r" }),
} as const;

function both({ d, w, s }: Readonly<Record<"d" | "w" | "s", string>>) {
  return { d, w, s, D: `^${d}`, W: `^${w}`, S: `^${s}` } as const;
}

/** Whether a set such as `a-z_` or `^0-9` holds a character. Undefined where a range runs backwards. */
function readerOf(set: string): ((character: string) => boolean) | undefined {
  const isInverted = set.startsWith("^");
  const written = Array.from(isInverted ? set.slice(1) : set, (character) => character.codePointAt(0)!);
  const ranges: [from: number, to: number][] = [];
  for (let at = 0; at < written.length; at += 1) {
    const isRange = written[at + 1] === hyphen && at + 2 < written.length;
    ranges.push([written[at]!, written[isRange ? at + 2 : at]!]);
    if (isRange) at += 2;
  }
  if (ranges.some(([from, to]) => from > to)) return undefined;
  return (character) => {
    const point = character.codePointAt(0)!;
    return ranges.some(([from, to]) => from <= point && point <= to) !== isInverted;
  };
}

const hyphen = "-".codePointAt(0)!;

function atText(searched: string, of: string): Piece[] {
  return of.split(searched).flatMap((piece, nth) => {
    const between = { piece, isFound: false, nth };
    return nth === 0 ? [between] : [{ piece: searched, isFound: true, nth }, between];
  });
}

function atCharacters(isRead: (character: string) => boolean, inRuns: boolean, of: string): Piece[] {
  const pieces: { piece: string; isFound: boolean; nth: number }[] = [];
  let nth = 0;
  for (const character of of) {
    const isFound = isRead(character);
    const last = pieces.at(-1);
    if (last?.isFound === isFound && (inRuns || !isFound)) last.piece += character;
    else pieces.push({ piece: character, isFound, nth: isFound ? (nth += 1) : nth });
  }
  return pieces;
}

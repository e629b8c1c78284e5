import { isAscii } from "../values/characters.ts";
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
  const search = searchFor(pattern, kind, of);
  if (search === undefined || count === undefined || count < 0n) return undefined;
  let left = count === 0n ? Infinity : Number(count);
  const changed = of.replaceAll(search, (found) => (left-- > 0 ? by : found));
  return kind === "str" ? text(changed, true) : bytes(changed, true);
}

/** What the classes of characters hold, as far as ASCII goes. */
const classes = {
  str: { d: "0-9", w: "A-Za-z0-9_", s: " \\t-\\r\\x1c-\\x1f" },
  bytes: { d: "0-9", w: "A-Za-z0-9_", s: " \\t-\\r" },
} as const;

function searchFor(pattern: string, kind: "str" | "bytes", of: string): RegExp | undefined {
  if (/^[^\\.^$*+?{}[\]|()/-]+$/u.test(pattern)) return new RegExp(pattern, "gu");
  const [whole, named, set, more] =
    /^(?:\\([dwsDWS])|\[(\^?[^\\[\]^&~|-][^\\[\]&~|]*)\])(\+?)$/u.exec(pattern) ?? [];
  if (whole === undefined) return undefined;
  if (named !== undefined) {
    // Beyond ASCII the classes of text depend on the version of Unicode.
    if (kind === "str" && !isAscii(of)) return undefined;
    const inside = classes[kind][named.toLowerCase() as "d" | "w" | "s"];
    return new RegExp(`[${named < "a" ? "^" : ""}${inside}]${more}`, "gu");
  }
  try {
    return new RegExp(`[${set!.replaceAll("/", "\\/")}]${more}`, "gu");
  } catch {
    return undefined;
  }
}

import type { Operator } from "../tree/nodes.ts";
import { formatPercent } from "./fold-percent.ts";
import { addPieces } from "./mixed.ts";
import { taintOf, taints } from "./taint.ts";
import { addEntries } from "./fold-items.ts";
import {
  anything,
  bool,
  bytes,
  int,
  items,
  onlyInt,
  reference,
  tainted,
  text,
  maxTextLength,
  type Entries,
  type Items,
  type Thing,
  type Value,
} from "./value.ts";

/** What an operator makes of two values, tried on each pair of things they may be. */
export function foldOperator(op: Operator, left: Value, right: Value): Value {
  const results: Thing[] = [];
  for (const a of left.slice(0, 4)) {
    for (const b of right.slice(0, 4)) {
      const folded = foldPair(op, a, b, right);
      if (folded === undefined) results.push(...unfolded(left, right));
      else results.push(...folded);
      if (results.length > 8) return [...results.slice(0, 8), ...unfolded(left, right)];
    }
  }
  return results.length === 0 ? anything : results;
}

function unfolded(left: Value, right: Value): Value {
  return tainted(taintOf(left, right));
}

function foldPair(op: Operator, a: Thing, b: Thing, right: Value): Value | undefined {
  if (op === "Mod" && (a.kind === "str" || a.kind === "mixed" || a.kind === "bytes"))
    return formatPercent(a, right);
  if (op === "Add") return add(a, b);
  if (op === "Mult" && isSequence(a) && b.kind === "int") return repeat(a, Number(b.value));
  if (op === "Mult" && isSequence(b) && a.kind === "int") return repeat(b, Number(a.value));
  if (op === "Mult" && (a.kind === "str" || b.kind === "str")) return tainted(taints.harmless);
  if (op === "Mult" && (a.kind === "list" || b.kind === "list"))
    return [{ ...(a.kind === "list" ? a : (b as Items)), isOpen: true }];
  // `Path(a) / b` is a path made of both.
  if (op === "Div" && a.kind === "reference" && a.path.startsWith("pathlib."))
    return reference("pathlib.Path()", taintOf([a], [b]));
  if (op === "BitOr" && a.kind === "dict" && b.kind === "dict") return merged(a, b);
  const m = onlyInt([a]);
  const n = onlyInt([b]);
  if (m === undefined || n === undefined) return undefined;
  if (a.kind === "bool" && b.kind === "bool" && op.startsWith("Bit")) {
    const [number] = arithmetic(op, m, n) ?? [];
    return number?.kind === "int" ? bool(number.value !== 0n) : undefined;
  }
  return arithmetic(op, m, n);
}

type Sequence = Items | Extract<Thing, { kind: "str" | "bytes" }>;

function isSequence(thing: Thing): thing is Sequence {
  if (thing.kind === "list") return thing.isPassing !== true;
  return thing.kind === "str" || thing.kind === "bytes" || thing.kind === "tuple";
}

/** `a | b`, or `{**a, **b}`: what `b` has under the same key counts. */
function merged(a: Entries, b: Entries): Value {
  const both: Entries = { kind: "dict", entries: new Map(a.entries), isOpen: a.isOpen };
  addEntries(both, b);
  return [both];
}

function add(a: Thing, b: Thing): Value | undefined {
  if (a.kind === "str" && b.kind === "str") return text(a.value + b.value, a.decoded || b.decoded);
  if (a.kind === "bytes" && b.kind === "bytes") return bytes(a.value + b.value, a.decoded || b.decoded);
  const [m, n] = [onlyInt([a]), onlyInt([b])];
  if (m !== undefined && n !== undefined) return int(m + n);
  if (isSequence(a) && isSequence(b) && "items" in a && "items" in b && a.kind === b.kind) {
    const isTooMany = a.items.length + b.items.length > 2000;
    return items(a.kind, [...a.items, ...b.items].slice(0, 2000), a.isOpen || b.isOpen || isTooMany);
  }
  const mayBeText = (thing: Thing): boolean => ["str", "mixed", "anything", "reference"].includes(thing.kind);
  const isText = (thing: Thing): boolean => thing.kind === "str" || thing.kind === "mixed";
  return (isText(a) && mayBeText(b)) || (isText(b) && mayBeText(a)) ? addPieces([a, b]) : undefined;
}

function repeat(thing: Sequence, times: number): Value | undefined {
  const count = Math.max(0, times);
  if ("value" in thing) {
    if (thing.value.length * count > maxTextLength) return undefined;
    const repeated = thing.value === "" ? "" : thing.value.repeat(count);
    return thing.kind === "str" ? text(repeated, thing.decoded) : bytes(repeated, thing.decoded);
  }
  if (thing.items.length * count > 2000 || count > 2000) return undefined;
  return items(thing.kind, Array.from({ length: count }, () => thing.items).flat(), thing.isOpen);
}

function arithmetic(op: Operator, m: bigint, n: bigint): Value | undefined {
  switch (op) {
    case "Sub":
      return int(m - n);
    case "Mult":
      return int(m * n);
    case "FloorDiv":
      return n === 0n ? undefined : int((m - (((m % n) + n) % n)) / n);
    case "Mod":
      return n === 0n ? undefined : int(((m % n) + n) % n);
    case "BitXor":
      return int(m ^ n);
    case "BitAnd":
      return int(m & n);
    case "BitOr":
      return int(m | n);
    case "LShift":
      return n >= 0n && n < 4096n ? int(m << n) : undefined;
    case "RShift":
      return n >= 0n ? int(m >> n) : undefined;
    case "Pow":
      return n >= 0n && n < 512n && m < 1n << 64n && -m < 1n << 64n ? int(m ** n) : undefined;
    case "Div":
      return n !== 0n && m % n === 0n ? [{ kind: "float" }] : undefined;
    default:
      return undefined;
  }
}

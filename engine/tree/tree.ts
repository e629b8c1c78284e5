import { readLiteral } from "./literals.ts";
import type { Module, Node } from "./nodes.ts";
import { parse, type Parsed } from "./parse.ts";
import { readPositions, type Positions } from "../text/positions.ts";

/** A Python text and its parse tree. */
export type Tree = Readonly<{
  text: string;
  module: Module;
  /** Every node, a node before its parts, in the order of CPython's fields. */
  nodes: readonly Node[];
  positions: Positions;
}>;

/** Reads a text that is known to be valid Python. Undefined when the parser cannot, which says nothing about the text. */
export function readTree(text: string): Tree | undefined {
  const mark = text.startsWith("\u{feff}") ? 1 : 0;
  const parsed = parse(text.slice(mark));
  if (!parsed) return undefined;
  const positions = readPositions(text);
  const drafts = convert(parsed, text, mark);
  for (const at of parsed.asyncs) markAsync(drafts, at + mark);
  const nodes = drafts as unknown as Node[];
  return { text, module: nodes[0] as Module, nodes, positions };
}

type Raw = {
  nodeType: string;
  lineno?: number;
  col_offset?: number;
  end_lineno?: number;
  end_col_offset?: number;
} & Record<string, unknown>;
type Draft = { kind: string; start: number; end: number; parent: Draft | undefined } & Record<
  string,
  unknown
>;

const placing = new Set([
  "nodeType",
  "lineno",
  "col_offset",
  "end_lineno",
  "end_col_offset",
  "quote_style",
  "kind",
]);
const operators = new Set(["op", "ops", "ctx"]);

/** A part that is still to be read, and where it goes: into a field of its parent, or into a place of the list there. */
type Waiting = Readonly<{ raw: Raw; parent: Draft; field: string; at: number }>;
const alone = -1;

/** Works through a list, never by recursion: a sum of nine thousand terms is a tree of that depth. */
function convert({ module, offset, names, hidden }: Parsed, text: string, mark: number): Draft[] {
  const drafts: Draft[] = [];
  const waiting: Waiting[] = [];
  // The parser never saw the byte order mark.
  const places = {
    length: text.length,
    offset: (line: number, column: number) => offset(line, column) + mark,
  };
  read(module as Raw, undefined);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { raw, parent, field, at } = next;
    const draft = read(raw, parent);
    if (at === alone) parent[field] = draft;
    else (parent[field] as unknown[])[at] = draft;
  }
  for (const draft of drafts) if (draft.start < 0) draft.start = draft.end = draft.parent!.start;
  return drafts;

  function read(raw: Raw, parent: Draft | undefined): Draft {
    const draft = begin(raw, parent, places);
    stretch(parent, draft);
    drafts.push(draft);
    const first = waiting.length;
    for (const field of Object.keys(raw)) {
      if (placing.has(field)) continue;
      const value = raw[field];
      if (operators.has(field)) draft[field] = toName(value);
      else if (Array.isArray(value)) {
        draft[field] = value.map((item: unknown, at) => {
          if (!isRaw(item)) return isNaming(field, item) ? toPythonName(item, names) : item;
          waiting.push({ raw: item, parent: draft, field, at });
          return undefined;
        });
      } else if (isRaw(value)) waiting.push({ raw: value, parent: draft, field, at: alone });
      else draft[field] = isNaming(field, value) ? toPythonName(value, names) : value;
    }
    if (draft.kind === "Constant" || draft.kind === "MatchSingleton")
      draft.value = toLiteral(draft, text, hidden);
    // The first part is read first.
    for (let low = first, high = waiting.length - 1; low < high; low += 1, high -= 1)
      [waiting[low], waiting[high]] = [waiting[high]!, waiting[low]!];
    return draft;
  }
}

const naming = new Set(["id", "attr", "arg", "name", "asname", "module", "names", "rest", "kwd_attrs"]);

function isNaming(field: string, value: unknown): value is string {
  return typeof value === "string" && naming.has(field);
}

/** Python takes names for equal that look alike: `ｅｖａｌ` is `eval`. */
function toPythonName(read: string, names: ReadonlyMap<string, string>): string {
  // Several in the name of a module.
  const written = names.size === 0 ? read : read.replaceAll(/\w+/g, (word) => names.get(word) ?? word);
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\0-\x7f]*$/.test(written) ? written : written.normalize("NFKC");
}

/** The first `for` of a comprehension behind a hidden `async` is the one it belongs to. */
function markAsync(drafts: readonly Draft[], at: number): void {
  const behind = drafts.filter(({ kind, start }) => kind === "Comprehension" && start > at);
  const first = behind.toSorted((a, b) => a.start - b.start)[0];
  if (first) first["is_async"] = 1;
}

function begin(raw: Raw, parent: Draft | undefined, positions: Pick<Positions, "length" | "offset">): Draft {
  if (raw.nodeType === "Module") return { kind: "Module", start: 0, end: positions.length, parent };
  const placed = raw.lineno !== undefined;
  return {
    kind: raw.nodeType,
    start: placed ? positions.offset(raw.lineno!, raw.col_offset!) : -1,
    end: placed ? positions.offset(raw.end_lineno!, raw.end_col_offset!) : -1,
    parent,
  };
}

/** CPython gives some nodes no position (parameters, a comprehension's `for`); theirs is the range of their parts. */
function stretch(parent: Draft | undefined, part: Draft): void {
  if (parent === undefined || parent.kind === "Module" || !unplaced.has(parent.kind) || part.start < 0)
    return;
  if (parent.start < 0 || part.start < parent.start) parent.start = part.start;
  parent.end = Math.max(parent.end, part.end);
}

const unplaced = new Set(["Arguments", "Comprehension", "WithItem", "MatchCase"]);

function isRaw(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && "nodeType" in value;
}

function toName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toName);
  return isRaw(value) ? value.nodeType : value;
}

/** Text between the braces of an f-string is no literal of its own: it stays what the parser made of it. */
function toLiteral(draft: Draft, text: string, hidden: readonly number[]): unknown {
  const inside = draft.parent?.kind === "JoinedStr" || draft.parent?.kind === "TemplateStr";
  const read = inside ? undefined : readLiteral(text.slice(draft.start, draft.end));
  return (
    read ?? {
      type: "str",
      value: String(draft.value),
      exact: inside && isPlainlyWritten(draft, text, hidden),
    }
  );
}

/** Whether an f-string around a piece of text is free of escapes that the parser leaves as they are. */
function isPlainlyWritten(draft: Draft, text: string, hidden: readonly number[]): boolean {
  let around = draft;
  while (around.parent && (around.start < 0 || around.kind === "Constant")) around = around.parent;
  if (hidden.some((at) => around.start <= at && at < around.end)) return false;
  return !/\\(?:N\{|u[dD][89a-fA-F]|U0000[dD][89a-fA-F])/.test(text.slice(around.start, around.end));
}

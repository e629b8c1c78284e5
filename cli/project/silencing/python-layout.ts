import { parser } from "@lezer/python";

/** A comment as it is written, from its `#`. */
export type Comment = Readonly<{
  /** In UTF-16 units, as the text counts. */
  start: number;
  line: number;
  /** Code points, from 1. */
  column: number;
  text: string;
  /** No code stands before it on its line. */
  isAlone: boolean;
}>;

/** First and last line, from 1. */
export type LineSpan = readonly [first: number, last: number];

/** Where comments and statements of a text stand; also of one that cannot be parsed as a whole. */
export type PythonLayout = Readonly<{
  comments: readonly Comment[];
  /** The lines of the statements on a line; of a compound statement those of its header. */
  statementAt(line: number): LineSpan;
  /** The first statement behind a line, a definition with its decorators. */
  statementBehind(line: number): LineSpan | undefined;
  /** The last line of a text over several lines, or of lines that are joined: there a comment for this line stands. */
  commentLineOf(line: number): number;
}>;

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

export function readLayout(text: string): PythonLayout {
  const { topNode } = parser.parse(text);
  const { lineOf, startOf } = lineIndex(text);
  const spanOf = (from: number, to: number): LineSpan => [lineOf(from), lineOf(Math.max(from, to - 1))];
  const statements = headersIn(topNode)
    .map(({ from, to }) => spanOf(from, to))
    .toSorted((a, b) => a[0] - b[0]);
  const comments: Comment[] = [];
  const joined = new Map<number, number>();
  topNode.cursor().iterate(({ name, from, to }) => {
    if (name === "Comment") {
      const line = lineOf(from);
      const before = text.slice(startOf(line), from);
      const column = Array.from(before).length + 1;
      const isAlone = before.trim() === "";
      comments.push({ start: from, line, column, text: text.slice(from, to), isAlone });
    } else if (name === "String" || name === "FormatString") {
      const [first, last] = spanOf(from, to);
      for (let line = first; line < last; line += 1) joined.set(line, last);
    }
  });
  const lines = text.split(/\r\n|\r|\n/);
  const commented = new Set(comments.map(({ line }) => line));
  const isContinued = (line: number): boolean =>
    !commented.has(line) && lines[line - 1]?.trimEnd().endsWith("\\") === true;
  return {
    comments,
    statementAt: (line) => {
      const around = statements.filter(([first, last]) => first <= line && line <= last);
      return [
        Math.min(line, ...around.map(([first]) => first)),
        Math.max(line, ...around.map(([, last]) => last)),
      ];
    },
    statementBehind: (line) => {
      const isInside = statements.some(([first, last]) => first < line && line <= last);
      return isInside ? [line + 1, line + 1] : statements.find(([first]) => first > line);
    },
    commentLineOf: (line) => {
      let at = line;
      for (let next = at; ; at = next) {
        next = joined.get(at) ?? (isContinued(at) ? at + 1 : at);
        if (next === at) return at;
      }
    },
  };
}

type Extent = Readonly<{ from: number; to: number }>;

const containers: ReadonlySet<string> = new Set(["Script", "Body", "MatchBody", "StatementGroup"]);
const bodies: ReadonlySet<string> = new Set(["Body", "MatchBody"]);

/** Simple statements, and of the others what stands before each of their blocks. */
function headersIn(top: SyntaxNode): readonly Extent[] {
  const headers: Extent[] = [];
  const waiting = [top];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (containers.has(node.name)) {
      waiting.push(...childrenOf(node).filter(({ name }) => /^[A-Z]/.test(name) && name !== "Comment"));
      continue;
    }
    const parts = node.name === "DecoratedStatement" ? partsOfDecorated(node) : childrenOf(node);
    let start: number | undefined = node.from;
    for (const part of parts) {
      if (bodies.has(part.name)) {
        headers.push({ from: start ?? part.from, to: part.from });
        waiting.push(part);
        start = undefined;
      } else if (part.name !== "Comment") start ??= part.from;
    }
    if (start !== undefined) headers.push({ from: start, to: node.to });
  }
  return headers;
}

/** A definition begins with its decorators. */
function partsOfDecorated(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).flatMap((part) => (part.name === "Decorator" ? [part] : childrenOf(part)));
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

function lineIndex(text: string) {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return {
    startOf: (line: number): number => starts[line - 1]!,
    lineOf: (offset: number): number => {
      let [low, high] = [0, starts.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    },
  };
}

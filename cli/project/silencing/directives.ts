import { codesOf } from "../../../engine/own-rules.ts";
import { namesRule } from "../../settings/chosen-rules.ts";
import type { FileFinding } from "../../finding.ts";
import type { Comment, LineSpan, PythonLayout } from "./python-layout.ts";

/** What a comment silences, as its tool reads it. */
export type Directive = Readonly<{
  /** As it is written, and where. */
  by: string;
  line: number;
  column: number;
  reason: string | null;
  kind: "noqa" | "nosec" | "secret" | "assay";
  /** What it names, as it is written; empty where it means all. */
  names: readonly string[];
  /** The lines that it is about; undefined: the whole file. */
  lines: LineSpan | undefined;
  /** Whether it is about this rule, by one of its names or as a whole. */
  covers(finding: FileFinding, name: string | undefined): boolean;
}>;

/** Everything in a comment that silences; one comment may talk to several tools. */
export function readDirectives(comment: Comment, layout: PythonLayout): readonly Directive[] {
  return [readFileNoqa, readNoqa, readNosec, readSecret, readAssay].flatMap((read) => {
    const found = read(comment, layout);
    return found ? [{ line: comment.line, column: comment.column, ...found }] : [];
  });
}

type Read = Omit<Directive, "line" | "column">;

const ownLine = ({ line }: Comment): LineSpan => [line, line];

/** About the whole file, as ruff reads it: alone on a line. What it means for ruff's own findings ruff says itself. */
function readFileNoqa({ text, isAlone }: Comment): Read | undefined {
  const [start] = /^#\s*(?:ruff|flake8)\s*:\s*noqa(?!\w)/i.exec(text) ?? [];
  if (start === undefined || !isAlone) return undefined;
  const codes = codesBehind(text.slice(start.length));
  return codes && { ...noqa(start, codes), lines: undefined };
}

function readNoqa(comment: Comment): Read | undefined {
  const { text } = comment;
  const found = /#\s*noqa(?!\w)/i.exec(text);
  if (!found) return undefined;
  const codes = codesBehind(text.slice(found.index + found[0].length));
  return codes && { ...noqa(found[0], codes), lines: ownLine(comment) };
}

type Codes = Readonly<{ names: readonly string[]; reason: string | null }>;

/** Behind a colon there must be codes: otherwise ruff takes it for a mistake, which silences nothing. */
function codesBehind(rest: string): Codes | undefined {
  if (!/^\s*:/.test(rest)) return { names: [], reason: reasonIn(rest) };
  const listed = /^\s*:\s*([A-Z]+\d+(?:[\s,]+[A-Z]+\d+)*)/.exec(rest);
  if (!listed) return undefined;
  return { names: listed[1]!.split(/[\s,]+/), reason: reasonIn(rest.slice(listed[0].length)) };
}

function noqa(start: string, { names, reason }: Codes): Omit<Read, "lines"> {
  const by = names.length === 0 ? start : `${start}: ${names.join(", ")}`;
  return { kind: "noqa", by, reason, names, covers: coversCode };
}

/** Ruff itself says which of its own findings are silenced. */
function coversCode({ rule }: FileFinding, code: string | undefined): boolean {
  if (rule.startsWith("ruff:")) return false;
  const codes = codesOf(rule);
  if (code !== undefined) return codes.includes(code);
  return codes.length > 0 || rule.startsWith("python:") || rule.startsWith("policy:");
}

/** Bandit's codes are ruff's with another letter. It is heard on each line of a statement. */
function readNosec({ text, line }: Comment, layout: PythonLayout): Read | undefined {
  const [all, words = ""] = /#\s*nosec\b:?([^#]*)/.exec(text) ?? [];
  if (all === undefined) return undefined;
  const names = Array.from(words.matchAll(/\bB\d{3}\b/g), ([code]) => code);
  return {
    kind: "nosec",
    by: names.length === 0 ? "# nosec" : `# nosec ${names.join(", ")}`,
    reason: reasonIn(words.replaceAll(/\bB\d{3}\b[\s,]*/g, "")),
    names,
    lines: layout.statementAt(line),
    covers: ({ rule, isSecurity }, code) => {
      if (!isSecurity) return false;
      const codes = codesOf(rule);
      if (code !== undefined) return codes.includes(`S${code.slice(1)}`);
      return codes.length > 0 || rule.startsWith("policy:");
    },
  };
}

function readSecret(comment: Comment): Read | undefined {
  const [by, next] = /#\s*pragma:\s?(?:allow|white)list([ -]nextline)?[ -]secret/.exec(comment.text) ?? [];
  if (by === undefined) return undefined;
  const line = comment.line + (next === undefined ? 0 : 1);
  return {
    kind: "secret",
    by,
    reason: null,
    names: [],
    lines: [line, line],
    covers: ({ rule }) =>
      rule.startsWith("credentials:") || codesOf(rule).some((code) => /^S10[567]$/.test(code)),
  };
}

function readAssay(comment: Comment, layout: PythonLayout): Read | undefined {
  const [by, what, listed, rest = ""] =
    /#\s*assay:\s*(ignore-file|ignore)(?![\w-])\s*(?:\[([^\]]*)\])?([^#]*)/.exec(comment.text) ?? [];
  if (by === undefined) return undefined;
  const names = (listed ?? "").split(/[\s,]+/).filter((name) => name !== "");
  const lines = comment.isAlone ? layout.statementBehind(comment.line) : ownLine(comment);
  return {
    kind: "assay",
    by: `# assay: ${what}${listed === undefined ? "" : `[${names.join(", ")}]`}`,
    reason: reasonIn(rest),
    names,
    lines: what === "ignore-file" ? undefined : (lines ?? ownLine(comment)),
    covers: ({ rule }, name) => name !== undefined && namesRule(name, rule),
  };
}

function reasonIn(words: string): string | null {
  return words.replace(/^[\s:;,.–—-]+/, "").trim() || null;
}

import type { Token } from "../../lint/lint.ts";
import { applySplices, type Splice } from "../../text/splices.ts";
import { readLiteral } from "../../tree/literals.ts";
import type { GuardCondition } from "./fix-context.ts";

/** The string that is touched stands for the same characters afterwards. */
export const keepsValue: GuardCondition = ({ splices }, { tree, tokens }) => {
  const string = stringAround(tokens, splices);
  if (!string) return false;
  const before = tree.text.slice(string.start, string.end);
  const after = applySplices(
    before,
    splices.map(({ start, end, text }) => ({ start: start - string.start, end: end - string.start, text })),
  );
  const value = valueOf(before);
  return value !== undefined && value === valueOf(after);
};

/** Every string of several lines in what is replaced stands in the replacement as it was, whatever the indentation. */
export const keepsStrings: GuardCondition = ({ splices }, { tree, tokens }) =>
  splices.every(({ start, end, text }) =>
    tokens
      .filter((token) => isText(token) && start <= token.start && token.end <= end)
      .map((token) => tree.text.slice(token.start, token.end))
      .every((string) => !/[\r\n]/.test(string) || text.includes(string)),
  );

function isText({ kind }: Token): boolean {
  return kind === "String" || kind === "FStringMiddle" || kind === "TStringMiddle";
}

/** The innermost string, plain or formatted, that holds every edit. */
function stringAround(tokens: readonly Token[], splices: readonly Splice[]): Token | undefined {
  const open: Token[] = [];
  let found: Token | undefined;
  for (const token of tokens) {
    if (token.kind === "FStringStart") open.push(token);
    const start = token.kind === "FStringEnd" ? open.pop() : token;
    if (!start || (token.kind !== "String" && token.kind !== "FStringEnd")) continue;
    const string = { kind: "String", start: start.start, end: token.end };
    // An inner string ends before the one around it.
    if (
      splices.every(
        (splice) => string.start <= splice.start && splice.start < string.end && splice.end <= string.end,
      )
    )
      found ??= string;
  }
  return found;
}

/**
 * What a string literal stands for, a formatted one as if its braces were plain text. Undefined where that cannot be
 * told, as with a quote of its own kind between the braces.
 */
function valueOf(literal: string): string | undefined {
  const prefix = /^[a-zA-Z]*/.exec(literal)![0];
  const isFormatted = /f/i.test(prefix);
  const body = literal.slice(prefix.length);
  const plain = isFormatted ? body.replaceAll("{{", "{").replaceAll("}}", "}") : body;
  const read = readLiteral(prefix.replace(/f/i, "") + plain);
  return (read?.type === "str" || read?.type === "bytes") && read.exact
    ? `${read.type} ${read.value}`
    : undefined;
}

import type { Expression, Node } from "../tree/nodes.ts";

/** Stands in a text for a part that the source does not decide. */
export const unknownPart = "\u{0}";

/** The text an expression of literals stands for; undefined when it is none, `unknownPart` where a part is open. */
export function textOf(node: Expression): string | undefined {
  if (node.kind === "Constant")
    return node.value.type === "str" || node.value.type === "bytes" ? node.value.value : undefined;
  if (node.kind === "JoinedStr") return node.values.map(partOf).join("");
  if (isSum(node)) return sumOf(node);
  if (node.kind === "BinOp" && node.op === "Mod") return filledIn(node.left, node.right, /%s/g);
  if (node.kind === "Call") return callOf(node);
  return undefined;
}

function partOf(part: Expression): string {
  if (part.kind === "Constant") return textOf(part) ?? unknownPart;
  return (
    (part.kind === "FormattedValue" && part.value.kind === "Constant" && textOf(part.value)) || unknownPart
  );
}

/** A long sum leans to the left, so it is walked, not recursed into. */
function sumOf(node: Sum): string | undefined {
  if (!holdsText(node)) return undefined;
  const parts: string[] = [];
  let rest: Expression = node;
  for (; isSum(rest); rest = rest.left) parts.push(termOf(rest.right));
  return [...parts, termOf(rest)].toReversed().join("");
}

type Sum = Extract<Expression, { kind: "BinOp" }> & Readonly<{ op: "Add" }>;

function isSum(node: Node): node is Sum {
  return node.kind === "BinOp" && node.op === "Add";
}

function termOf(term: Expression): string {
  return (term.kind === "BinOp" ? undefined : textOf(term)) ?? unknownPart;
}

/** Every beginning of a sum is asked about too, so each is looked at once. */
const withText = new WeakMap<Sum, boolean>();

/** Whether any term of a sum is known. */
function holdsText(node: Sum): boolean {
  const sums: Sum[] = [];
  let rest: Expression = node;
  for (; isSum(rest) && !withText.has(rest); rest = rest.left) sums.push(rest);
  let holds = isSum(rest) ? withText.get(rest)! : termOf(rest) !== unknownPart;
  for (const sum of sums.toReversed()) {
    holds ||= termOf(sum.right) !== unknownPart;
    withText.set(sum, holds);
  }
  return holds;
}

type Call = Extract<Expression, { kind: "Call" }>;

/** Each part of a call is asked whether it is one, so each call is worked out once. */
const ofCalls = new WeakMap<Call, string | undefined>();

/** What leaves a text what it is, as `"a".strip().encode()`, is walked down to the text itself. */
function callOf(call: Call): string | undefined {
  const calls: Call[] = [];
  let at: Expression | undefined = call;
  for (; at?.kind === "Call" && !ofCalls.has(at); at = keptBy(at)) calls.push(at);
  const base = at?.kind === "Call" ? ofCalls.get(at) : at && plainText(at);
  const text = at === undefined ? joinedOf(calls.at(-1)!) : base;
  for (const each of calls) ofCalls.set(each, text);
  return text;
}

function plainText(node: Expression): string | undefined {
  return node.kind === "Constant" || node.kind === "JoinedStr" ? textOf(node) : undefined;
}

/** What a call only converts or trims. */
function keptBy({ func, args }: Call): Expression | undefined {
  const isKeeping =
    func.kind === "Attribute" &&
    /^(?:encode|decode|strip|lstrip|rstrip)$/.test(func.attr) &&
    args.every((arg) => arg.kind === "Constant");
  return isKeeping ? func.value : undefined;
}

/** `"".join(["a", "b"])` and `"a{}".format("b")`. */
function joinedOf(call: Call): string | undefined {
  if (call.func.kind !== "Attribute") return undefined;
  const { attr, value } = call.func;
  if (attr === "format" && call.keywords.length === 0) return filledIn(value, call.args, /\{\d*\}/g);
  const [list] = call.args;
  if (attr !== "join" || call.args.length !== 1 || value.kind !== "Constant") return undefined;
  if (list?.kind !== "List" && list?.kind !== "Tuple") return undefined;
  const glue = textOf(value);
  const parts = list.elts.map((part) => (part.kind === "Constant" ? textOf(part) : undefined));
  return glue === undefined || parts.includes(undefined) ? undefined : parts.join(glue);
}

/** `"a%s" % "b"` and `"a{}".format("b")`, whose gaps are filled in turn. */
function filledIn(
  pattern: Expression,
  values: Expression | readonly Expression[],
  gap: RegExp,
): string | undefined {
  if (pattern.kind !== "Constant") return undefined;
  const given = "kind" in values ? (values.kind === "Tuple" ? values.elts : [values]) : values;
  const texts = given.map((value) => (value.kind === "Constant" ? textOf(value) : undefined) ?? unknownPart);
  let next = 0;
  return textOf(pattern)?.replaceAll(gap, () => texts[next++] ?? unknownPart);
}

/** Only the whole of a text counts, not the pieces it is made of. */
export function isPiece(node: Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (parent.kind === "JoinedStr" || parent.kind === "FormattedValue" || parent.kind === "TemplateStr")
    return true;
  if (isSum(parent)) return holdsText(parent);
  if (parent.kind === "BinOp" && parent.op === "Mod") return textOf(parent) !== undefined;
  if (parent.kind === "Attribute" && parent.parent?.kind === "Call")
    return textOf(parent.parent) !== undefined;
  if ((parent.kind === "List" || parent.kind === "Tuple") && parent.parent?.kind === "Call")
    return textOf(parent.parent) !== undefined;
  return false;
}

import type { Call } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, binary, call, type Code, Level, member, not } from "../tree/code.ts";
import { became, type CandidateContext } from "./context.ts";
import { isCalled } from "../program/roles.ts";

/** What other languages call the methods of lists, strings and maps. */
const names: Readonly<Record<string, readonly string[]>> = {
  push: ["append"],
  push_back: ["append"],
  pushBack: ["append"],
  add: ["append", "add"],
  addAll: ["extend", "update"],
  addLast: ["append"],
  addFirst: ["appendleft"],
  push_front: ["appendleft"],
  offer: ["append"],
  poll: ["popleft", "pop"],
  pop_back: ["pop"],
  removeLast: ["pop"],
  removeFirst: ["popleft"],
  shift: ["popleft"],
  indexOf: ["index", "find"],
  lastIndexOf: ["rfind"],
  toUpperCase: ["upper"],
  toUpper: ["upper"],
  toLowerCase: ["lower"],
  toLower: ["lower"],
  trim: ["strip"],
  startsWith: ["startswith"],
  endsWith: ["endswith"],
  replaceAll: ["replace"],
  getOrDefault: ["get"],
  putAll: ["update"],
  keySet: ["keys"],
  entrySet: ["items"],
  isDigit: ["isdigit"],
  isLetter: ["isalpha"],
  isAlpha: ["isalpha"],
  isUpperCase: ["isupper"],
  isLowerCase: ["islower"],
  concat: ["extend"],
  append: ["add"],
  unshift: ["appendleft"],
  erase: ["remove"],
};

/** A method of another language. */
export const foreignMethod: Family = {
  name: "foreign-method",
  base: 0.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "Attribute" && !isCalled(node) && (node.attr === "length" || node.attr === "size")) {
        yield context.replace(node, call("len", context.code(node.value)), 0);
      }
      if (node.kind !== "Call" || node.func.kind !== "Attribute") continue;
      const { attr, value, end } = node.func;
      for (const other of Object.hasOwn(names, attr) ? names[attr]! : []) {
        yield context.edit(node, [{ start: end - attr.length, end, text: other }], 0.2, became(attr, other));
      }
      const rewritten = rewrite(context, node, attr, context.code(value));
      if (rewritten) yield context.replace(node, rewritten, 0);
      yield* asFunction(context, node, attr, context.code(value));
    }
  },
};

function rewrite(context: CandidateContext, node: Call, attr: string, receiver: Code): Code | undefined {
  const [first, second] = node.args.map((arg) => context.code(arg));
  switch (attr) {
    case "length":
    case "size":
      return call("len", receiver);
    case "isEmpty":
    case "empty":
      return not(receiver);
    case "contains":
    case "containsKey":
    case "has":
    case "includes":
      return first && binary(first, "in", receiver);
    case "charAt":
    case "at":
      return first && member(receiver, `[${first.text}]`);
    case "put":
      return undefined;
    case "substring":
      return first && member(receiver, `[${first.text}:${second?.text ?? ""}]`);
    case "equals":
      return first && binary(receiver, "==", first);
    case "compareTo":
    case "compare":
      return (
        first && {
          text: `(${receiver.text} > ${first.text}) - (${receiver.text} < ${first.text})`,
          level: Level.sum,
        }
      );
    case "toString":
      return call("str", receiver);
    case "peek":
    case "top":
    case "back":
      return member(receiver, "[-1]");
    case "front":
      return member(receiver, "[0]");
    default:
      return undefined;
  }
}

/** `x.sum()` is `sum(x)` in Python, and `x.reverse` of a string is a slice. */
function* asFunction(
  context: CandidateContext,
  node: Call,
  attr: string,
  receiver: Code,
): Generator<EditProposal> {
  if (
    /^(?:sum|max|min|len|abs|sorted|reversed|any|all|round|ord|chr|int|str)$/.test(attr) &&
    node.args.length === 0
  ) {
    yield context.replace(node, call(attr, receiver), 0);
  }
  if (attr === "reverse") yield context.replace(node, member(receiver, "[::-1]"), 0.4);
  if (attr === "sort" && node.parent?.kind !== "Expr")
    yield context.replace(node, member(receiver, "[::-1]"), 0.4);
  if (attr === "sort" && node.parent?.kind !== "Expr")
    yield context.replace(node, call("sorted", receiver), 0);
  if (attr === "join" && node.args.length === 1) {
    yield context.replace(node, member(context.code(node.args[0]!), `.join(${receiver.text})`), 0.4);
    yield context.replace(node, member(receiver, `.join(map(str, ${context.text(node.args[0]!)}))`), 0.2);
  }
  if (attr === "get" && node.args.length === 1)
    yield context.replace(node, atom(`${context.text(node.func)}(${context.text(node.args[0]!)}, 0)`), 0.3);
}

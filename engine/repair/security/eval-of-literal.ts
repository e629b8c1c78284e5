import { readTree } from "../../tree/tree.ts";
import type { Call, Expression, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { callsOf } from "./calls-on-lines.ts";
import { pathOf } from "./library-path.ts";

export const evalOfLiteral: Repair = { id: "eval-of-literal", kind: "preserving", propose };

const maxLength = 2000;

function* propose(program: RepairableProgram): Generator<Rewrite> {
  for (const call of callsOf(program, "ruff:S307", "policy:code-execution")) {
    const code = pathOf(program, call.func) === "builtins.eval" ? codeOf(program, call) : undefined;
    if (code === undefined) continue;
    const { start, end } = call;
    yield {
      splices: [{ start, end, text: code }],
      description: "replaced `eval` of a constant text by the expression in it",
    };
  }
}

/** What the call evaluates, as it can stand in its place. */
function codeOf(program: RepairableProgram, call: Call): string | undefined {
  const [given] = call.args;
  if (call.args.length !== 1 || call.keywords.length > 0 || given?.kind !== "Constant") return undefined;
  if (given.value.type !== "str" || !given.value.exact || isElsewhere(call)) return undefined;
  const code = given.value.value.trim();
  if (code.length > maxLength || !/^[^\p{Cc}\p{Cf}\\#]+$/u.test(code)) return undefined;
  const [only, ...more] = readTree(`(${code}\n)`)?.module.body ?? [];
  if (only?.kind !== "Expr" || more.length > 0) return undefined;
  const inner = readTree(code);
  if (!inner?.nodes.every((node) => isPlain(program, call, node))) return undefined;
  return standsAlone(only.value, code, call) ? code : `(${code})`;
}

/** In an f-string, or in a test, which may be one of `eval` itself. */
function isElsewhere(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === "JoinedStr" || at.kind === "TemplateStr") return true;
    if (at.kind === "FunctionDef" && at.name.startsWith("test")) return true;
  }
  return false;
}

const plain = new Set(
  `Module Expr Constant BinOp BoolOp UnaryOp Compare IfExp List Tuple Set Dict Name Attribute Subscript Slice Call Keyword
  Starred`.split(/\s+/),
);

/** Nothing that binds a name, and only names that mean the same inside the text as outside. */
function isPlain(program: RepairableProgram, call: Call, node: Node): boolean {
  if (!plain.has(node.kind)) return false;
  if (
    node.kind === "Constant" &&
    (node.value.type === "str" || node.value.type === "bytes") &&
    !node.value.exact
  )
    return false;
  return node.kind !== "Name" || isSeenAlike(program, call, node.id);
}

/** `eval` sees the names of the innermost function and of the module, and none between. */
function isSeenAlike({ facts }: RepairableProgram, call: Call, name: string): boolean {
  const { names } = facts;
  const here = names.scopeOf(call);
  const isFunction = /^(?:Module|FunctionDef|AsyncFunctionDef)$/.test(here.owner.kind);
  const seen = names.lookUp(call, name)?.scope;
  return isFunction && (seen === undefined || seen === here || seen === names.module);
}

const closed = new Set(["List", "Set", "Dict"]);

/** Places where any expression but a bare tuple can stand. */
const roomy = new Set([
  "Assign",
  "AnnAssign",
  "Return",
  "Keyword",
  "Expr",
  "List",
  "Tuple",
  "Set",
  "Dict",
  "ListComp",
]);

/** Whether the expression needs no parentheses where the call stands. */
function standsAlone(value: Expression, code: string, call: Call): boolean {
  const { parent } = call;
  if (closed.has(value.kind) || value.kind === "Name") return true;
  if (value.kind === "Tuple") return code.startsWith("(") && value.start === 1;
  if (value.kind === "Constant") return parent?.kind !== "Attribute" || value.value.type === "str";
  return roomy.has(parent!.kind) || (parent?.kind === "Call" && parent.func !== call);
}

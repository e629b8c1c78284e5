import type { CallSite } from "../resolve/machine.ts";
import type { Expression, FunctionDef, Node, Statement } from "../tree/nodes.ts";
import { isText } from "../tree/constants.ts";
import { isName } from "../tree/written-names.ts";

const placeFunctions =
  /^(?:isabs|realpath|abspath|normpath|resolve|commonpath|commonprefix|is_relative_to|relative_to)$|^(?=\w*(?:safe|inside|within|valid|check|allowed|secure|sanit))\w+$/i;

/** Whether a condition looks at where an entry of an archive leads, not only at what it is. */
function looksAtPlace(test: Expression): boolean {
  const parts: (Expression | undefined)[] = [test];
  for (let looked = 0; parts.length > 0 && looked < 60; looked += 1) {
    const part = parts.pop();
    if (isText(part) && /^(?:\.\.|\.\.\/|\/|\\)$/.test(part.value.value)) return true;
    if (part?.kind === "Attribute") {
      if (placeFunctions.test(part.attr)) return true;
      parts.push(part.value);
    } else if (part?.kind === "Call") {
      if (part.func.kind === "Name" && part.func.id !== "isinstance" && part.func.id !== "len") return true;
      // A target compared with the folder it must stay in.
      if (
        part.func.kind === "Attribute" &&
        part.func.attr === "startswith" &&
        part.args[0]?.kind !== "Constant"
      )
        return true;
      parts.push(part.func, ...part.args);
    } else if (part?.kind === "BoolOp") parts.push(...part.values);
    else if (part?.kind === "UnaryOp") parts.push(part.operand);
    else if (part?.kind === "Compare") parts.push(part.left, ...part.comparators);
    else if (part?.kind === "BinOp") parts.push(part.left, part.right);
  }
  return false;
}

/** The members that are listed were chosen by where they lead. */
function areChosen(members: Expression, from: Node): boolean {
  if (members.kind === "ListComp" || members.kind === "GeneratorExp")
    return members.generators.some(({ ifs }) => ifs.some(looksAtPlace));
  if (members.kind === "Call") return areChosenBy(members.func, from);
  if (members.kind !== "Name") return true;
  const given = assignedTo(members.id, from);
  return given === undefined || given.kind === "Name" || areChosen(given, from);
}

/** A function of the program's own is looked into; others are taken to choose, except those that list all there is. */
function areChosenBy(func: Expression, from: Node): boolean {
  if (func.kind === "Attribute") return !/^get(?:members|names)$/.test(func.attr);
  const own = func.kind === "Name" ? functionNamed(func.id, from) : undefined;
  return own === undefined || testsIn(own.body).some(looksAtPlace);
}

function functionNamed(name: string, from: Node): FunctionDef | undefined {
  let module: Node = from;
  while (module.parent) module = module.parent;
  const body = module.kind === "Module" ? module.body : [];
  return body.find((one): one is FunctionDef => one.kind === "FunctionDef" && one.name === name);
}

/** The conditions of a function, and those of the lists it makes and returns. */
function testsIn(body: readonly Statement[]): Expression[] {
  return body.flatMap((statement): Expression[] => {
    const inner = ["body", "orelse"].flatMap((part) =>
      part in statement
        ? testsIn((statement as unknown as Record<string, readonly Statement[]>)[part] ?? [])
        : [],
    );
    const value = statement.kind === "Return" || statement.kind === "Assign" ? statement.value : undefined;
    if (value?.kind === "ListComp" || value?.kind === "GeneratorExp")
      return value.generators.flatMap(({ ifs }) => ifs);
    if (statement.kind === "Return" && value?.kind === "Call") return [value];
    return "test" in statement ? [statement.test, ...inner] : inner;
  });
}

function assignedTo(name: string, from: Node): Expression | undefined {
  for (const statement of statementsBefore(from))
    if (statement.kind === "Assign" && statement.targets.some((target) => isName(target, name)))
      return statement.value;
  return undefined;
}

/** The statements of the function, or of the module, that stand before a node, the nearest first. */
function statementsBefore(from: Node): Statement[] {
  const all: Statement[] = [];
  const gather = (body: readonly Statement[]): void => {
    for (const statement of body) {
      if (statement.start >= from.start) break;
      all.push(statement);
      if (statement.kind === "FunctionDef" || statement.kind === "ClassDef") continue;
      for (const inner of ["body", "orelse"] as const)
        if (inner in statement)
          gather((statement as unknown as Record<string, readonly Statement[]>)[inner] ?? []);
    }
  };
  gather(bodyAround(from));
  return all.toReversed();
}

function bodyAround(from: Node): readonly Statement[] {
  for (let at: Node | undefined = from.parent; at; at = at.parent)
    if (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef" || at.kind === "Module") return at.body;
  return [];
}

/** A loop over the entries refuses those that lead elsewhere. */
function isCheckedBefore(from: Node): boolean {
  const statements = statementsBefore(from);
  const isInLoop = statements.some(({ kind }) => kind === "For");
  return (
    isInLoop &&
    statements.some(
      (statement) =>
        (statement.kind === "Assert" || statement.kind === "If") &&
        looksAtPlace(statement.test) &&
        (statement.kind === "Assert" || statement.end > from.start || leaves(statement.body)),
    )
  );
}

function leaves(body: readonly Statement[]): boolean {
  return body.some(
    ({ kind }) => kind === "Raise" || kind === "Return" || kind === "Continue" || kind === "Break",
  );
}

/** Whether the program looks at where the entries lead before it writes them. */
export function areMembersChecked({ node, args, keywords }: CallSite): boolean {
  if (node.kind !== "Call") return args.length > 1 || keywords.has("members");
  const members = node.args[1] ?? node.keywords.find(({ arg }) => arg === "members")?.value;
  const isWhole = node.func.kind === "Attribute" && node.func.attr === "extractall";
  return (isWhole && members !== undefined && areChosen(members, node)) || isCheckedBefore(node);
}

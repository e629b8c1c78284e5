import type { ProgramFacts } from "../../program/facts.ts";
import { blockOf, indentOf, indentStep, lineEnd } from "../../tree/layout.ts";
import type { Call, Name, Statement } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { aroundUse } from "./file-in-one-statement.ts";
import { fileMethods } from "./file-methods.ts";
import { indented } from "./indented.ts";
import { isAtOnce } from "./lazy-reading.ts";
import { isWithin, reportedNodes } from "./reported-at.ts";
import { replacement } from "../../text/splices.ts";
import { isName } from "../../tree/written-names.ts";

export const unclosedFile: Repair = {
  id: "unclosed-file",
  kind: "changing",
  *propose(program) {
    for (const node of reportedNodes(program, "Call", "python:unclosed-file")) {
      if (!isName(node.func, "open")) continue;
      const rewrite = node.parent?.kind === "Assign" ? aroundUses(program, node) : aroundUse(program, node);
      if (rewrite) yield rewrite;
    }
  },
};

/** `f = open(p)` and the statements up to the last that mentions `f`. */
function aroundUses(program: RepairableProgram, call: Call): Rewrite | undefined {
  const { facts, tree } = program;
  const opening = call.parent as Extract<Statement, { kind: "Assign" }>;
  const target = opening.targets[0] as Name;
  const uses = facts.names.variableOf(target)!.mentions.filter((use) => use !== target);
  const { block, index } = blockOf(opening);
  const last = block.findLastIndex((statement) => uses.some((use) => isWithin(use, statement)));
  const [first, end] = [block[index + 1], block[last]];
  if (last <= index || !uses.every((use) => use.start >= first!.start && isPlainUse(facts, use)))
    return undefined;
  if (facts.names.scopeOf(opening).owner.kind === "ClassDef") return undefined;
  const oneLine = onOneLine(program, block.slice(index, last + 1), target.id);
  if (oneLine) return oneLine;
  if (!block.slice(index, last + 1).every((statement) => indentOf(tree, statement) !== undefined))
    return undefined;
  const behind = tree.positions.startOf(tree.positions.lineOf(opening.end) + 1);
  const moved = indented(tree, { start: behind, end: end!.end }, indentStep(tree));
  if (!moved) return undefined;
  const header = replacement(opening, `with ${program.source(call)} as ${target.id}:`);
  return {
    splices: [header, ...moved],
    description: wordsFor(target.id),
  };
}

/** `f = open(p); text = f.read()` */
function onOneLine(
  { tree, text, source }: RepairableProgram,
  statements: readonly Statement[],
  name: string,
): Rewrite | undefined {
  const [opening, second] = statements;
  const { positions } = tree;
  const start = positions.startOf(positions.lineOf(opening!.start));
  const behind = text.slice(statements.at(-1)!.end, lineEnd(text, statements.at(-1)!.end));
  if (/[\r\n]/.test(text.slice(start, statements.at(-1)!.end)) || !/^\s*(?:#.*)?$/.test(behind))
    return undefined;
  if (text.slice(start, opening!.start).trim() !== "" || statements.some((each) => "body" in each))
    return undefined;
  const call = (opening as Extract<Statement, { kind: "Assign" }>).value;
  return {
    splices: [{ start: opening!.start, end: second!.start, text: `with ${source(call)} as ${name}: ` }],
    description: wordsFor(name),
  };
}

function wordsFor(name: string): string {
  return `opened the file \`${name}\` in a \`with\` statement, which closes it`;
}

function isPlainUse(facts: ProgramFacts, use: Name): boolean {
  const { parent } = use;
  if (parent?.kind === "For") return parent.iter === use;
  if (parent?.kind === "Comprehension") return isAtOnce(facts, parent.parent!);
  return (
    parent?.kind === "Attribute" &&
    fileMethods.has(parent.attr) &&
    parent.parent?.kind === "Call" &&
    parent.parent.func === parent
  );
}

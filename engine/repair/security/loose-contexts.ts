import { blockOf, removal } from "../../tree/layout.ts";
import type { Splice } from "../../text/splices.ts";
import type { Assign, Expression, Statement } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { isOnLine } from "./calls-on-lines.ts";
import { pathOf } from "./library-path.ts";
import { isTruthValue } from "../../tree/constants.ts";

/**
 * Contexts that are made with every check on and loosened right behind. Both statements that loosen one go together:
 * alone, the one that asks for no certificate raises while names are checked.
 */
export function* looseContexts(program: RepairableProgram, lines: readonly number[]): Generator<Rewrite> {
  for (const made of program.facts.all("Assign")) {
    const [context] = made.targets;
    if (made.targets.length !== 1 || !context || !isDefault(program, made.value)) continue;
    const loosening = looseningOf(program, made, program.source(context));
    const removed = loosening.map((assign) => removal(program.tree, assign));
    if (!loosening.some((assign) => isOnLine(program, assign, lines)) || removed.includes(undefined))
      continue;
    const named = loosening.map((assign) => `\`${program.source(assign)}\``).join(" and ");
    yield {
      splices: (removed as Splice[]).toSorted((a, b) => a.start - b.start),
      at: loosening[0]!.start,
      findingCount: loosening.length,
      description: `removed ${named}, so certificates are checked`,
    };
  }
}

function isDefault(program: RepairableProgram, value: Expression): boolean {
  return value.kind === "Call" && pathOf(program, value.func) === "ssl.create_default_context";
}

/** Statements of the same block, up to where the name is given to something else. Under a condition they are meant. */
function looseningOf(program: RepairableProgram, made: Assign, name: string): Assign[] {
  const { block, index } = blockOf(made);
  const found: Assign[] = [];
  for (const statement of block.slice(index + 1)) {
    if (statement.kind !== "Assign") continue;
    if (statement.targets.some((target) => program.source(target) === name)) break;
    if (isLoosening(program, statement, name)) found.push(statement);
  }
  return found;
}

function isLoosening(
  program: RepairableProgram,
  { targets, value }: Extract<Statement, { kind: "Assign" }>,
  name: string,
): boolean {
  const [target] = targets;
  if (targets.length !== 1 || target?.kind !== "Attribute" || program.source(target.value) !== name)
    return false;
  if (target.attr === "check_hostname") return isTruthValue(value, false);
  return target.attr === "verify_mode" && pathOf(program, value) === "ssl.CERT_NONE";
}

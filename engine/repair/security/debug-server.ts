import { removal } from "../../tree/layout.ts";
import type { Assign, Call, Expression } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { keywordRemoval } from "./argument-removal.ts";
import { callsOf, isOnLine, linesOf } from "./calls-on-lines.ts";
import { isDecided } from "./decided.ts";
import { madeBy } from "./made-by.ts";
import { isText, isTruthValue } from "../../tree/constants.ts";

export const debugServer: Repair = { id: "debug-server", kind: "changing", propose };

const matter = /debug|dev|local/i;
const rules = ["ruff:S201", "policy:debug-server"];
const applications = new Set(["flask.Flask", "quart.Quart"]);

function* propose(program: RepairableProgram): Generator<Rewrite> {
  const lines = linesOf(program, ...rules);
  // A test may be about the mode itself.
  if (lines.length === 0 || program.isTest) return;
  for (const call of callsOf(program, ...rules)) {
    const rewrite = isDecided(program, call, matter) ? undefined : withoutDebug(program, call);
    if (rewrite) yield rewrite;
  }
  for (const assign of program.facts.all("Assign")) {
    const isMeant = isDecided(program, assign, matter) || !turnsOn(program, assign);
    const splice = isOnLine(program, assign, lines) && !isMeant && removal(program.tree, assign);
    if (splice)
      yield {
        splices: [splice],
        at: assign.start,
        description: `removed \`${program.source(assign)}\`${reason}`,
      };
  }
}

const reason = "; set FLASK_DEBUG=1 on your own machine instead";

function withoutDebug(program: RepairableProgram, call: Call): Rewrite | undefined {
  const { func, keywords } = call;
  if (func.kind !== "Attribute" || func.attr !== "run" || !isApplication(program, func.value))
    return undefined;
  const debug = keywords.find(({ arg, value }) => arg === "debug" && isTruthValue(value, true));
  const splice = debug && keywordRemoval(program, call, debug);
  return splice && { splices: [splice], description: `removed \`${program.source(debug)}\`${reason}` };
}

/** `app.debug = True` and `app.config["DEBUG"] = True`. */
function turnsOn(program: RepairableProgram, { targets, value }: Assign): boolean {
  const [target] = targets;
  if (targets.length !== 1 || !isTruthValue(value, true)) return false;
  if (target?.kind === "Attribute") return target.attr === "debug" && isApplication(program, target.value);
  if (target?.kind !== "Subscript" || target.value.kind !== "Attribute") return false;
  const { value: config, slice } = target;
  const isDebug = isText(slice) && slice.value.value === "DEBUG";
  return (
    isDebug && config.kind === "Attribute" && config.attr === "config" && isApplication(program, config.value)
  );
}

function isApplication(program: RepairableProgram, node: Expression): boolean {
  return applications.has(madeBy(program, node) ?? "");
}

import { classOf, definitionOf } from "../../program/classes.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import type { Call, ClassDef, FunctionDef } from "../../tree/nodes.ts";
import { calledBy } from "../../checks/unawaited-coroutine.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import { nodesAt, only } from "../nodes-at.ts";
import { onlyTypo } from "./typos.ts";

/** An argument by a name that the function does not have, with exactly one that is spelled nearly so and not given yet. */
export const misspelledArgument: Repair = {
  id: "misspelled-argument",
  kind: "certain",
  *propose(program) {
    for (const { data, start } of program.about("unknown argument")) {
      const { name: typed, suggestion } = data;
      const call = callAt(program, start, typed);
      if (!call) continue;
      const given = new Set(call.keywords.map(({ arg }) => arg));
      const names = parametersOf(program.facts, call) ?? (suggestion === undefined ? [] : [suggestion]);
      const meant = onlyTypo(
        typed,
        names.filter((name) => !given.has(name)),
      );
      const keyword = call.keywords.find(({ arg }) => arg === typed)!;
      if (meant === undefined || !program.text.startsWith(typed, keyword.start)) continue;
      const splices = [{ start: keyword.start, end: keyword.start + typed.length, text: meant }];
      yield { splices, description: `renamed the argument \`${typed}\` to \`${meant}\`` };
    }
  },
};

function callAt(program: RepairableProgram, start: number | undefined, typed: string): Call | undefined {
  return only(
    nodesAt(program, "Call", start).filter(({ keywords }) => keywords.some(({ arg }) => arg === typed)),
  );
}

/** The parameters of the function of this text that is called, but for those that are given by position. */
function parametersOf(facts: ProgramFacts, call: Call): readonly string[] | undefined {
  const definition = calledBy(facts, call) ?? definitionOf(facts, call.func);
  if (definition && "args" in definition && "body" in definition)
    return namesOf(definition as FunctionDef).slice(call.args.length);
  const made = classOf(facts, call.func);
  return made && fieldsOf(made)?.slice(call.args.length);
}

function namesOf({ args }: FunctionDef): string[] {
  return [...args.args, ...args.kwonlyargs].map(({ arg }) => arg).filter((name) => name !== "self");
}

/** What `__init__` takes, or the fields of a class that has none. */
function fieldsOf({ body, bases }: ClassDef): string[] | undefined {
  const init = body.find((part) => part.kind === "FunctionDef" && part.name === "__init__");
  if (init) return namesOf(init as FunctionDef);
  if (bases.length > 0) return undefined;
  return body.flatMap((part) =>
    part.kind === "AnnAssign" && part.target.kind === "Name" ? [part.target.id] : [],
  );
}

import type { Arg, Call, Expression, Name, Node } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";
import { onlyValue } from "./lengths.ts";
import { isSurelySequence, makesSequence } from "./sequence-names.ts";

/** Whether items of a name's object may be found by something else than their place: a dict's, or those of an own class. */
export function mayHaveKeys(facts: ProgramFacts, node: Name): boolean {
  if (isSurelySequence(facts, node)) return false;
  const { hasDicts, hasOwnItems } = valuesOf(facts);
  if (hasOwnItems) return true;
  if (!hasDicts) return false;
  const bindings = facts.names.variableOf(node)?.bindings ?? [];
  return bindings.some((binding) => {
    if (binding.kind === "Arg") return argumentsFor(facts, binding).some((given) => mayBeDict(facts, given));
    return mayBeDict(facts, binding.parent?.kind === "Assign" ? binding.parent.value : undefined);
  });
}

type MadeValues = Readonly<{
  hasDicts: boolean;
  hasOwnItems: boolean;
  calls: ReadonlyMap<string, readonly Call[]>;
}>;

const known = new WeakMap<ProgramFacts, MadeValues>();
const dictTypes = new Set("dict defaultdict Counter OrderedDict ChainMap UserDict".split(" "));

/** What values a text can make, and its calls by the name that is called. */
function valuesOf(facts: ProgramFacts): MadeValues {
  let values = known.get(facts);
  if (values) return values;
  const names = [...facts.all("Name").map(({ id }) => id), ...facts.all("Attribute").map(({ attr }) => attr)];
  values = {
    hasDicts:
      facts.all("Dict").length + facts.all("DictComp").length > 0 ||
      names.some((name) => dictTypes.has(name)),
    hasOwnItems:
      facts.functions.some(({ name }) => name === "__getitem__" || name === "__missing__") ||
      names.includes("__getitem__") ||
      facts.classes.some(({ bases }) => bases.some((base) => base.kind === "Name" && dictTypes.has(base.id))),
    calls: Map.groupBy(facts.all("Call"), ({ func }) =>
      func.kind === "Name" ? func.id : func.kind === "Attribute" ? func.attr : "",
    ),
  };
  known.set(facts, values);
  return values;
}

/** How many functions are followed, one calling the other. */
const maxFollowed = 3;

function mayBeDict(facts: ProgramFacts, given: Expression | undefined, followed = 0): boolean {
  const value = given?.kind === "Name" ? (onlyValue(facts, given) ?? given) : given;
  if (!value) return true;
  if (value.kind === "Constant" || makesSequence(facts, value)) return false;
  const returned = value.kind === "Call" && followed < maxFollowed ? returnedBy(facts, value) : [];
  return returned.length === 0 || returned.some((each) => mayBeDict(facts, each, followed + 1));
}

/** What a function of the text gives back; nothing where it cannot be told. */
function returnedBy(facts: ProgramFacts, { func }: Call): (Expression | undefined)[] {
  const bindings = func.kind === "Name" ? (facts.names.lookUp(func, func.id)?.bindings ?? []) : [];
  const [definition] = bindings;
  if (bindings.length !== 1 || definition?.kind !== "FunctionDef") return [];
  const isPlain = definition.decorator_list.length === 0 && !facts.shapes.of(definition).isGenerator;
  const returns = facts.parts(definition).filter((part) => part.kind === "Return");
  return isPlain ? returns.map((each) => each.value) : [];
}

/** What the text passes for a parameter; undefined for what cannot be told. */
function argumentsFor(facts: ProgramFacts, parameter: Arg): (Expression | undefined)[] {
  const definition: Node | undefined = parameter.parent?.parent;
  if (definition?.kind !== "FunctionDef" && definition?.kind !== "AsyncFunctionDef") return [undefined];
  const { posonlyargs, args } = definition.args;
  const owner = definition.parent?.kind === "ClassDef" ? definition.parent : undefined;
  const at = [...posonlyargs, ...args].indexOf(parameter) - (owner ? 1 : 0);
  const name = owner && definition.name === "__init__" ? owner.name : definition.name;
  return (valuesOf(facts).calls.get(name) ?? []).map((call) => {
    const named = call.keywords.find(({ arg }) => arg === parameter.arg)?.value;
    const isPlain = call.args.every(({ kind }) => kind !== "Starred");
    return named ?? (isPlain ? call.args[at] : undefined);
  });
}

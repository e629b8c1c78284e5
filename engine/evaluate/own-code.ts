import { isText } from "../tree/constants.ts";
import { isConsumed } from "../program/consumed.ts";
import { exceptionLineage } from "../library/builtins.ts";
import { classOf, selfOf } from "../program/classes.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { ClassDef, Expression, Node } from "../tree/nodes.ts";

/** What Python does by methods that a program may have written. */
export type HookedOperation =
  | "operate"
  | "compare"
  | "truth"
  | "iterate"
  | "subscript"
  | "text"
  | "hash"
  | "attribute";

/** What of a program's own code Python's operations run, and what is changed behind them; read off the text once. */
export type OwnCode = Readonly<{
  /** The operations that may run code of the program when an object is not one of Python's own. */
  operations: ReadonlySet<HookedOperation>;
  /** Whether an attribute of that name may be set on a class, or on an object by another than its own methods. */
  isPatched(name: string): boolean;
  /** Whether any object may be given an attribute of that name after it was made. */
  isSet(name: string): boolean;
  /** Whether a class has anything of that name. */
  isInClass(name: string): boolean;
  /** Classes are built on others than the program's own: what counts as a `str` may be more than that. */
  derivesFromOthers: boolean;
  /** Code runs at moments that cannot be read off the text: threads, signals, finalisers. */
  isConcurrent: boolean;
  /** Names, functions and classes are changed in ways that cannot be read off the text. */
  isOpen: boolean;
}>;

const comparing = "__eq__ __ne__ __lt__ __le__ __gt__ __ge__".split(" ");
const triggers: Readonly<Record<HookedOperation, readonly string[]>> = {
  operate: [],
  compare: comparing,
  truth: ["__bool__", "__len__"],
  iterate: ["__iter__", "__next__", "__getitem__", "__len__", "__length_hint__"],
  subscript: ["__getitem__", "__missing__", "__class_getitem__", "__index__"],
  text: ["__str__", "__repr__", "__format__"],
  hash: ["__hash__", "__eq__"],
  attribute: ["__getattr__", "__getattribute__", "__get__"],
};
/** Names of the library by which functions are called later: while something is iterated over, compared or read. */
const deferring: Readonly<Partial<Record<HookedOperation, readonly string[]>>> = {
  iterate: ["itertools"],
  subscript: ["defaultdict"],
  compare: ["cmp_to_key"],
};
const known = new Set([
  "__init__",
  "__slots__",
  "__doc__",
  "__name__",
  "__main__",
  ...Object.values(triggers).flat(),
]);
const concurrent = new Set("threading _thread concurrent multiprocessing signal weakref gc sched".split(" "));
const reflective = new Set(
  "__code__ __defaults__ __kwdefaults__ __bases__ __instancecheck__ __subclasshook__ __globals__ __builtins__ settrace setprofile _getframe __main__ builtins ctypes".split(
    " ",
  ),
);

const readings = new WeakMap<ProgramFacts, OwnCode>();

export function ownCode(facts: ProgramFacts): OwnCode {
  let reading = readings.get(facts);
  if (!reading) readings.set(facts, (reading = read(facts)));
  return reading;
}

function read(facts: ProgramFacts): OwnCode {
  const mentioned = new Set<string>();
  const stored = new Set<string>();
  const spelled = new Set<string>();
  const set = new Set<string>();
  const imported = new Set([...facts.all("ImportFrom"), ...facts.all("Alias")].flatMap(modulesIn));
  for (const name of imported) mentioned.add(name);
  let isReflective = false;
  for (const node of facts.tree.nodes) {
    if (node.kind === "Name") mentioned.add(node.id);
    else if (node.kind === "Attribute") mentioned.add(node.attr);
    if (isText(node)) spelled.add(node.value.value);
    if (node.kind !== "Attribute") continue;
    if (node.attr === "modules") isReflective = true;
    if (node.ctx === "Load") continue;
    set.add(node.attr);
    if (node.attr === "__class__") isReflective = true;
    if (!isSelf(facts, node.value)) stored.add(node.attr);
  }
  const bound = specialNames(facts);
  const special = new Set([...bound, ...[...stored, ...spelled].filter(isSpecial)]);
  const isOpen =
    facts.isDynamic ||
    isReflective ||
    [...reflective].some((name) => mentioned.has(name) || bound.includes(name));
  const setsByName = setters.some((name) => mentioned.has(name));
  const setsAnything =
    isOpen || (setsByName && facts.all("Name", "Attribute").some((node) => setsUnknownName(facts, node)));
  const isPatched = (name: string): boolean =>
    setsAnything || stored.has(name) || (setsByName && spelled.has(name));
  const inClasses = new Set(
    facts.classes.flatMap((owner) => [...facts.names.inside(owner)!.variables.keys()]),
  );
  return {
    operations: isOpen ? allOperations : operationsOf(facts, special, mentioned),
    isPatched,
    isSet: (name) => setsByName || set.has(name) || isPatched(name),
    isInClass: (name) => inClasses.has(name),
    derivesFromOthers:
      mappings.some((name) => mentioned.has(name)) || facts.classes.some((owner) => isDerived(facts, owner)),
    isConcurrent: special.has("__del__") || [...concurrent].some((name) => imported.has(name)),
    isOpen,
  };
}

const setters = ["setattr", "delattr", "__setattr__", "__delattr__"];
const allOperations = new Set(Object.keys(triggers) as HookedOperation[]);

function operationsOf(
  facts: ProgramFacts,
  special: ReadonlySet<string>,
  mentioned: ReadonlySet<string>,
): ReadonlySet<HookedOperation> {
  const isLazy =
    facts.all("Yield", "YieldFrom").length > 0 ||
    facts.all("GeneratorExp").some((node) => !isConsumed(facts, node)) ||
    facts.all("Call").some((node) => callsLater(facts, node));
  const hasFunctions = facts.functions.length > 0 || facts.all("Lambda").length > 0;
  const found = new Set<HookedOperation>();
  for (const operation of Object.keys(triggers) as HookedOperation[]) {
    const isDeferred = hasFunctions && deferring[operation]?.some((name) => mentioned.has(name));
    if (isDeferred || triggers[operation].some((name) => special.has(name))) found.add(operation);
  }
  if (mentioned.has("defaultdict")) found.add("subscript");
  if (isLazy) found.add("iterate");
  if ([...special].some((name) => !known.has(name))) found.add("operate");
  if (facts.classes.some(describesAttributes)) found.add("attribute");
  return found;
}

/** `map`, `filter` and `iter` call a function for each member, as it is asked for. */
function callsLater(facts: ProgramFacts, { func, args }: Extract<Node, { kind: "Call" }>): boolean {
  if (func.kind !== "Name" || !["map", "filter", "iter"].includes(func.id) || args.length < 2) return false;
  const [called] = args;
  const isPythons = called?.kind === "Name" && facts.names.lookUp(called, called.id) === undefined;
  return !isPythons && called?.kind !== "Constant";
}

function isSpecial(name: string): boolean {
  return name.startsWith("__") && name.endsWith("__");
}

function specialNames(facts: ProgramFacts): string[] {
  return facts.classes.flatMap((owner) => [...facts.names.inside(owner)!.variables.keys()].filter(isSpecial));
}

/** The parts of the names of what is imported. */
function modulesIn(node: Node): readonly string[] {
  if (node.kind === "Alias") return node.name.split(".");
  return node.kind === "ImportFrom" ? (node.module ?? "").split(".") : [];
}

const mappings = ["OrderedDict", "Counter", "defaultdict", "namedtuple", "NamedTuple"];

function isDerived(facts: ProgramFacts, owner: ClassDef): boolean {
  return owner.bases.some((base) => {
    if (base.kind !== "Name") return true;
    return !classOf(facts, base) && base.id !== "object" && exceptionLineage(base.id).length === 0;
  });
}

/** Whether a name stands for the object whose method this is. */
function isSelf(facts: ProgramFacts, node: Expression): boolean {
  if (node.kind !== "Name") return false;
  const method = facts.names.variableOf(node)?.scope.owner;
  if (method?.kind !== "FunctionDef" || method.parent?.kind !== "ClassDef") return false;
  return selfOf(method) === node.id;
}

/** Whether an attribute may be set whose name is not written, on another object than the method's own. */
function setsUnknownName(facts: ProgramFacts, node: Node): boolean {
  const name = node.kind === "Name" ? node.id : node.kind === "Attribute" ? node.attr : "";
  if (!setters.includes(name)) return false;
  const { parent } = node;
  if (parent?.kind !== "Call" || parent.func !== node) return true;
  const { args } = parent;
  const isBound = node.kind === "Attribute" && args.length < 3;
  const given = args.at(isBound ? 0 : 1);
  return given?.kind !== "Constant" && (isBound || !args[0] || !isSelf(facts, args[0]));
}

/** Whether a class has attributes that are worked out when they are read: properties and the like. */
function describesAttributes({ body }: ClassDef): boolean {
  return body.some((part) => {
    if (part.kind === "FunctionDef" || part.kind === "AsyncFunctionDef")
      return part.decorator_list.some((each) => each.kind !== "Name" || !inert.has(each.id));
    return (part.kind === "Assign" || part.kind === "AnnAssign") && part.value?.kind === "Call";
  });
}

const inert = new Set(["staticmethod", "classmethod", "abstractmethod", "override"]);

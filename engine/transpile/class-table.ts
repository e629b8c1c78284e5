import type { Tree } from "../tree/tree.ts";
import type { ClassDef, Expression, FunctionDef } from "../tree/nodes.ts";
import { isRuntimeName } from "./bundle.ts";
import type { Names } from "../program/names.ts";

export type ClassFacts = Readonly<{
  node: ClassDef;
  /** The class of the program it inherits from. */
  base: ClassFacts | undefined;
  /** It inherits from one of Python's exceptions. */
  isException: boolean;
  methods: ReadonlyMap<string, FunctionDef>;
}>;

export type Classes = Readonly<{
  named(name: string): ClassFacts | undefined;
  of(node: ClassDef): ClassFacts | undefined;
  all: readonly ClassFacts[];
  /** Every method with this name in any class. */
  methods(name: string): readonly FunctionDef[];
  /** Names that are assigned as attributes somewhere, so that a method may be hidden by a value. */
  isAssigned(name: string): boolean;
  /** Names that are assigned through an object: `x.name = …`. */
  isChanged(name: string): boolean;
}>;

/** Reads the classes of a program: who inherits from whom, which methods there are. */
export function readClasses(tree: Tree, names: Names): Classes {
  const facts = new Map<ClassDef, ClassFacts>();
  const byName = new Map<string, ClassFacts | undefined>();
  const methods = new Map<string, FunctionDef[]>();
  const assigned = new Set<string>();
  const changed = new Set<string>();
  for (const node of tree.nodes) {
    if (node.kind === "ClassDef") {
      const base = baseOf(node, names, facts);
      const one = {
        node,
        base,
        isException: base?.isException ?? isBuiltinException(node, names),
        methods: methodsOf(node),
      };
      facts.set(node, one);
      byName.set(node.name, byName.has(node.name) ? undefined : one);
      for (const [name, method] of one.methods) methods.set(name, [...(methods.get(name) ?? []), method]);
    }
    if (node.kind === "Attribute" && node.ctx !== "Load") changed.add(node.attr);
    if (node.kind === "Name" && node.ctx !== "Load" && names.scopeOf(node).kind === "class")
      assigned.add(node.id);
  }
  return {
    named: (name) => byName.get(name),
    of: (node) => facts.get(node),
    all: [...facts.values()],
    methods: (name) => methods.get(name) ?? [],
    isAssigned: (name) => assigned.has(name) || changed.has(name),
    isChanged: (name) => changed.has(name),
  };
}

function baseOf(node: ClassDef, names: Names, facts: Map<ClassDef, ClassFacts>): ClassFacts | undefined {
  const base = node.bases[0];
  if (base?.kind !== "Name") return undefined;
  const written = names.variableOf(base)?.bindings;
  const only = written?.length === 1 ? written[0] : undefined;
  return only?.kind === "ClassDef" ? facts.get(only) : undefined;
}

function isBuiltinException(node: ClassDef, names: Names): boolean {
  const base = node.bases[0];
  return base?.kind === "Name" && !names.variableOf(base) && isExceptionName(base.id);
}

/** One of Python's own exceptions that the runtime library has. */
export function isExceptionName(name: string): boolean {
  return exceptionLike.test(name) && isRuntimeName(name);
}

const exceptionLike =
  /^[A-Z]\w*(?:Error|Exception|Warning)$|^(?:Exception|StopIteration|KeyboardInterrupt|SystemExit|GeneratorExit|Warning)$/;

function methodsOf(node: ClassDef): ReadonlyMap<string, FunctionDef> {
  return new Map(
    node.body
      .filter((part): part is FunctionDef => part.kind === "FunctionDef")
      .map((part) => [part.name, part]),
  );
}

/** The method an object of the class answers with, its own or an inherited one. */
export function findMethod(facts: ClassFacts | undefined, name: string): FunctionDef | undefined {
  for (let at = facts; at; at = at.base) {
    const method = at.methods.get(name);
    if (method) return method;
  }
  return undefined;
}

export function decoratorNames(node: FunctionDef | ClassDef): string[] {
  return node.decorator_list.map(dottedName);
}

export function dottedName(node: Expression): string {
  if (node.kind === "Name") return node.id;
  if (node.kind === "Call") return dottedName(node.func);
  return node.kind === "Attribute" ? `${dottedName(node.value)}.${node.attr}` : "";
}

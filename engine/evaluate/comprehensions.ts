import type { isComprehension } from "../program/scopes.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import { assign } from "./assign.ts";
import { toSet } from "./builtins/collections.ts";
import { truth } from "./operators.ts";
import { list, make, perhaps, step, type Run } from "./run.ts";
import { memberOf, membersOf, mustHash, mustIterate } from "./sequences.ts";
import { keyIn, thingOf, typeOf } from "./state.ts";
import { some, unknown, type KnownValue } from "./values.ts";

type Comprehended = Parameters<typeof isComprehension>[0] & Extract<Node, { generators: unknown }>;
type Made = Readonly<{
  values: readonly (readonly [KnownValue, KnownValue])[] | undefined;
  each: KnownValue | undefined;
}>;

const nothingMade: Made = { values: undefined, each: undefined };

/** Goes through a comprehension: item by item where they are known, once for all of them otherwise. */
export function comprehend(run: Run, node: Comprehended, go: (part: Expression) => KnownValue): KnownValue {
  const scope = run.facts.names.inside(node)!;
  const first = go(node.generators[0]!.iter);
  mustIterate(run, first, node.generators[0]!.iter);
  const before = run.state.frames;
  run.state.frames = [...before, { scope, names: new Map() }];
  try {
    const made = node.generators.some(({ is_async }) => is_async)
      ? nothingMade
      : pass(run, node, first, 0, go);
    return collected(run, node, made);
  } finally {
    run.state.frames = run.state.frames.slice(0, before.length);
  }
}

function collected(run: Run, node: Comprehended, { values, each }: Made): KnownValue {
  if (node.kind === "GeneratorExp") return some("generator");
  if (node.kind === "ListComp")
    return list(
      run,
      values?.map(([value]) => value),
      values ? undefined : each,
    );
  if (node.kind === "SetComp")
    return toSet(
      run,
      node,
      values?.map(([value]) => value),
    );
  const entries = new Map<string, readonly [KnownValue, KnownValue]>();
  for (const [key, value] of values ?? []) {
    mustHash(run, key, node, true);
    const name = keyIn(run.state, key);
    if (name === undefined) return make(run, { type: "dict" });
    entries.set(name, [key, value]);
  }
  return make(run, { type: "dict", entries: values ? entries : undefined });
}

function pass(
  run: Run,
  node: Comprehended,
  source: KnownValue,
  at: number,
  go: (part: Expression) => KnownValue,
): Made {
  const generator = node.generators[at]!;
  const members = membersOf(run, source);
  if (members === undefined || (node.kind === "GeneratorExp" && !run.isStrict))
    return once(run, node, source, at, go);
  const values: (readonly [KnownValue, KnownValue])[] = [];
  for (const member of members) {
    step(run);
    assign(run, generator.target, member);
    const verdicts = generator.ifs.map((condition) => truth(run, go(condition)));
    if (verdicts.includes(false)) continue;
    if (verdicts.includes(undefined)) return once(run, node, source, at, go);
    const made = next(run, node, at, go);
    if (made.values === undefined) return nothingMade;
    values.push(...made.values);
  }
  return { values, each: undefined };
}

function next(run: Run, node: Comprehended, at: number, go: (part: Expression) => KnownValue): Made {
  const generator = node.generators[at + 1];
  if (generator) {
    const source = go(generator.iter);
    mustIterate(run, source, generator.iter);
    return pass(run, node, source, at + 1, go);
  }
  if (node.kind === "DictComp") return { values: [[go(node.key), go(node.value)]], each: undefined };
  return { values: [[go(node.elt), unknown]], each: undefined };
}

/** The members cannot be told apart: what is made of one is made of each. */
function once(
  run: Run,
  node: Comprehended,
  source: KnownValue,
  at: number,
  go: (part: Expression) => KnownValue,
): Made {
  const generator = node.generators[at]!;
  const { values } = perhaps(run, nothingMade, () => {
    assign(run, generator.target, memberOf(run, source));
    for (const condition of generator.ifs) go(condition);
    return next(run, node, at, go);
  });
  const each = at === node.generators.length - 1 && node.kind === "ListComp" ? values?.[0]?.[0] : undefined;
  const thing = each && thingOf(run.state, each);
  if (each?.kind === "ref" && thing) run.state.heap.set(each.id, { ...thing, isMany: true });
  const isTelling = each && (thing || ["int", "str", "float"].includes(typeOf(run.state, each) ?? ""));
  return { values: undefined, each: isTelling ? (thing ? each : some(typeOf(run.state, each)!)) : undefined };
}

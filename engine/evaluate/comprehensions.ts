import type { isComprehension } from "../program/scopes.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import { assign } from "./assign.ts";
import { toSet } from "./builtins/collections.ts";
import { captured } from "./capture.ts";
import { gaveUp } from "./failure.ts";
import { invalidate } from "./invalidate.ts";
import { truth } from "./operators.ts";
import { isConsumed } from "../program/consumed.ts";
import { leave, list, make, perhaps, step, type Run } from "./run.ts";
import {
  contentsOf,
  isFresh,
  isOneShot,
  memberOf,
  membersOf,
  mustHash,
  mustIterate,
  useUp,
} from "./sequences.ts";
import { keyIn, partsOf, share, thingOf, typeOf } from "./state.ts";
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
  const isAsync = run.facts.parts(node).some((part) => part.kind === "Await" || isAsynchronous(part));
  if (isAsync || (node.kind === "GeneratorExp" && !isConsumed(run.facts, node))) {
    // It runs when somebody asks for its items.
    captured(run, node);
    leave(run, first);
    return node.kind === "GeneratorExp" && !isAsync ? some("generator") : unknown;
  }
  const before = run.state.frames;
  run.clock += 1;
  run.state.frames = [...before, { id: run.clock, home: before.at(-1)!.id, scope, names: new Map() }];
  try {
    return collected(run, node, pass(run, node, first, 0, go));
  } finally {
    run.state.frames = run.state.frames.slice(0, before.length);
  }
}

function isAsynchronous(part: Node): boolean {
  return part.kind === "Comprehension" && Boolean(part.is_async);
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
    if (name === undefined) return shareAll(run, values!, make(run, { type: "dict" }));
    entries.set(name, [key, value]);
  }
  return make(run, { type: "dict", entries: values ? entries : undefined });
}

function shareAll(run: Run, values: NonNullable<Made["values"]>, made: KnownValue): KnownValue {
  for (const value of values.flat()) share(run.state, value);
  return made;
}

function pass(
  run: Run,
  node: Comprehended,
  source: KnownValue,
  at: number,
  go: (part: Expression) => KnownValue,
): Made {
  const generator = node.generators[at]!;
  const isOwn = !isOneShot(run, source) || isFresh(run, generator.iter);
  const members = isOwn ? membersOf(run, source) : undefined;
  if (members === undefined || (node.kind === "GeneratorExp" && !run.isStrict))
    return once(run, node, source, at, go);
  const contents = contentsOf(run, source);
  const values: (readonly [KnownValue, KnownValue])[] = [];
  for (const member of members) {
    step(run);
    assign(run, generator.target, member);
    const verdict = passes(run, generator.ifs, go);
    if (verdict === false) continue;
    if (verdict === undefined || contentsOf(run, source) !== contents) return once(run, node, source, at, go);
    const made = next(run, node, at, go);
    if (made.values === undefined) return once(run, node, source, at, go);
    values.push(...made.values);
    if (isDecided(run, node, made)) break;
  }
  return { values, each: undefined };
}

/** Whether a member passes all conditions; they are asked in turn, up to the first that it fails. */
function passes(
  run: Run,
  ifs: readonly Expression[],
  go: (part: Expression) => KnownValue,
): boolean | undefined {
  for (const condition of ifs) {
    const known = truth(run, go(condition));
    if (known !== true) return known;
  }
  return true;
}

/** `any` and `all` ask no further than they have to. */
function isDecided(run: Run, { kind, parent }: Comprehended, { values }: Made): boolean {
  if (kind !== "GeneratorExp" || parent?.kind !== "Call" || parent.func.kind !== "Name") return false;
  const { id } = parent.func;
  if (id !== "any" && id !== "all") return false;
  const known = values!.map(([value]) => truth(run, value));
  if (known.includes(undefined)) throw gaveUp;
  return known.includes(id === "any");
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
  const each = memberOf(run, source);
  useUp(run, source);
  invalidate(run, node);
  const before = run.clock;
  const { values } = perhaps(run, nothingMade, () => {
    assign(run, generator.target, each);
    for (const condition of generator.ifs) truth(run, go(condition));
    return next(run, node, at, go);
  });
  invalidate(run, node);
  const made = at === node.generators.length - 1 && node.kind === "ListComp" ? values?.[0]?.[0] : undefined;
  for (const [value] of values ?? []) if (value !== made) share(run.state, value);
  return { values: undefined, each: made && alike(run, made, before) };
}

/** What stands for everything that was made like it. */
function alike(run: Run, made: KnownValue, since: number): KnownValue | undefined {
  const thing = thingOf(run.state, made);
  if (made.kind !== "ref" || !thing) {
    const type = typeOf(run.state, made);
    return type !== undefined && ["int", "str", "float"].includes(type) ? some(type) : undefined;
  }
  const waiting: KnownValue[] = [made];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const part = thingOf(run.state, next);
    if (next.kind !== "ref" || !part || next.id <= since || part.isMany) continue;
    run.state.heap.set(next.id, { ...part, isMany: true });
    waiting.push(...partsOf(part));
  }
  return made;
}

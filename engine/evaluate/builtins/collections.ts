import type { Call } from "../../tree/nodes.ts";
import { sortable, sorted } from "../methods.ts";
import { refuses } from "../refuses.ts";
import { identified, list, make, type Run } from "../run.ts";
import { madeBy, memberOf, mustHash, sizeOf, takeAll, useUp } from "../sequences.ts";
import { keyIn, share, typeOf } from "../state.ts";
import { int, some, unknown, type KnownValue } from "../values.ts";
import { refuse, type Builtins } from "./builtin.ts";

/** Builtins that create collections, and `len`. */
export const collectionBuiltins: Builtins = {
  len: (run, node, [value]) => {
    if (value === undefined) return some("int");
    const type = typeOf(run.state, value);
    if (type !== undefined && refuses(type, "len")) refuse(node, type, "has no length", "not-iterable");
    const size = sizeOf(run, value);
    if (size !== undefined) return int(size);
    const id = "id" in value ? value.id : undefined;
    return id === undefined ? some("int") : { kind: "length", of: id, epoch: run.state.epoch, plus: 0n };
  },
  list: (run, node, [value]) => collect(run, node, "list", value),
  tuple: (run, node, [value]) => collect(run, node, "tuple", value),
  set: (run, node, [value]) => {
    if (value === undefined) return make(run, { type: "set", entries: new Map() });
    return toSet(run, node, takeAll(run, value, node.args[0]!));
  },
  deque: (run, node, given) => (given.length > 1 ? some("deque") : collect(run, node, "deque", given[0])),
  defaultdict: (run, _node, [factory, ...given]) => {
    for (const value of given) useUp(run, value);
    if (given.length > 0) return make(run, { type: "defaultdict", factory });
    const each = factory?.kind === "builtin" && madeBy.has(factory.name) ? some(factory.name) : undefined;
    return make(run, { type: "defaultdict", factory, each, entries: new Map() });
  },
  dict: (run, _node, given) => {
    for (const value of given) useUp(run, value);
    return make(run, { type: "dict", entries: given.length === 0 ? new Map() : undefined });
  },
  sorted: (run, node, [value]) => {
    if (value === undefined) return some("list");
    const members = takeAll(run, value, node.args[0]!);
    sortable(run, node, members);
    if (!members) return identified(run, some("list"));
    return list(run, node.keywords.length > 0 ? members.map(() => unknown) : sorted(members));
  },
};

function collect(run: Run, node: Call, type: string, value: KnownValue | undefined): KnownValue {
  if (value === undefined) return make(run, { type, items: [] });
  const each = memberOf(run, value);
  const members = takeAll(run, value, node.args[0]!);
  if (members) return make(run, { type, items: members });
  return identified(run, each.kind === "unknown" ? some(type) : make(run, { type, each }));
}

export function toSet(
  run: Run,
  node: Call | Parameters<typeof mustHash>[2],
  members: readonly KnownValue[] | undefined,
): KnownValue {
  const entries = new Map<string, readonly [KnownValue, KnownValue]>();
  for (const member of members ?? []) {
    mustHash(run, member, node, true);
    const key = keyIn(run.state, member);
    if (key === undefined) {
      for (const each of members ?? []) share(run.state, each);
      return make(run, { type: "set" });
    }
    if (!entries.has(key)) entries.set(key, [member, member]);
  }
  return make(run, { type: "set", entries: members ? entries : undefined });
}

import type { Call } from "../../tree/nodes.ts";
import { sortable, sorted } from "../methods.ts";
import { identified, list, make, type Run } from "../run.ts";
import { memberOf, membersOf, mustHash, mustIterate } from "../sequences.ts";
import { keyIn, thingOf, typeOf } from "../state.ts";
import { int, some, unknown, type KnownValue } from "../values.ts";
import { refuse, type Builtins } from "./builtin.ts";

/** Builtins that create collections, and `len`. */
export const collectionBuiltins: Builtins = {
  len: (run, node, [value]) => {
    if (value === undefined) return some("int");
    const type = typeOf(run.state, value);
    if (type !== undefined && unsized.has(type)) refuse(node, type, "has no length", "not-iterable");
    if (value.kind === "str") return int(value.value.length);
    const thing = thingOf(run.state, value);
    const size = thing?.isMany
      ? undefined
      : (thing?.items?.length ?? thing?.entries?.size ?? membersOf(run, value)?.length);
    if (size !== undefined) return int(size);
    const id = "id" in value ? value.id : undefined;
    return id === undefined ? some("int") : { kind: "length", of: id, epoch: run.state.epoch, plus: 0n };
  },
  list: (run, node, [value]) => collect(run, node, "list", value),
  tuple: (run, node, [value]) => collect(run, node, "tuple", value),
  set: (run, node, [value]) => {
    if (value === undefined) return make(run, { type: "set", entries: new Map() });
    mustIterate(run, value, node.args[0]!);
    return toSet(run, node, membersOf(run, value));
  },
  deque: (run, node, given) => (given.length > 1 ? some("deque") : collect(run, node, "deque", given[0])),
  defaultdict: (run, _node, [factory, ...given]) =>
    make(run, { type: "defaultdict", factory, entries: given.length === 0 ? new Map() : undefined }),
  dict: (run, _node, given) =>
    make(run, { type: "dict", entries: given.length === 0 ? new Map() : undefined }),
  sorted: (run, node, [value]) => {
    if (value === undefined) return some("list");
    mustIterate(run, value, node.args[0]!);
    const members = membersOf(run, value);
    sortable(run, node, members);
    if (!members) return identified(run, some("list"));
    return list(run, node.keywords.length > 0 ? members.map(() => unknown) : sorted(members));
  },
};

function collect(run: Run, node: Call, type: string, value: KnownValue | undefined): KnownValue {
  if (value === undefined) return make(run, { type, items: [] });
  mustIterate(run, value, node.args[0]!);
  const members = membersOf(run, value);
  if (members) return make(run, { type, items: members });
  const each = memberOf(run, value);
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
    if (key === undefined) return make(run, { type: "set" });
    if (!entries.has(key)) entries.set(key, [member, member]);
  }
  return make(run, { type: "set", entries: members ? entries : undefined });
}

const unsized = new Set([
  "int",
  "float",
  "bool",
  "NoneType",
  "function",
  "generator",
  "map",
  "filter",
  "zip",
  "number",
]);

import type { Name } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** Where an undefined name stands; inside a quoted annotation there is no node for it. */
export type NamePlace = Readonly<{ start: number; end: number; node: Name | undefined }>;

export type Undefined = Readonly<{ name: string; places: readonly NamePlace[] }>;

/** The next pass sees the rest. */
const maxNames = 100;

const known = new WeakMap<RepairableProgram, readonly Undefined[]>();

/** The names that nobody defines, each with all its places, in the order of the text. */
export function undefinedNames(program: RepairableProgram): readonly Undefined[] {
  let found = known.get(program);
  if (!found) known.set(program, (found = readUndefined(program)));
  return found;
}

function readUndefined({ text, facts, about }: RepairableProgram): Undefined[] {
  const nodes = new Map(facts.all("Name").map((node) => [node.start, node]));
  const places = about("undefined name").flatMap(({ severity, data, start }) => {
    const { name } = data;
    // Where the text may define names unseen, ruff's word is only a warning.
    if (severity !== "error" || start === undefined) return [];
    const end = start + name.length;
    const node = nodes.get(start);
    if (text.slice(start, end) !== name || (node && node.id !== name)) return [];
    return [{ name, start, end, node }];
  });
  const byName = Map.groupBy(places, ({ name }) => name);
  return Array.from(byName, ([name, all]) => ({ name, places: all })).slice(0, maxNames);
}

/** The names behind a name, as in `os.path.join`. */
export function pathFrom(node: Name): string[] {
  const path = [node.id];
  for (let at: Name["parent"] = node.parent, from: unknown = node; at?.kind === "Attribute"; at = at.parent) {
    if (at.value !== from) break;
    path.push(at.attr);
    from = at;
  }
  return path;
}

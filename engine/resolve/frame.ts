import { join, kept, type ScopeFrame, type PossibleValues } from "./value.ts";

export function createFrame(kind: ScopeFrame["kind"], outer: ScopeFrame | undefined): ScopeFrame {
  const writes = outer?.writes ?? { count: 0 };
  return {
    kind,
    outer,
    layers: [new Map()],
    elsewhere: new Map(),
    stars: [],
    returned: [],
    yielded: undefined,
    yieldsOften: false,
    writes,
  };
}

export function moduleOf(frame: ScopeFrame): ScopeFrame {
  let at = frame;
  while (at.outer) at = at.outer;
  return at;
}

/** What a name stands for; undefined when no scope around binds it. */
export function readName(frame: ScopeFrame, name: string): PossibleValues | undefined {
  let at: ScopeFrame | undefined = frame.elsewhere.get(name) === "global" ? moduleOf(frame) : frame;
  for (let isFirst = true; at; at = at.outer, isFirst = false) {
    if (at.kind === "class" && !isFirst) continue;
    const value = readHere(at, name);
    if (value) return value;
  }
  return undefined;
}

export function readHere({ layers }: ScopeFrame, name: string): PossibleValues | undefined {
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const value = layers[layer]!.get(name);
    if (value) return value;
  }
  return undefined;
}

export function writeName(frame: ScopeFrame, name: string, value: PossibleValues): void {
  let at = frame;
  const where = frame.elsewhere.get(name);
  if (where === "global") at = moduleOf(frame);
  else if (where === "nonlocal") {
    for (let outer = frame.outer; outer?.outer; outer = outer.outer)
      if (outer.kind === "function" && readHere(outer, name)) {
        at = outer;
        break;
      }
  }
  if (at.kind === "module") at.writes.count += 1;
  at.layers.at(-1)!.set(name, kept(value));
}

/** The scope a walrus writes to: comprehensions let it through. */
export function aroundComprehensions(frame: ScopeFrame): ScopeFrame {
  let at = frame;
  while (at.kind === "comprehension" && at.outer) at = at.outer;
  return at;
}

/**
 * Follows one way through the program: what it writes is kept apart until `merge` joins the ways that go on.
 * A way that left (by return, raise, break or continue) is not joined. `layer` is what is known on it from the start.
 */
export function followBranch(
  frame: ScopeFrame,
  follow: () => boolean,
  layer = new Map<string, PossibleValues>(),
): Branch {
  frame.layers.push(layer);
  try {
    return { layer, goesOn: follow() };
  } finally {
    frame.layers.pop();
  }
}

export type Branch = Readonly<{ layer: Map<string, PossibleValues>; goesOn: boolean }>;

/** Whether any of the ways goes on. With `mayBeSkipped`, doing none of them is one more way. */
export function mergeBranches(
  frame: ScopeFrame,
  branches: readonly Branch[],
  mayBeSkipped: boolean,
): boolean {
  const going = branches.filter(({ goesOn }) => goesOn);
  const written = new Map<string, { value: PossibleValues; ways: number }>();
  for (const { layer } of going)
    for (const [name, value] of layer) {
      const known = written.get(name);
      written.set(
        name,
        known ? { value: join(known.value, value), ways: known.ways + 1 } : { value, ways: 1 },
      );
    }
  for (const [name, { value, ways }] of written) {
    // On a way that does not write the name it stays what it was.
    const before = mayBeSkipped || ways < going.length ? readHere(frame, name) : undefined;
    frame.layers.at(-1)!.set(name, before ? join(before, value) : value);
  }
  return going.length > 0 || mayBeSkipped;
}

/** What the live process tells of a value. */
export type Described = Readonly<{
  type: string;
  /** The value as it is written, where that says everything. */
  text: string | null;
  length?: number;
  /** Keys of a dict and members of a set, as written. */
  keys?: readonly (string | null)[];
  /** A dict's pairs as a plain dict. */
  pairs?: string | null;
  items?: readonly Described[];
  attributes?: Readonly<Record<string, Described>>;
}>;

export type Place = Readonly<{ path: string; value: Described }>;

const dicts = new Set(["dict", "defaultdict", "Counter", "OrderedDict"]);

/** The kind that operations and templates are sorted by. */
export function kindOf({ type, attributes }: Described): string {
  if (dicts.has(type)) return "dict";
  return attributes ? "object" : type;
}

/** A value and what it holds, each with the expression that reaches it. */
export function placesIn(place: Place): Place[] {
  const { path, value } = place;
  const inside = (value.items ?? []).flatMap((item, at) => {
    const key = kindOf(value) === "dict" ? value.keys?.[at] : String(at);
    return key == null ? [] : [{ path: `${path}[${key}]`, value: item }];
  });
  const held = Object.entries(value.attributes ?? {}).map(([name, each]) => ({
    path: `${path}.${name}`,
    value: each,
  }));
  return [place, ...[...inside, ...held].flatMap(placesIn)];
}

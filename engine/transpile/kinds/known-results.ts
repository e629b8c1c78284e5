import type { Kind } from "./kind.ts";

function table(rows: Partial<Record<Kind, string>>): ReadonlyMap<string, Kind> {
  const map = new Map<string, Kind>();
  for (const [kind, names] of Object.entries(rows))
    for (const name of (names ?? "").split(" ")) map.set(name, kind as Kind);
  return map;
}

/** What the builtin functions give. */
export const builtinResults = table({
  int: "len int ord",
  float: "float",
  str: "str repr chr hex bin oct format",
  bool: "bool isinstance issubclass any all callable hasattr",
  list: "list sorted",
  tuple: "tuple divmod",
  dict: "dict",
  set: "set",
  frozenset: "frozenset",
  range: "range",
  iterator: "enumerate zip map filter reversed iter",
  none: "print setattr",
});

/** What methods give, by the kind of their receiver. */
export const methodResults: Readonly<Partial<Record<Kind, ReadonlyMap<string, Kind>>>> = {
  str: table({
    str: "upper lower strip lstrip rstrip replace join format title capitalize swapcase center ljust rjust zfill casefold removeprefix removesuffix expandtabs translate",
    list: "split rsplit splitlines",
    tuple: "partition rpartition",
    int: "find rfind index rindex count",
    bool: "startswith endswith isdigit isalpha isalnum isspace isupper islower isnumeric isdecimal istitle isidentifier",
  }),
  list: table({ int: "index count", list: "copy", none: "append extend insert remove reverse sort clear" }),
  tuple: table({ int: "index count" }),
  dict: table({ view: "keys values items", dict: "copy", none: "update clear" }),
  set: table({
    set: "copy union intersection difference symmetric_difference",
    bool: "issubset issuperset isdisjoint",
    none: "add discard remove update clear",
  }),
  int: table({ int: "bit_length" }),
  float: table({ bool: "is_integer" }),
};

/** What functions of the library give. */
export const libraryResults = table({
  float:
    "math.sqrt math.sin math.cos math.tan math.exp math.log math.log2 math.log10 math.hypot math.atan math.atan2 math.radians math.degrees math.fabs math.dist",
  int: "math.gcd math.lcm math.factorial math.comb math.perm math.isqrt",
  bool: "math.isnan math.isinf math.isfinite math.isclose",
  str: "json.dumps",
  deque: "collections.deque",
});

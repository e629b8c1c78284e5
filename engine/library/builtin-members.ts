/**
 * What Python 3.13's own types offer, and how many arguments each method takes by position where that is fixed.
 * Names with two underscores are left out: every one of them is taken to exist.
 */
const table: Readonly<Record<string, string>> = {
  str: `
    capitalize:0-0 casefold:0-0 center:1-2 count:1-3 encode:0-2 endswith:1-3 expandtabs:0-1 find:1-3
    format:0-* format_map:1-1 index:1-3 isalnum:0-0 isalpha:0-0 isascii:0-0 isdecimal:0-0 isdigit:0-0
    isidentifier:0-0 islower:0-0 isnumeric:0-0 isprintable:0-0 isspace:0-0 istitle:0-0 isupper:0-0
    join:1-1 ljust:1-2 lower:0-0 lstrip:0-1 maketrans:1-3 partition:1-1 removeprefix:1-1
    removesuffix:1-1 replace:2-3 rfind:1-3 rindex:1-3 rjust:1-2 rpartition:1-1 rsplit:0-2 rstrip:0-1
    split:0-2 splitlines:0-1 startswith:1-3 strip:0-1 swapcase:0-0 title:0-0 translate:1-1 upper:0-0
    zfill:1-1
  `,
  bytes: `
    capitalize:0-0 center:1-2 count decode:0-2 endswith expandtabs:0-1 find fromhex:1-1 hex index
    isalnum:0-0 isalpha:0-0 isascii:0-0 isdigit:0-0 islower:0-0 isspace:0-0 istitle:0-0 isupper:0-0
    join:1-1 ljust:1-2 lower:0-0 lstrip:0-1 maketrans:2-2 partition:1-1 removeprefix:1-1
    removesuffix:1-1 replace:2-3 rfind rindex rjust:1-2 rpartition:1-1 rsplit:0-2 rstrip:0-1 split:0-2
    splitlines:0-1 startswith strip:0-1 swapcase:0-0 title:0-0 translate:1-2 upper:0-0 zfill:1-1
  `,
  int: `
    as_integer_ratio:0-0 bit_count:0-0 bit_length:0-0 conjugate:0-0 denominator from_bytes:1-2 imag
    is_integer:0-0 numerator real to_bytes:0-2
  `,
  float: "as_integer_ratio:0-0 conjugate:0-0 fromhex:1-1 hex:0-0 imag is_integer:0-0 real",
  bool: `
    as_integer_ratio:0-0 bit_count:0-0 bit_length:0-0 conjugate:0-0 denominator from_bytes:1-2 imag
    is_integer:0-0 numerator real to_bytes:0-2
  `,
  complex: "conjugate:0-0 imag real",
  list: `
    append:1-1 clear:0-0 copy:0-0 count:1-1 extend:1-1 index:1-3 insert:2-2 pop:0-1 remove:1-1
    reverse:0-0 sort:0-0
  `,
  tuple: "count:1-1 index:1-3",
  dict: `
    clear:0-0 copy:0-0 fromkeys:1-2 get:1-2 items:0-0 keys:0-0 pop:1-2 popitem:0-0 setdefault:1-2
    update:0-1 values:0-0
  `,
  set: `
    add:1-1 clear:0-0 copy:0-0 difference:0-* difference_update:0-* discard:1-1 intersection:0-*
    intersection_update:0-* isdisjoint:1-1 issubset:1-1 issuperset:1-1 pop:0-0 remove:1-1
    symmetric_difference:1-1 symmetric_difference_update:1-1 union:0-* update:0-*
  `,
  frozenset: `
    copy:0-0 difference:0-* intersection:0-* isdisjoint:1-1 issubset:1-1 issuperset:1-1
    symmetric_difference:1-1 union:0-*
  `,
  range: "count:1-1 index:1-1 start step stop",
  NoneType: "",
  deque: `
    append:1-1 appendleft:1-1 clear:0-0 copy:0-0 count:1-1 extend:1-1 extendleft:1-1 index insert:2-2
    maxlen pop:0-0 popleft:0-0 remove:1-1 reverse:0-0 rotate:0-1
  `,
  defaultdict: `
    clear:0-0 copy:0-0 default_factory fromkeys:1-2 get:1-2 items:0-0 keys:0-0 pop:1-2 popitem:0-0
    setdefault:1-2 update:0-1 values:0-0
  `,
  Counter: `
    _keep_positive:0-0 clear:0-0 copy:0-0 elements:0-0 fromkeys:1-2 get:1-2 items:0-0 keys:0-0
    most_common:0-1 pop popitem:0-0 setdefault:1-2 subtract:0-1 total:0-0 update:0-1 values:0-0
  `,
  OrderedDict: `
    clear:0-0 copy:0-0 fromkeys:1-2 get:1-2 items:0-0 keys:0-0 move_to_end:1-2 pop:1-2 popitem:0-1
    setdefault:1-2 update:0-1 values:0-0
  `,
  generator: "close:0-0 gi_code gi_frame gi_running gi_suspended gi_yieldfrom send:1-1 throw",
};

type Member = Readonly<{ least: number; most: number }> | undefined;
const members = new Map<string, ReadonlyMap<string, Member>>(
  Object.entries(table).map(([type, list]) => [type, new Map(list.trim().split(/\s+/).map(readMember))]),
);

function readMember(entry: string): [string, Member] {
  const [name = "", range] = entry.split(":");
  if (range === undefined) return [name, undefined];
  const [least, most] = range.split("-");
  return [name, { least: Number(least), most: most === "*" ? Infinity : Number(most) }];
}

/** Whether a type of Python's own has an attribute; undefined for types that are not known here. */
export function hasMember(type: string, name: string): boolean | undefined {
  return name.startsWith("__") ? true : members.get(type)?.has(name);
}

/** How many arguments a method takes by position, where it takes no others. */
export function argumentsOf(type: string, method: string): Member {
  return members.get(type)?.get(method);
}

/** The types that do have an attribute, to tell what may have been meant. */
export function typesWith(name: string): string[] {
  return [...members].filter(([, list]) => list.has(name)).map(([type]) => type);
}

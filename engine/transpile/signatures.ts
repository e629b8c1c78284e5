import { moduleMembers, typeMembers } from "../library/entries.ts";

/**
 * What of Python's library can be translated, and how it is called. Parameters are written as Python's own help
 * writes them: `/` and `*` divide them, `=` marks those that may be left out, `*rest` goes over as one array and
 * `**named` as one Dict. Whatever is not listed here is refused.
 */
export type Signature = Readonly<{
  /** The name of its function, class or constant in the runtime. */
  runtime: string;
  parameters: readonly string[];
  /** A value and no function: `math.pi`. */
  constant?: true;
}>;

const setMethods = "copy difference intersection isdisjoint issubset issuperset symmetric_difference union";

/** What the runtime has of each type; the receiver goes first and is no parameter. */
export const translatedTypes: Readonly<Record<string, string>> = {
  str: `capitalize casefold center count endswith expandtabs find format index isalnum isalpha isascii isdecimal isdigit
    isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition
    removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip
    swapcase title translate upper zfill`,
  list: "append clear copy count extend index insert pop remove reverse sort",
  tuple: "count index",
  dict: "clear copy fromkeys get items keys pop popitem setdefault update values",
  OrderedDict: "move_to_end popitem",
  Counter: "elements most_common subtract total",
  set: `${setMethods} add clear difference_update discard intersection_update pop remove symmetric_difference_update update`,
  frozenset: setMethods,
  range: "count index",
  int: "as_integer_ratio bit_count bit_length conjugate is_integer",
  float: "as_integer_ratio conjugate is_integer",
  deque: `append appendleft clear copy count extend extendleft index insert pop popleft remove reverse rotate`,
  generator: "close send throw",
};

/** What the runtime has of each module. Functions whose last digit depends on the C library (`sin`, `exp`, `log`) are not here. */
export const translatedModules: Readonly<Record<string, string>> = {
  builtins: `abs all any ascii bin bool callable chr dict divmod enumerate filter float format frozenset hash hex int iter
    len list map max min next oct ord pow print range repr reversed round set sorted str sum tuple zip`,
  math: `ceil comb copysign degrees dist e fabs factorial floor fmod frexp fsum gcd hypot inf isclose isfinite isinf isnan
    isqrt lcm ldexp modf nan perm pi pow prod radians remainder sqrt tau trunc`,
  collections: "Counter OrderedDict defaultdict deque",
  itertools: `accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile
    filterfalse groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest`,
  functools: "cache cmp_to_key lru_cache partial reduce",
  heapq: "heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest",
  bisect: "bisect bisect_left bisect_right insort insort_left insort_right",
  json: "JSONDecodeError dumps loads",
  operator: `add and_ attrgetter concat contains eq floordiv ge getitem gt invert itemgetter le lshift lt methodcaller mod
    mul ne neg not_ or_ pos pow rshift sub truediv truth xor`,
  string: `ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable punctuation whitespace`,
};

type Table = Readonly<Record<string, string>>;

/** Where the runtime takes its arguments otherwise than Python does, or not all that Python takes. */
const otherParameters: Table = {
  iter: "object, /",
  map: "function, /, *iterables",
  max: "*args, key=, default=",
  min: "*args, key=, default=",
  print: "*args, sep=, end=, flush=",
  str: "object=",
  "generator.throw": "value, /",
  "itertools.chain.from_iterable": "iterable, /",
  "itertools.zip_longest": "*iterables, fillvalue=",
  "json.JSONDecodeError": "",
  "json.dumps":
    "obj, *, skipkeys=, ensure_ascii=, check_circular=, allow_nan=, cls=, indent=, separators=, default=, sort_keys=",
  "json.loads": "s",
  "operator.attrgetter": "attr, /, *attrs",
  "operator.itemgetter": "item, /, *items",
  "operator.methodcaller": "name, /, *args",
};

/** Where the runtime has another name than `<module or type>_<name>`. */
const otherNames: Table = {
  "collections.Counter": "Counter",
  "collections.OrderedDict": "OrderedDict",
  "collections.defaultdict": "defaultdict",
  "collections.deque": "deque",
  "json.JSONDecodeError": "JSONDecodeError",
  "str.isascii": "isAscii",
  "str.isspace": "isSpaceText",
  ...Object.fromEntries(
    ["Alnum", "Alpha", "Decimal", "Identifier", "Lower", "Printable", "Title", "Upper"].map((what) => [
      `str.is${what.toLowerCase()}`,
      `is${what}Text`,
    ]),
  ),
  ...Object.fromEntries(setMethods.split(" ").map((name) => [`frozenset.${name}`, `set_${name}`])),
};

export function readSignatures(): ReadonlyMap<string, Signature> {
  const paths = [...pathsOf(translatedTypes), ...pathsOf(translatedModules)];
  return new Map([
    ...paths.map(([owner, name]) => signatureOf(owner, name)),
    ["itertools.chain.from_iterable", written("itertools.chain.from_iterable", undefined)],
  ]);
}

function pathsOf(table: Table): [owner: string, name: string][] {
  return Object.entries(table).flatMap(([owner, names]) =>
    names.split(/\s+/).map((name): [string, string] => [owner, name]),
  );
}

function signatureOf(owner: string, name: string): [path: string, Signature] {
  const path = owner === "builtins" ? name : `${owner}.${name}`;
  const entry = (typeMembers(owner) ?? moduleMembers(owner))!.get(name)!;
  const signature = written(path, entry.parameters);
  return [path, entry.kind === "value" ? { ...signature, constant: true } : signature];
}

function written(path: string, parameters: readonly string[] | undefined): Signature {
  const other = Object.hasOwn(otherParameters, path) ? otherParameters[path]! : undefined;
  const listed = other === undefined ? (parameters ?? []) : other === "" ? [] : other.split(", ");
  const runtime = Object.hasOwn(otherNames, path) ? otherNames[path]! : path.replaceAll(".", "_");
  return { runtime, parameters: listed };
}

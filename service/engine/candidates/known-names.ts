/** Names every Python program has. */
export const builtins: ReadonlySet<string> = new Set(
  `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr
  dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input
  int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property
  quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
  ArithmeticError AssertionError AttributeError BaseException Exception EOFError FileNotFoundError FloatingPointError
  ImportError IndexError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
  NotImplemented NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError StopIteration
  SyntaxError SystemExit TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
  ValueError Warning ZeroDivisionError Ellipsis __name__ __file__ __doc__ __build_class__ __debug__ __class__`.split(
    /\s+/,
  ),
);

/** Modules of the standard library that small programs use by name. */
export const modules: ReadonlySet<string> = new Set(
  `array base64 bisect calendar cmath collections copy csv datetime decimal fractions functools hashlib heapq io
  itertools json keyword math operator os random re secrets statistics string struct sys textwrap time typing
  unicodedata uuid`.split(/\s+/),
);

/** Names with one well-known home. */
export const homes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    collections: "defaultdict deque Counter OrderedDict namedtuple ChainMap",
    functools: "reduce lru_cache cache partial cmp_to_key cached_property wraps total_ordering",
    itertools:
      "permutations combinations product chain accumulate groupby combinations_with_replacement islice zip_longest count cycle repeat starmap pairwise",
    heapq: "heappush heappop heapify heappushpop heapreplace nlargest nsmallest",
    bisect: "bisect bisect_left bisect_right insort insort_left",
    math: "sqrt floor ceil gcd lcm factorial log log2 log10 pi inf isqrt comb perm prod hypot isclose sin cos tan radians degrees fabs",
    typing: "List Dict Set Tuple Optional Any Union Callable Iterable Iterator FrozenSet Deque DefaultDict",
    copy: "deepcopy",
    datetime: "datetime timedelta date",
    decimal: "Decimal",
    fractions: "Fraction",
    string: "ascii_lowercase ascii_uppercase ascii_letters digits punctuation",
    operator: "itemgetter attrgetter mul xor",
    dataclasses: "dataclass field",
    statistics: "mean median mode stdev",
    random: "randint choice shuffle",
    re: "findall",
  }).flatMap(([home, names]) => names.split(" ").map((name) => [name, home] as const)),
);

/** The use of a name that leaves no doubt whose it is. */
export type TellingUse = "any" | "called" | "decorator" | "type" | "none";

const marks: Readonly<Record<string, TellingUse>> = {
  "": "any",
  "()": "called",
  "@": "decorator",
  ":": "type",
  "?": "none",
};

/**
 * Names with one well-known home. `name()` is known by being called, `name@` by decorating, `name:` by being written as
 * a type; `name?` is an everyday word, which only a run can tell from a slip.
 */
const table: Readonly<Record<string, string>> = {
  abc: "ABC: ABCMeta abstractmethod@",
  argparse: "ArgumentParser()",
  base64: "b64encode() b64decode() urlsafe_b64encode() urlsafe_b64decode()",
  bisect: "bisect? bisect_left bisect_right insort insort_left",
  collections: "defaultdict deque Counter OrderedDict namedtuple() ChainMap",
  "concurrent.futures": "ThreadPoolExecutor ProcessPoolExecutor",
  contextlib:
    "contextmanager@ asynccontextmanager@ suppress() closing() ExitStack() nullcontext() redirect_stdout()",
  copy: "deepcopy()",
  dataclasses: "dataclass@ field() asdict()",
  datetime: "datetime? timedelta date? timezone?",
  decimal: "Decimal ROUND_HALF_UP ROUND_HALF_EVEN getcontext() localcontext()",
  enum: "Enum: IntEnum: StrEnum: IntFlag: Flag: auto()",
  fractions: "Fraction",
  functools:
    "reduce() lru_cache cache@ partial() cmp_to_key cached_property wraps total_ordering singledispatch",
  heapq: "heappush heappop heapify heappushpop heapreplace nlargest nsmallest",
  io: "StringIO BytesIO",
  itertools:
    "permutations() combinations() product? chain? accumulate() groupby() combinations_with_replacement() islice() zip_longest() count? cycle? repeat? starmap() pairwise() takewhile() dropwhile() filterfalse()",
  json: "JSONDecodeError",
  logging: "getLogger()",
  math: "sqrt() floor() ceil() gcd() lcm() factorial() log? log2() log10() pi inf isqrt() comb() perm() prod() hypot() isclose() isnan() sin() cos() tan() atan2() exp() radians() degrees() fabs()",
  operator: "itemgetter() attrgetter() mul? xor?",
  pathlib: "Path PurePath PurePosixPath",
  random: "randint() randrange() choice? shuffle()",
  re: "findall?",
  shutil: "rmtree() copyfile() copytree()",
  statistics: "mean() median() mode? stdev() pstdev()",
  string: "ascii_lowercase ascii_uppercase ascii_letters digits? punctuation?",
  tempfile: "NamedTemporaryFile() TemporaryDirectory() mkdtemp()",
  textwrap: "dedent()",
  threading: "Thread()",
  time: "perf_counter()",
  traceback: "print_exc() format_exc()",
  types: "SimpleNamespace",
  typing:
    "List: Dict: Set: Tuple: Optional: Any: Union: Callable: Iterable: Iterator: FrozenSet: Deque: DefaultDict: Sequence: Mapping: MutableMapping: Generator: Literal: Final: ClassVar: Type: Generic: Protocol: NamedTuple: TypedDict: Awaitable: Coroutine: AsyncIterator: AsyncGenerator: Hashable: NoReturn: TypeVar() overload@",
  unittest: "TestCase:",
  "unittest.mock": "MagicMock",
  "urllib.parse": "urlparse() urlencode() urljoin() urlsplit() parse_qs()",
  "urllib.request": "urlopen()",
  uuid: "uuid4() uuid1()",
  zoneinfo: "ZoneInfo",
};

const entries = Object.entries(table).flatMap(([home, names]) =>
  names.split(" ").map((entry) => {
    const [, name = "", mark = ""] = /^(\w+)(\W*)$/.exec(entry)!;
    return { name, home, telling: marks[mark]! };
  }),
);

/** Where a well-known name comes from. */
export const homes: Readonly<Record<string, string>> = Object.fromEntries(
  entries.map(({ name, home }) => [name, home]),
);

const tellingUses = new Map(entries.map(({ name, telling }) => [name, telling]));

export function tellingUseOf(name: string): TellingUse {
  return tellingUses.get(name) ?? "none";
}

/** What everybody calls some modules that do not come with Python. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ["np", "import numpy as np"],
  ["numpy", "import numpy"],
  ["pd", "import pandas as pd"],
  ["pandas", "import pandas"],
  ["plt", "import matplotlib.pyplot as plt"],
  ["sns", "import seaborn as sns"],
  ["tf", "import tensorflow as tf"],
  ["nx", "import networkx as nx"],
  ["torch", "import torch"],
  ["requests", "import requests"],
  ["yaml", "import yaml"],
  ["cv2", "import cv2"],
  ["pytest", "import pytest"],
  ["pygame", "import pygame"],
]);

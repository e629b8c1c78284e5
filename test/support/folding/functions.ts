import { doctestFunctions } from "../../../engine/resolve/library-doctest.ts";
import { runningFunctions } from "../../../engine/resolve/library-running.ts";
import type { Writer } from "./writer.ts";

type Recipe = (writer: Writer) => string;

const one: Recipe = (writer) => writer.any();
const aText: Recipe = (writer) => writer.text();
const aStr: Recipe = (writer) => writer.str();
const aList: Recipe = (writer) => writer.list();

const packed =
  (alphabet: string, ...more: readonly string[]): Recipe =>
  (writer) => {
    const { dice } = writer;
    const length = dice.below(4) === 0 ? dice.below(12) : 4 * dice.below(5);
    const body =
      Array.from({ length }, () => dice.pick(Array.from(alphabet))).join("") +
      dice.pick(["", "=", "==", "======", "\n", "*", "-", " "]);
    const known = dice.pick([
      body,
      body,
      "c3lzdGVt",
      "c3lz\ndGVt",
      "73797374656D",
      "ON4XG5DFNU======",
      ...more,
    ]);
    const written = JSON.stringify(known);
    return writer.either(
      () => written,
      () => `b${written}`,
      () => `b${written}`,
      () => aText(writer),
    );
  };

const hexDigits = packed("0123456789abcdefABCDEF ", "73 79\t73", "7 3");
const base64Digits = packed(
  "ABCXYZabcxyz0189+/-_",
  "c3l*zdGVt",
  "c3lz_dGVt-",
  "eA==",
  "eB==",
  "e=A==",
  "eA=",
  "=eA=",
);
const deflated = "zlib.compress(b'system')";

const twoTexts: Recipe = (writer) => `${writer.text()}, ${writer.text()}`;
const twoInts: Recipe = (writer) => `${writer.int()}, ${writer.int()}`;
const keyed: Recipe = (writer) =>
  writer.either(
    () => aList(writer),
    () => writer.strList(),
    () => `${writer.strList()}, key=len`,
    () =>
      `${writer.strList()}, key=${writer.dice.pick(["str.lower", "lambda c: c[::-1]", "lambda c: -len(c)", "None"])}`,
    () => `[${writer.int()}, ${writer.int()}, ${writer.bool()}]`,
    () => `[${writer.text()}, ${writer.text()}]`,
  );
const extreme: Recipe = (writer) =>
  writer.either(
    () => keyed(writer),
    () => `${writer.any()}, ${writer.any()}`,
    () => twoInts(writer),
    () => twoTexts(writer),
    () => `${writer.list()}, default=${writer.any()}`,
  );
const mapping: Recipe = (writer) =>
  writer.either(
    () => writer.dict(),
    () => "",
    () => `[('a', 1), ('b', ${writer.any()}), ('a', 2)]`,
    () => `{'a': 1}, a=${writer.any()}, b=2`,
    () => `zip('ab', ${writer.list()})`,
    () => aList(writer),
  );
const codecs: Recipe = (writer) =>
  writer.either(
    () => `${writer.text()}, ${writer.encoding()}`,
    () => `${writer.text()}, ${writer.encoding()}, 'ignore'`,
    () => aText(writer),
    () => `obj=${writer.text()}, encoding=${writer.encoding()}`,
    () => `${writer.str()}, 'rot13'`,
  );

/** Written completely by their recipes. */
export const namelessPaths: ReadonlySet<string> = new Set([
  "codecs.decode_pair",
  "codecs.getdecoder",
  "operator.itemgetter",
  "operator.attrgetter",
  "operator.methodcaller",
  "functools.partial",
]);

const decoder: Recipe = (writer) =>
  writer.either(
    () => `codecs.getdecoder(${writer.encoding()})(${writer.text()})[0]`,
    () => `codecs.getdecoder('rot13')(${writer.str()})[0]`,
    () => "codecs.getdecoder('hex')(b'7379')[0]",
  );

/** The arguments of a call of each function. */
export const functionRecipes: Readonly<Record<string, Recipe>> = {
  "builtins.chr": (writer) =>
    writer.either(
      writer.int,
      () => "0xd800",
      () => "0x10ffff",
      () => "0x110000",
    ),
  "builtins.ord": (writer) =>
    `${writer.either(
      () => writer.text(),
      () => writer.dice.pick(["'a'", "'😀'", "b'\\xff'", "'ß'"]),
    )}`,
  "builtins.bytes": (writer) =>
    writer.either(
      () => "",
      () => aText(writer),
      () => aList(writer),
      writer.int,
      () => `${writer.str()}, ${writer.encoding()}`,
      () => `${writer.str()}, 'ascii', 'ignore'`,
      () => `[${writer.int()}, ${writer.int()}]`,
    ),
  "builtins.bytearray": (writer) =>
    writer.either(
      () => "",
      () => writer.bytes(),
      () => aList(writer),
      () => `${writer.str()}, 'utf-8'`,
    ),
  "builtins.memoryview": aText,
  "builtins.str": (writer) =>
    writer.either(
      () => "",
      () => one(writer),
      () => one(writer),
      () => `${writer.bytes()}, ${writer.encoding()}`,
      () => `${writer.bytes()}, 'ascii', 'ignore'`,
      () => `object=${writer.text()}`,
      () => `${writer.bytes()}, errors='ignore'`,
      () => `string.Template(${writer.str()}).template`,
    ),
  "builtins.ascii": one,
  "builtins.repr": one,
  "builtins.format": (writer) =>
    `${writer.any()}${writer.dice.pick(["", ", '>5'", ", '.3'", ", '05d'", ", ''", ", 'x'", ", '*^7'", ", 's'"])}`,
  "builtins.int": (writer) =>
    writer.either(
      () => "",
      () => one(writer),
      () => `${writer.text()}, ${writer.int()}`,
      () =>
        writer.dice.pick([
          "' 12 '",
          "'\\u20031'",
          "'\\x1f1'",
          "'1_0'",
          "'_1'",
          "'1__0'",
          "'0x1f', 16",
          "'0x1f', 0",
          "'010', 0",
          "'00', 0",
          "'0b1', 16",
          "'0o17', 8",
          "'z', 36",
          "'٣'",
          "'-5'",
          "'- 5'",
          "'+7'",
          "b'12'",
          "'1', base=2",
          "'0x_f', 16",
          "'0_7', 0",
          "'12', 1",
          "'0b1', 2",
          "'0B_1', 0",
        ]),
    ),
  "builtins.hex": (writer) => writer.int(),
  "builtins.oct": (writer) => writer.int(),
  "builtins.bin": (writer) => writer.either(writer.int, () => one(writer)),
  "builtins.str.maketrans": (writer) =>
    writer.either(
      () => writer.dict(),
      twoTexts.bind(undefined, writer),
      () => "'sy😀', 'abc', 'x'",
      () => "{'a': 1, 98: None}",
      () => "'a😀', 'bc'",
    ),
  "builtins.bytes.maketrans": (writer) =>
    writer.either(
      () => "b'ab', b'xy'",
      () => `${writer.bytes()}, ${writer.bytes()}`,
    ),
  "builtins.int.from_bytes": (writer) =>
    `${writer.either(
      () => writer.bytes(),
      () => aList(writer),
    )}${writer.dice.pick(["", ", 'big'", ", 'little'", ", 'odd'", ", 'big', signed=True", ", byteorder='little'"])}`,
  "codecs.decode": codecs,
  "codecs.encode": codecs,
  "codecs.getdecoder": decoder,
  "codecs.decode_pair": decoder,
  "urllib.parse.unquote": (writer) =>
    writer.either(
      () => aText(writer),
      () =>
        writer.dice.pick([
          "'%73ystem'",
          "'%c5%bf'",
          "'%E9x'",
          "'a%zz%4'",
          "'%F0%9F%98%80'",
          "'é%41%e9'",
          "'%00+'",
        ]),
    ),
  "html.unescape": (writer) =>
    writer.either(
      () => aStr(writer),
      () =>
        writer.dice.pick([
          "'&#115;ystem'",
          "'&#115ystem'",
          "'&amp;lt;'",
          "'&ampx;'",
          "'a & b &'",
          "'&#x41;&#X42;'",
          "'&#0;'",
          "'&#x80;'",
          "'&#x110000;'",
          "'&shy;'",
          "'&amp'",
          "'&#;'",
          "'&&amp;'",
          "'&lt;&gt;&quot;&apos;'",
          "'&#9;'",
          "'&#65;&nbsp;'",
        ]),
    ),
  "re.sub": (writer) => {
    const pattern = writer.either(
      () => aText(writer),
      () =>
        writer.dice.pick([
          "r'\\s'",
          "r'\\s+'",
          "r'\\d'",
          "r'\\W+'",
          "r'\\w'",
          "'[a-s]'",
          "'[^a-z]+'",
          "'[xX]+'",
          "'s'",
          "'sys'",
          "'.'",
          "'a|b'",
          "'[]'",
          "'[^]'",
          "'[z-a]'",
          "'[a-]'",
          "'[-a]'",
          "'[é-ü]'",
          "' '",
          "'(s)'",
          "'s*'",
          "'[[a]'",
          "'[a&&b]'",
          "b's'",
          "rb'\\s'",
          "rb'[^a-z]'",
          "'😀'",
          "'[😀]'",
          "'/'",
          "'-'",
          "'#'",
          "'[a/b]'",
          "'s$'",
        ]),
    );
    const by = writer.either(
      () => aText(writer),
      () => "''",
      () => "'$&'",
      () => "r'\\g<0>'",
    );
    return `${pattern}, ${by}, ${writer.text()}${writer.dice.pick(["", "", ", 1", ", count=1", ", 0, re.I", ", flags=re.X", ", -1"])}`;
  },
  "string.Template": (writer) => `${writer.str()}).substitute(a=1, s=2`,
  "io.StringIO": (writer) => `${writer.str()}).getvalue(`,
  "io.BytesIO": (writer) => `${writer.bytes()}).read(`,
  "textwrap.dedent": (writer) =>
    writer.either(
      () => aText(writer),
      () =>
        writer.dice.pick([
          "'  a\\n    b\\n'",
          "'\\ta\\n  b'",
          "'  \\n a\\n'",
          "'   a\\n\\t\\n   b'",
          "'  a\\r\\n  b'",
          "' \\x1fa\\n  b'",
          "'    x\\n  y\\n   z'",
        ]),
    ),
  "inspect.cleandoc": (writer) =>
    writer.either(
      () => aText(writer),
      () =>
        writer.dice.pick([
          "'  a\\n    b\\n      c\\n'",
          "'\\n\\n a\\n'",
          "'a\\n\\tb'",
          "'a\\n  \\n  b\\n  '",
          "' \\n '",
        ]),
    ),
  "sys.intern": aText,
  "os.path.expanduser": (writer) =>
    writer.either(
      () => aText(writer),
      () => writer.dice.pick(["'~'", "'~/x'", "'~nobody/x'", "'x~'", "'~~/x'"]),
    ),
  "os.path.expandvars": (writer) =>
    writer.either(
      () => aText(writer),
      () =>
        writer.dice.pick([
          "'$HOME/x'",
          "'${HOME}'",
          "'a$b'",
          "'$'",
          "'$é'",
          "'${'",
          "'%a%'",
          "'a${NO_SUCH}b'",
        ]),
    ),
  "os.fsdecode": aText,
  "builtins.bytes.fromhex": hexDigits,
  "builtins.bytearray.fromhex": hexDigits,
  "base64.b64decode": (writer) =>
    base64Digits(writer) +
    writer.dice.pick([
      "",
      "",
      "",
      ", b'-_'",
      ", '-_'",
      ", validate=True",
      ", b'-_', True",
      ", None, False",
      ", b'*-'",
      ", b'+-'",
      ", altchars=b'/+'",
    ]),
  "base64.standard_b64decode": base64Digits,
  "base64.decodebytes": base64Digits,
  "base64.urlsafe_b64decode": base64Digits,
  "base64.b32decode": (writer) =>
    packed("ABCXYZ234567abc", "on4xg5dfnu======", "0N4XG5DFNU======")(writer) +
    writer.dice.pick(["", "", ", True", ", casefold=True", ", False, 'L'"]),
  "base64.b16decode": (writer) => hexDigits(writer) + writer.dice.pick(["", "", ", True", ", casefold=True"]),
  "base64.b85decode": packed("abcXYZ019!#$%&()*+;<=>?@^_`{|}~", "b9>{X", "~~~~~", "|NsC0"),
  "base64.a85decode": (writer) =>
    packed("!abcXYZ019#$%&()*+,;<=>?@^_`z ", "<~F*2M7A7X~>", "zz", "z!!", "s8W-!", "uuuuu", "!!z!!")(writer) +
    writer.dice.pick(["", "", ", adobe=True", ", foldspaces=True"]),
  "base64.b64encode": (writer) => writer.bytes(),
  "binascii.unhexlify": hexDigits,
  "binascii.a2b_hex": hexDigits,
  "binascii.a2b_base64": (writer) => base64Digits(writer) + writer.dice.pick(["", "", ", strict_mode=True"]),
  "zlib.decompress": (writer) =>
    writer.either(
      () => deflated,
      () => writer.bytes(),
      () => "b'x\\x9c+\\xae,.I\\xcd\\x05\\x00\\tt\\x02\\xa6'",
      () => "b'x\\x9c+\\xae,.I\\xcd\\x05\\x00\\tt\\x02\\xa6junk'",
      () => "b'+\\xae,.I\\xcd\\x05\\x00', -15",
      () => "b'x\\x9c+\\xae,.I\\xcd\\x05'",
    ),
  "gzip.decompress": (writer) =>
    writer.either(
      () => writer.bytes(),
      () =>
        "b'\\x1f\\x8b\\x08\\x00\\x00\\x00\\x00\\x00\\x02\\xff+\\xae,.I\\xcd\\x05\\x00\\x8b\\x11M\\xc9\\x06\\x00\\x00\\x00'",
      () => "gzip.compress(b'system', mtime=0)",
    ),
  "bz2.decompress": (writer) => writer.bytes(),
  "lzma.decompress": (writer) => writer.bytes(),
  "marshal.loads": (writer) => `marshal.dumps(${writer.any()})`,
  "builtins.list": aList,
  "builtins.tuple": aList,
  "builtins.set": aList,
  "builtins.frozenset": aList,
  "collections.deque": (writer) => aList(writer) + writer.dice.pick(["", "", ", 2", ", maxlen=1"]),
  "array.array": (writer) =>
    writer.either(
      () => `'B', ${writer.bytes()}`,
      () => `'H', ${writer.bytes()}`,
      () => `'b', [1, 2]`,
      () => `'u', ${writer.str()}`,
    ),
  "builtins.dict": mapping,
  "collections.OrderedDict": mapping,
  "collections.ChainMap": (writer) =>
    writer.either(
      () => writer.dict(),
      () => `${writer.dict()}, ${writer.dict()}`,
    ),
  "types.MappingProxyType": (writer) => writer.dict(),
  "collections.defaultdict": (writer) =>
    writer.either(
      () => "str",
      () => "lambda: 'x'",
      () => `lambda: 'x', ${writer.dict()}`,
      () => "list, a=1",
    ),
  "builtins.map": (writer) =>
    writer.either(
      () => `str.upper, ${writer.list()}`,
      () => `chr, ${writer.list()}`,
      () => `lambda a, b: a + b, ${writer.str()}, ${writer.str()}`,
      () => `len, ${writer.strList()}`,
    ),
  "builtins.filter": (writer) =>
    writer.either(
      () => `None, ${writer.list()}`,
      () => `str.isalpha, ${writer.str()}`,
      () => `lambda c: c, ${writer.list()}`,
      () => `lambda c: c.strip(), ${writer.strList()}`,
    ),
  "builtins.reversed": aList,
  "builtins.sorted": (writer) => keyed(writer) + writer.dice.pick(["", "", ", reverse=True", ", reverse=0"]),
  "builtins.max": extreme,
  "builtins.min": extreme,
  "builtins.range": (writer) =>
    writer.either(
      () => `${writer.dice.below(5)}`,
      () => `${writer.dice.below(5)}, ${writer.dice.below(9)}`,
      () => `${writer.dice.below(9)}, ${writer.dice.below(5)}, ${writer.dice.pick(["-1", "2", "0", "-3"])}`,
    ),
  "builtins.zip": (writer) =>
    writer.either(
      () => `${writer.list()}, ${writer.list()}`,
      () => aList(writer),
      () => "",
      () => `${writer.str()}, ${writer.str()}, strict=True`,
    ),
  "builtins.enumerate": (writer) => aList(writer) + writer.dice.pick(["", ", 1", ", start=2", ", -1"]),
  "builtins.next": (writer) =>
    writer.either(
      () => `iter(${writer.list()})`,
      () => `iter(${writer.list()}), ${writer.any()}`,
      () => `(c for c in ${writer.str()} if c > 's')`,
      () => aList(writer),
      () => `map(str.upper, ${writer.strList()})`,
    ),
  "builtins.iter": aList,
  "builtins.sum": (writer) =>
    writer.either(
      () => aList(writer),
      () => `[${writer.int()}, ${writer.int()}]`,
      () => `[[${writer.any()}], [${writer.any()}]], []`,
      () => `${writer.strList()}, ''`,
      () => `[True, True]`,
      () => `[1, 2], start=5`,
    ),
  "builtins.len": (writer) =>
    writer.either(
      () => aList(writer),
      () => one(writer),
      () => aText(writer),
    ),
  "functools.reduce": (writer) =>
    writer.either(
      () => `lambda a, b: b + a, ${writer.list()}`,
      () => `operator.add, ${writer.strList()}, ${writer.str()}`,
      () => `lambda a, b: a, ${writer.list()}, ${writer.any()}`,
    ),
  "itertools.starmap": (writer) => `lambda a, b: a + b, zip(${writer.str()}, ${writer.str()})`,
  "itertools.chain": (writer) =>
    writer.either(
      () => aList(writer),
      () => `${writer.list()}, ${writer.list()}`,
    ),
  "itertools.chain.from_iterable": (writer) => `[${writer.list()}, ${writer.list()}]`,
  "itertools.islice": (writer) =>
    `${writer.list()}, ${writer.dice.pick(["2", "1, None", "0, 3, 2", "None", "1, 0", "-1", "2, 4, 0"])}`,
  "itertools.cycle": (writer) => writer.strList(),
  "itertools.repeat": (writer) => `${writer.any()}, ${writer.dice.below(4)}`,
  "copy.copy": one,
  "copy.deepcopy": one,
  "typing.cast": (writer) => `str, ${writer.any()}`,
  "operator.add": twoTexts,
  "operator.concat": twoTexts,
  "operator.iadd": (writer) => `${writer.list()}, ${writer.list()}`,
  "operator.mod": (writer) =>
    writer.either(
      () => `${writer.text()}, ${writer.any()}`,
      () => `"%s-%05d", (${writer.str()}, ${writer.int()})`,
    ),
  "operator.mul": (writer) => `${writer.text()}, ${writer.dice.pick(["0", "1", "3", "-1"])}`,
  "operator.xor": twoInts,
  "operator.sub": twoInts,
  "operator.getitem": (writer) =>
    writer.either(
      () => `${writer.list()}, ${writer.either(writer.int, () => "slice(1, None)")}`,
      () => `'a😀b', ${writer.dice.pick(["0", "1", "-1", "True"])}`,
    ),
  "heapq.nlargest": (writer) => `2, ${writer.strList()}`,
  "operator.itemgetter": (writer) =>
    `operator.itemgetter(${writer.either(
      writer.int,
      () => "0, -1",
      () => "slice(1, None)",
      () => aText(writer),
    )})(${writer.list()})`,
  "operator.attrgetter": (writer) => `operator.attrgetter('upper')(${writer.text()})()`,
  "operator.methodcaller": (writer) =>
    `operator.methodcaller(${writer.either(
      () => "'replace', 's', 'x', 1",
      () => "'strip'",
      () => "'split', maxsplit=1",
      () => "'casefold'",
    )})(${writer.text()})`,
  "operator.call": (writer) => `str.upper, ${writer.str()}`,
  "functools.partial": (writer) =>
    `functools.partial(${writer.either(
      () => "str.replace, 'abs'",
      () => "str.replace",
      () => "int, base=2",
    )})(${writer.either(
      () => "'s', 'x'",
      () => "'10'",
      () => `${writer.str()}, 's', 'x'`,
    )})`,
  "builtins.dict.get": (writer) => `${writer.dict()}, ${writer.text()}${writer.dice.pick(["", ", 5"])}`,
  "builtins.dict.__getitem__": (writer) =>
    `{'a': ${writer.any()}}, ${writer.dice.pick(["'a'", "'b'", "b'a'"])}`,
  "json.loads": (writer) =>
    writer.either(
      () => aText(writer),
      () =>
        writer.dice.pick([
          `'"syst\\\\u0065m"'`,
          `'{"b": "x", "a": ["y"]}'`,
          `'{"b": "x", "1": "y"}'`,
          `'{"a": "x", "a": "y"}'`,
          `'["\\\\ud83d"]'`,
          `'["\\\\ud83d\\\\ude00", 1, null, true, 1.5]'`,
          `'{"__proto__": "x"}'`,
          `b'"a"'`,
          `'"a\\tb"'`,
          `' "a" '`,
          `'\\ufeff"a"'`,
          `'[NaN]'`,
          `'"\\x7f"'`,
          `'"a", "b"'`,
          `'{"a": "x"}', object_hook=len`,
        ]),
    ),
  "ast.literal_eval": (writer) =>
    writer.dice.pick(["\"'a' 'b'\"", "'[1, \"x\"]'", "'  7'", "\"b'x'\"", "'-1'"]),
  "os.path.join": (writer) =>
    writer.either(
      () => `${writer.str()}, ${writer.str()}`,
      () =>
        writer.dice.pick(["'a', '/b'", "'a/', 'b'", "'', 'b'", "'a', ''", "'a//', '//b', 'c'", "'a', b'c'"]),
      () => aText(writer),
    ),
};

/** Operations whose results are never known, although their arguments are evaluated. */
export const neverKnown: ReadonlySet<string> = new Set([
  "function base64.b64encode",
  "function bz2.decompress",
  "function lzma.decompress",
  "function marshal.loads",
  "function collections.defaultdict",
  "function itertools.cycle",
  "function itertools.repeat",
  "function heapq.nlargest",
  "form Div",
  "form MatMult",
  "form zip_grouping",
  "statement list.remove",
  "statement list.sort",
  "statement set.discard",
  "statement set.intersection_update",
  "statement set.ior",
  "statement dict.setUnknown",
  "statement dict.popitem",
]);

/** Functions that are followed and not computed: they reach names, run code, or leave the standard library. */
export const followedPaths: ReadonlySet<string> = new Set([
  ...Object.keys(runningFunctions),
  ...Object.keys(doctestFunctions),
  ...`base64.decodestring sqlalchemy.text sqlalchemy.sql.text random.choice builtins.getattr inspect.getattr_static
  builtins.object.__getattribute__ builtins.type.__getattribute__ builtins.setattr builtins.object.__setattr__ builtins.vars
  builtins.globals builtins.locals builtins.type types.new_class builtins.super builtins.staticmethod builtins.classmethod
  builtins.property functools.partialmethod functools.cache functools.singledispatch types.SimpleNamespace argparse.Namespace
  types.MethodType weakref.proxy weakref.ref asyncio.run asyncio.ensure_future asyncio.create_task contextlib.nullcontext
  builtins.dir builtins.__build_class__ builtins.__import__ importlib.import_module importlib.reload pydoc.locate
  pkgutil.resolve_name logging.config.dictConfig pydoc.safeimport django.utils.module_loading.import_string werkzeug.utils.import_string
  importlib.util.find_spec importlib.machinery.PathFinder.find_spec importlib.machinery.BuiltinImporter.find_spec
  importlib.util.module_from_spec importlib.machinery.BuiltinImporter.load_module builtins.__loader__.load_module
  importlib.machinery.BuiltinImporter().load_module imp.load_module imp.reload sys.modules.get sys.modules.__getitem__
  sys.modules.pop sys.modules.setdefault sys.modules.update collections.UserDict collections.UserList functools.cached_property
  functools.wraps functools.update_wrapper inspect.unwrap importlib.metadata.EntryPoint logging.config.DictConfigurator
  logging.config.DictConfigurator().configure_custom logging.config.BaseConfigurator().convert
  logging.config.DictConfigurator().convert logging.config.BaseConfigurator().resolve logging.config.DictConfigurator().resolve
  logging.config.BaseConfigurator().ext_convert logging.config.DictConfigurator().ext_convert pydoc.resolve
  pickle.Unpickler().find_class pickle._Unpickler().find_class pickle._getattribute unittest.mock._importer
  xmlrpc.server.resolve_dotted_attribute test.support.import_helper.import_module
  test.support.import_helper.import_fresh_module configparser.ConfigParser().set
  configparser.ConfigParser().get io.StringIO().write io.StringIO().getvalue inspect.getmro importlib.util.spec_from_loader
  sys.meta_path[].find_spec importlib.find_loader pkgutil.find_loader pkgutil.get_loader importlib.util.spec_from_file_location
  importlib.machinery.SourceFileLoader importlib.machinery.SourcelessFileLoader importlib._bootstrap.module_from_spec
  importlib._bootstrap._load imp.load_source runpy.run_module runpy.run_path typing.ForwardRef typing.NamedTuple
  typing.TypedDict dataclasses.make_dataclass`.split(/\s+/),
]);

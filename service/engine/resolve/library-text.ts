import { bytesToText, decodeWith, rot13, textToBytes } from "./decode.ts";
import { asText } from "./mixed.ts";
import { argumentOf, type Given } from "./machine.ts";
import { taintOf, taints } from "./taint.ts";
import {
  anything,
  bytes,
  int,
  items,
  onlyInt,
  onlyItems,
  onlyText,
  reference,
  tainted,
  text,
  type Entry,
  type Value,
} from "./value.ts";

type Fold = (given: Given) => Value | undefined;

/** What cannot be decoded here still was hidden. */
const undecoded = (given: Given): Value => tainted(taintOf(...given.args) | taints.decoded);

const decoding =
  (name: string): Fold =>
  (given) => {
    const packed = onlyText(argumentOf(given, 0, "s") ?? given.keywords.get("data"));
    const plain = packed === undefined ? undefined : decodeWith(name, packed);
    return plain === undefined ? undecoded(given) : bytes(plain, true);
  };

/** Packing is kept as an origin only; a text that is packed hides nothing yet. */
const packing: Fold = (given) => tainted(taintOf(...given.args));

const toBytes: Fold = (given) => {
  const [source, encoding] = given.args;
  if (source === undefined) return bytes("");
  const word = onlyText(source);
  if (word !== undefined) {
    const plain = source[0]!.kind === "bytes" ? word : textToBytes(word, onlyText(encoding) ?? "utf-8");
    return plain === undefined ? undefined : bytes(plain);
  }
  const codes =
    source[0]!.kind === "int" ? undefined : onlyItems(source)?.map((code) => Number(onlyInt(code) ?? -1n));
  if (codes === undefined || codes.some((code) => code < 0 || code > 255)) return tainted(taintOf(source));
  return bytes(codes.map((code) => String.fromCodePoint(code)).join(""), true);
};

const toText: Fold = (given) => {
  const [source, encoding] = given.args;
  if (source === undefined) return text("");
  const word = onlyText(source);
  if (word !== undefined && source[0]!.kind === "bytes" && encoding) {
    const plain = bytesToText(word, onlyText(encoding) ?? "utf-8");
    return plain === undefined ? undefined : text(plain, true);
  }
  if (source.length === 1 && source[0]!.kind === "mixed") return source;
  const shown = source.length === 1 ? asText(source[0]!) : undefined;
  if (shown !== undefined) return text(shown);
  const [thing] = source;
  if (source.length === 1 && thing!.kind === "reference") return reference(`${thing!.path}`, thing!.taint);
  return tainted(taintOf(source));
};

const toInt: Fold = (given) => {
  const [source, base] = given.args;
  const radix = Number(onlyInt(base ?? given.keywords.get("base")) ?? 10n);
  const word = onlyText(source)?.trim().replaceAll("_", "").toLowerCase();
  if (word === undefined)
    return source && onlyInt(source) !== undefined ? int(onlyInt(source)!) : tainted(taints.harmless);
  const digits = word.replace(/^([-+]?)0[xob]/, radix === 10 ? "$&" : "$1");
  if (radix < 2 || radix > 36 || !/^[-+]?[\da-z]+$/.test(digits) || digits.length > 1000)
    return tainted(taints.harmless);
  let sum = 0n;
  for (const digit of digits.replace(/^[-+]/, "")) {
    const value = Number.parseInt(digit, 36);
    if (!(value < radix)) return tainted(taints.harmless);
    sum = sum * BigInt(radix) + BigInt(value);
  }
  return int(digits.startsWith("-") ? -sum : sum);
};

const character: Fold = (given) => {
  const code = Number(onlyInt(given.args[0]) ?? -1n);
  return code < 0 || code > 0x10ffff ? tainted(taints.decoded) : text(String.fromCodePoint(code), true);
};

const packers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    hex: "hex",
    hexcodec: "hex",
    base64: "base64",
    base64codec: "base64",
    zlib: "zlib",
    zlibcodec: "zlib",
    zip: "zlib",
  }),
);

const codecDecode: Fold = (given) => {
  const source = given.args[0] ?? given.keywords.get("obj");
  const word = onlyText(source);
  const name = (onlyText(argumentOf(given, 1, "encoding")) ?? "utf-8").toLowerCase().replaceAll(/[-_ ]/g, "");
  if (word === undefined) return undecoded(given);
  if (name === "rot13") return text(rot13(word), true);
  const packer = packers.get(name);
  if (packer !== undefined) {
    const plain = decodeWith(packer, word);
    return plain === undefined ? undecoded(given) : bytes(plain, true);
  }
  const plain = bytesToText(word, name);
  return plain === undefined ? undecoded(given) : text(plain, true);
};

const codecEncode: Fold = (given) => {
  const word = onlyText(given.args[0]);
  const name = (onlyText(argumentOf(given, 1, "encoding")) ?? "utf-8").toLowerCase().replaceAll(/[-_ ]/g, "");
  if (word === undefined) return undefined;
  if (name === "rot13") return text(rot13(word), true);
  const plain = textToBytes(word, name);
  return plain === undefined ? packing(given) : bytes(plain);
};

const makeTable: Fold = ({ args }) => {
  const [from, to, dropped] = args;
  const entries = new Map<string, Entry>();
  const [only] = from ?? [];
  if (args.length === 1 && only?.kind === "dict") {
    for (const { key, value } of only.entries.values()) {
      const letter = onlyText(key);
      const code = letter === undefined ? onlyInt(key) : BigInt(letter.codePointAt(0) ?? 0);
      if (code !== undefined) entries.set(`int:${code}`, { key: int(code), value });
    }
    return [{ kind: "dict", entries, isOpen: only.isOpen }];
  }
  const [a, b] = [onlyText(from), onlyText(to)];
  if (a === undefined || b === undefined || a.length !== b.length) return undefined;
  if (from![0]!.kind === "bytes") {
    const table = Array.from({ length: 256 }, (_, code) => String.fromCodePoint(code));
    for (let at = 0; at < a.length; at += 1) table[a.codePointAt(at)!] = b[at]!;
    return bytes(table.join(""));
  }
  const letters = Array.from(b);
  for (const [at, letter] of Array.from(a).entries())
    entries.set(`int:${letter.codePointAt(0)!}`, {
      key: int(letter.codePointAt(0)!),
      value: text(letters[at]!),
    });
  for (const letter of onlyText(dropped) ?? "")
    entries.set(`int:${letter.codePointAt(0)!}`, {
      key: int(letter.codePointAt(0)!),
      value: [{ kind: "none" }],
    });
  return [{ kind: "dict", entries, isOpen: false }];
};

const simplePattern = /^(?:\[[^\]\\]*\]|\\[dwsDWS]|[\w\s$@#!%&,:;<>=~`'"/-])[+]?$/;

/** `re.sub` with a pattern so simple that it means the same everywhere. */
const substitutePattern: Fold = ({ args }) => {
  const [pattern, by, of] = args.slice(0, 3).map((value) => onlyText(value));
  if (pattern === undefined || by === undefined || of === undefined || args.length !== 3) return undefined;
  if (by.includes("\\")) return undefined;
  if (/^[\w\s]+$/.test(pattern))
    return text(
      of.replaceAll(pattern, () => by),
      true,
    );
  return simplePattern.test(pattern)
    ? text(
        of.replaceAll(new RegExp(pattern, "g"), () => by),
        true,
      )
    : undefined;
};

const based =
  (radix: number, prefix: string): Fold =>
  ({ args }) => {
    const value = onlyInt(args[0]);
    return value === undefined || value < 0n ? undefined : text(prefix + value.toString(radix));
  };

const sameText: Fold = ({ args }) =>
  args[0]?.some(({ kind }) => kind === "str" || kind === "mixed" || kind === "bytes") ? args[0] : undefined;

export const textFunctions: Readonly<Record<string, Fold>> = {
  "builtins.chr": character,
  "builtins.ord": ({ args }) => {
    const point = onlyText(args[0])?.codePointAt(0);
    return point === undefined ? undefined : int(point);
  },
  "builtins.bytes": toBytes,
  // It can be changed in place, as a list can.
  "builtins.bytearray": (given) => {
    const made = toBytes(given);
    const list = onlyItems(made);
    return list ? items("list", [...list]) : made;
  },
  "builtins.memoryview": sameText,
  "builtins.str": toText,
  "builtins.ascii": toText,
  "builtins.int": toInt,
  "builtins.hex": based(16, "0x"),
  "builtins.oct": based(8, "0o"),
  "builtins.bin": based(2, "0b"),
  "builtins.bytes.fromhex": decoding("hex"),
  "builtins.bytearray.fromhex": decoding("hex"),
  "builtins.str.maketrans": makeTable,
  "builtins.bytes.maketrans": makeTable,
  "builtins.int.from_bytes": (given) => {
    const word = onlyText(given.args[0]);
    if (word === undefined || word.length > 400 || word.length === 0) return undefined;
    const order = onlyText(argumentOf(given, 1, "byteorder")) ?? "big";
    const buffer = Buffer.from(word, "latin1");
    return int(BigInt(`0x${Buffer.from(order === "little" ? buffer.toReversed() : buffer).toString("hex")}`));
  },
  "base64.b64decode": decoding("base64"),
  "base64.standard_b64decode": decoding("base64"),
  "base64.decodebytes": decoding("base64"),
  "base64.decodestring": decoding("base64"),
  "base64.urlsafe_b64decode": decoding("urlsafe"),
  "base64.b32decode": decoding("base32"),
  "base64.b16decode": decoding("hex"),
  "base64.b85decode": decoding("base85"),
  "base64.a85decode": decoding("ascii85"),
  "base64.b64encode": packing,
  "binascii.unhexlify": decoding("hex"),
  "binascii.a2b_hex": decoding("hex"),
  "binascii.a2b_base64": decoding("base64"),
  "zlib.decompress": decoding("zlib"),
  "gzip.decompress": decoding("gzip"),
  "bz2.decompress": undecoded,
  "lzma.decompress": undecoded,
  "marshal.loads": undecoded,
  "codecs.decode": codecDecode,
  "codecs.encode": codecEncode,
  "codecs.getdecoder": ({ args }) => [
    {
      kind: "partial",
      callee: reference("codecs.decode_pair"),
      args: [],
      keywords: new Map([["encoding", args[0] ?? anything]]),
    },
  ],
  "codecs.decode_pair": (given) => {
    const decoded = codecDecode(given);
    return decoded && items("tuple", [decoded, anything]);
  },
  "urllib.parse.unquote": ({ args }) => {
    const word = onlyText(args[0]);
    if (word === undefined) return undefined;
    const plain = word.replace(/%([\da-fA-F]{2})/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    return text(plain, plain !== word);
  },
  "html.unescape": ({ args }) => {
    const word = onlyText(args[0]);
    return word === undefined
      ? undefined
      : text(
          word.replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex?: string, code?: string) =>
            String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex ?? code!, hex ? 16 : 10))),
          ),
          true,
        );
  },
  "re.sub": substitutePattern,
  "string.Template": sameText,
  "io.StringIO": sameText,
  "io.BytesIO": sameText,
  "textwrap.dedent": sameText,
  "inspect.cleandoc": sameText,
  "sys.intern": sameText,
  "sqlalchemy.text": sameText,
  "sqlalchemy.sql.text": sameText,
  "os.path.expanduser": sameText,
  "os.path.expandvars": sameText,
  "os.fsdecode": sameText,
};

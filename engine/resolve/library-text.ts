import { isAscii } from "../kernel/characters.ts";
import { decodeBytes, encodeText, encodingOf, unescapeHtml, unquote } from "../values/codecs.ts";
import { readInteger } from "../values/read-number.ts";
import { asciiOf } from "../values/repr.ts";
import { cleanDoc, dedent } from "../values/spaces.ts";
import { decodeWith, encodeWith } from "./fold-text.ts";
import { asString, formatValue, pieceOf, reprOfOne } from "./fold-format.ts";
import { substitutePattern } from "./fold-pattern.ts";
import { unpackCodec } from "./library-packed.ts";
import { addPieces, asText } from "./mixed.ts";
import { argumentOf, type Given } from "./machine.ts";
import { signature, type Matched } from "./signature.ts";
import { taintOf, taints } from "./taint.ts";
import {
  anything,
  bytes,
  int,
  isClosed,
  items,
  onlyInt,
  onlyItems,
  onlyText,
  onlyTextOf,
  reference,
  tainted,
  text,
  type DictEntry,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

type Fold = (given: Given) => PossibleValues | undefined;

function exactly(parameters: string, fold: (args: Matched) => PossibleValues | undefined): Fold {
  const match = signature(parameters);
  return (given) => {
    const args = match(given);
    return args && fold(args);
  };
}

/** What is made of known text, or else anything of the same origins. */
const unknownText: Fold = ({ args, keywords }) => tainted(taintOf(...args, ...keywords.values()));

const orUnknown =
  (fold: Fold): Fold =>
  (given) =>
    fold(given) ?? unknownText(given);

const toBytes = orUnknown(
  exactly("source? / encoding? errors?", (args) => {
    const source = args.get("source");
    if (source === undefined) return args.size === 0 ? bytes("") : undefined;
    const word = onlyTextOf("str", source);
    if (word !== undefined) {
      const plain = args.has("encoding") ? encodeWith(word, args) : undefined;
      return plain === undefined ? undefined : bytes(plain);
    }
    if (args.size > 1) return undefined;
    if (onlyTextOf("bytes", source) !== undefined) return source;
    const codes = onlyItems(source)?.map((code) => Number(onlyInt(code) ?? -1n));
    if (codes === undefined || codes.some((code) => code < 0 || code > 255)) return undefined;
    return bytes(codes.map((code) => String.fromCodePoint(code)).join(""), true);
  }),
);

const toText: Fold = (given) => exactText(given) ?? shownText(given);

const exactText = exactly("object? encoding? errors?", (args) => {
  const source = args.get("object");
  if (source === undefined) return args.size === 0 ? text("") : undefined;
  if (args.size === 1) {
    const shown = source.length === 1 ? asText(source[0]!) : undefined;
    return shown === undefined ? undefined : text(shown);
  }
  const word = onlyTextOf("bytes", source);
  const plain = word === undefined ? undefined : decodeWith(word, args);
  return plain === undefined ? undefined : text(plain, true);
});

function shownText({ args, keywords }: Given): PossibleValues {
  const [source] = args;
  const [thing] = source ?? [];
  if (args.length !== 1 || keywords.size > 0 || source!.length !== 1)
    return tainted(taintOf(...args, ...keywords.values()));
  if (thing!.kind === "mixed") return source!;
  return thing!.kind === "reference" ? reference(thing!.path, thing!.taint) : tainted(taintOf(source!));
}

const toInt: Fold = (given) => exactInt(given) ?? tainted(taints.harmless);

const exactInt = exactly("x? / base?", (args) => {
  const source = args.get("x");
  if (source === undefined) return args.size === 0 ? int(0) : undefined;
  const radix = args.has("base") ? onlyInt(args.get("base")) : 10n;
  const word = onlyText(source);
  if (word === undefined) {
    const number = onlyInt(source);
    return number === undefined || args.size > 1 ? undefined : int(number);
  }
  const number = radix === undefined ? undefined : readInteger(word, Number(radix));
  return typeof number === "bigint" ? int(number) : undefined;
});

const character: Fold = ({ args, keywords, isOpen }) => {
  const code = Number(onlyInt(args[0]) ?? -1n);
  const isOne = args.length === 1 && keywords.size === 0 && !isOpen;
  return code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || !isOne
    ? tainted(taints.decoded)
    : text(String.fromCodePoint(code), true);
};

const codePoint = exactly("c /", (args) => {
  const word = onlyText(args.get("c"));
  const all = word === undefined ? [] : Array.from(word);
  return all.length === 1 ? int(all[0]!.codePointAt(0)!) : undefined;
});

const codecArguments = signature("obj encoding? errors?");

const codecDecode: Fold = (given) => {
  const args = codecArguments(given);
  const [source] = args?.get("obj") ?? [];
  const name = args?.has("encoding") ? onlyTextOf("str", args.get("encoding")) : "utf-8";
  const encoding = name === undefined ? undefined : encodingOf(name);
  const isOne = args?.get("obj")?.length === 1 && (source!.kind === "str" || source!.kind === "bytes");
  const unknown = tainted(taintOf(...given.args) | taints.decoded);
  if (!isOne || encoding === undefined) return unknown;
  const { kind, value } = source as Extract<AbstractValue, { kind: "str" | "bytes" }>;
  const packed = unpackCodec(encoding, kind, value);
  if (packed !== undefined) return encoding === "rot13" ? text(packed, true) : bytes(packed, true);
  const plain = kind === "bytes" ? decodeBytes(value, encoding) : undefined;
  return plain === undefined ? unknown : text(plain, true);
};

const codecEncode: Fold = (given) => {
  const args = codecArguments(given);
  const word = onlyTextOf("str", args?.get("obj"));
  const name = args?.has("encoding") ? onlyTextOf("str", args.get("encoding")) : "utf-8";
  const encoding = name === undefined ? undefined : encodingOf(name);
  if (word === undefined || encoding === undefined) return unknownText(given);
  if (encoding === "rot13") return text(unpackCodec("rot13", "str", word)!, true);
  const plain = encodeText(word, encoding);
  return plain === undefined ? unknownText(given) : bytes(plain);
};

const makeTable = exactly("x y? z? /", (args) => {
  const [only] = args.get("x")!;
  const entries = new Map<string, DictEntry>();
  const put = (letter: string, value: PossibleValues): void => {
    const code = letter.codePointAt(0)!;
    entries.set(`int:${code}`, { key: int(code), value });
  };
  if (args.size === 1) {
    if (only!.kind !== "dict" || args.get("x")!.length !== 1) return undefined;
    if (!isClosed(only!)) return [{ kind: "dict", entries, isOpen: true }];
    for (const { key, value } of only!.entries.values()) {
      const letters = Array.from(onlyTextOf("str", key) ?? "");
      const code = key[0]!.kind === "int" ? onlyInt(key) : undefined;
      if (code === undefined && letters.length !== 1) return undefined;
      if (code === undefined) put(letters[0]!, value);
      else entries.set(`int:${code}`, { key, value });
    }
    return [{ kind: "dict", entries, isOpen: false }];
  }
  const [from, to] = ["x", "y"].map((name) => onlyTextOf("str", args.get(name)));
  const dropped = args.has("z") ? onlyTextOf("str", args.get("z")) : "";
  if (from === undefined || to === undefined || dropped === undefined) return undefined;
  const [letters, others] = [Array.from(from), Array.from(to)];
  if (letters.length !== others.length) return undefined;
  for (const [at, letter] of letters.entries()) put(letter, int(others[at]!.codePointAt(0)!));
  for (const letter of Array.from(dropped)) put(letter, [{ kind: "none" }]);
  return [{ kind: "dict", entries, isOpen: false }];
});

const makeByteTable = exactly("frm to /", (args) => {
  const [a, b] = ["frm", "to"].map((name) => onlyTextOf("bytes", args.get(name)));
  if (a === undefined || b === undefined || a.length !== b.length) return undefined;
  const table = Array.from({ length: 256 }, (_, code) => String.fromCodePoint(code));
  for (let at = 0; at < a.length; at += 1) table[a.charCodeAt(at)] = b[at]!;
  return bytes(table.join(""));
});

const fromBytes = exactly("bytes byteorder? * signed?", (args) => {
  const word = onlyTextOf("bytes", args.get("bytes"));
  const order = args.has("byteorder") ? onlyTextOf("str", args.get("byteorder")) : "big";
  if (word === undefined || word.length > 400 || args.has("signed")) return undefined;
  if (order !== "big" && order !== "little") return undefined;
  const buffer = Buffer.from(word, "latin1");
  const digits = (order === "little" ? Buffer.from(buffer.toReversed()) : buffer).toString("hex");
  return int(BigInt(`0x0${digits}`));
});

const based = (radix: number, prefix: string): Fold =>
  exactly("x /", (args) => {
    const value = onlyInt(args.get("x"));
    if (value === undefined) return undefined;
    return text((value < 0n ? "-" : "") + prefix + (value < 0n ? -value : value).toString(radix));
  });

const shown = (isAscii_: boolean): Fold =>
  orUnknown(
    exactly("obj /", (args) => {
      const [thing] = args.get("obj")!;
      const written = args.get("obj")!.length === 1 ? reprOfOne(thing!, isAscii_) : undefined;
      return written === undefined ? undefined : text(written, isAscii_ && asciiOf("") !== written);
    }),
  );

/** One text made of another by a rule of its own. */
const changing = (parameters: string, change: (word: string) => string | undefined): Fold => {
  const match = signature(parameters);
  return orUnknown((given) => {
    const [source] = match(given)?.values() ?? [];
    const word = onlyTextOf("str", source);
    const changed = word === undefined ? undefined : change(word);
    return changed === undefined ? undefined : text(changed, changed !== word);
  });
};

/** The text itself, as far as anybody looks at it. */
const sameText: Fold = ({ args }) =>
  args[0]?.some(({ kind }) => kind === "str" || kind === "mixed" || kind === "bytes") ? args[0] : undefined;

/** A template, or a file in memory: what is done with it where it is made is known. */
const stream =
  (path: string): Fold =>
  ({ args, keywords }) => {
    const [content] = args[0] ?? [];
    const isText = content?.kind === (path === "io.BytesIO" ? "bytes" : "str") || content?.kind === "mixed";
    return args.length === 1 && args[0]!.length === 1 && keywords.size === 0 && isText
      ? [{ kind: "stream", path, content }]
      : undefined;
  };

/** A home or a variable is put in place of some pieces; the others stay. */
/** A text with its variables apart; `${` that is never closed is none, and is looked for only once. */
function piecesAround(word: string): string[] {
  const end = word.lastIndexOf("}") + 1;
  const closed = word.slice(0, end).split(/(\$\w+|\$\{[^}]*\}?)/);
  return [...closed, ...word.slice(end).split(/(\$\w+)/)];
}

const expanding = (pieces: (word: string) => readonly (string | undefined)[]): Fold =>
  orUnknown(
    exactly("path", (args) => {
      const word = onlyTextOf("str", args.get("path"));
      if (word === undefined)
        return pieceOf(args.get("path")).kind === "mixed" ? args.get("path") : undefined;
      return addPieces(
        pieces(word).map((piece): AbstractValue => (piece === undefined ? anything[0]! : asString(piece))),
      );
    }),
  );

export const textFunctions: Readonly<Record<string, Fold>> = {
  "builtins.chr": character,
  "builtins.ord": codePoint,
  "builtins.bytes": toBytes,
  // It can be changed in place, as a list can.
  "builtins.bytearray": (given) => {
    const made = toBytes(given);
    const list = onlyItems(made);
    return list ? items("list", [...list]) : made;
  },
  "builtins.memoryview": exactly("object", (args) =>
    onlyTextOf("bytes", args.get("object")) === undefined ? undefined : args.get("object"),
  ),
  "builtins.str": toText,
  "builtins.ascii": shown(true),
  "builtins.repr": shown(false),
  "builtins.format": orUnknown(
    exactly("value format_spec? /", (args) => formatValue(args.get("value")!, args.get("format_spec"))),
  ),
  "builtins.int": toInt,
  "builtins.hex": based(16, "0x"),
  "builtins.oct": based(8, "0o"),
  "builtins.bin": based(2, "0b"),
  "builtins.str.maketrans": makeTable,
  "builtins.bytes.maketrans": makeByteTable,
  "builtins.int.from_bytes": fromBytes,
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
  "urllib.parse.unquote": changing("string", unquote),
  "html.unescape": changing("s", unescapeHtml),
  "re.sub": substitutePattern,
  "string.Template": stream("string.Template"),
  "io.StringIO": stream("io.StringIO"),
  "io.BytesIO": stream("io.BytesIO"),
  "textwrap.dedent": changing("text", dedent),
  "inspect.cleandoc": changing("doc", cleanDoc),
  "sys.intern": changing("string /", (word) => word),
  "sqlalchemy.text": sameText,
  "sqlalchemy.sql.text": sameText,
  "os.path.expanduser": expanding((word) =>
    word.startsWith("~") ? [undefined, word.replace(/^~[^/]*/, "")] : [word],
  ),
  "os.path.expandvars": expanding((word) =>
    piecesAround(word).map((piece) => (piece.startsWith("$") ? undefined : piece)),
  ),
  "os.fsdecode": (given) =>
    argumentOf(given, 0)?.[0]?.kind === "bytes"
      ? plainPath(given)
      : changing("filename", (word) => word)(given),
};

function plainPath({ args }: Given): PossibleValues {
  const word = onlyTextOf("bytes", args[0]);
  return word !== undefined && args.length === 1 && isAscii(word) ? text(word) : tainted(taintOf(...args));
}

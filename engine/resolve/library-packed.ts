import { isAscii } from "../kernel/characters.ts";
import type { Encoding } from "../values/codecs.ts";
import * as packed from "../values/packed.ts";
import { maxTextLength } from "../values/value.ts";
import type { Given } from "./machine.ts";
import { signature, type Matched } from "./signature.ts";
import { taintOf, taints } from "./taint.ts";
import { bytes, items, onlyBool, onlyItems, onlyTextOf, tainted, type PossibleValues } from "./value.ts";

type Fold = (given: Given) => PossibleValues | undefined;
type Unpack = (word: string, args: Matched) => string | undefined;

/** What cannot be decoded here still was hidden. */
const undecoded = (given: Given): PossibleValues =>
  tainted(taintOf(...given.args, ...given.keywords.values()) | taints.decoded);

/** Packing is kept as an origin only; a text that is packed hides nothing yet. */
const packing: Fold = (given) => tainted(taintOf(...given.args));

/** `takes` says whether the packed text may be a string, which then must be ASCII. */
function decoding(parameters: string, takes: "both" | "bytes" | "str", unpack: Unpack): Fold {
  const match = signature(parameters);
  return (given) => {
    const args = match(given);
    const source = args && [...args.values()][0];
    const word =
      (takes === "bytes" ? undefined : onlyTextOf("str", source)) ??
      (takes === "str" ? undefined : onlyTextOf("bytes", source));
    const isReadable = word !== undefined && (source![0]!.kind === "bytes" || isAscii(word));
    const plain = isReadable ? unpack(word, args!) : undefined;
    return plain === undefined ? undecoded(given) : bytes(plain, true);
  };
}

const base64 = (word: string, args: Matched): string | undefined => {
  const altchars = args.has("altchars") ? altcharsOf(args.get("altchars")!) : "";
  const validates = args.has("validate") ? onlyBool(args.get("validate")) : false;
  if (altchars === undefined || validates === undefined) return undefined;
  if (validates && !/^[A-Za-z0-9+/]*={0,2}$/.test(word)) return undefined;
  return packed.fromBase64(word, altchars);
};

function altcharsOf(value: PossibleValues): string | undefined {
  if (value.length === 1 && value[0]!.kind === "none") return "";
  const given = onlyTextOf("str", value) ?? onlyTextOf("bytes", value);
  return given !== undefined && /^[!-~]{2}$/.test(given) && given[0] !== given[1] ? given : undefined;
}

/** Whether a flag of a call is left out or off. */
const isOff = (args: Matched, ...names: string[]): boolean =>
  names.every((name) => !args.has(name) || onlyBool(args.get(name)) === false);

const folding = (
  args: Matched,
  word: string,
  unpack: (word: string) => string | undefined,
): string | undefined => {
  const folds = args.has("casefold") ? onlyBool(args.get("casefold")) : false;
  if (folds === undefined) return undefined;
  return folds ? unpack(word.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())) : unpack(word);
};

const base16 = (word: string): string | undefined => (/[a-f]/.test(word) ? undefined : packed.fromHex(word));

export const packedFunctions: Readonly<Record<string, Fold>> = {
  "builtins.bytes.fromhex": decoding("string /", "str", packed.fromSpacedHex),
  // A bytearray is kept as a list of numbers.
  "builtins.bytearray.fromhex": (given) => {
    const made = decoding("string /", "str", packed.fromSpacedHex)(given);
    const list = onlyItems(made);
    return list ? items("list", [...list]) : made;
  },
  "base64.b64decode": decoding("s altchars? validate?", "both", base64),
  "base64.standard_b64decode": decoding("s", "both", base64),
  "base64.decodebytes": decoding("s", "bytes", base64),
  "base64.decodestring": decoding("s", "bytes", base64),
  "base64.urlsafe_b64decode": decoding("s", "both", (word) => packed.fromBase64(word, "-_")),
  "base64.b32decode": decoding("s casefold? map01?", "both", (word, args) =>
    args.has("map01") ? undefined : folding(args, word, packed.fromBase32),
  ),
  "base64.b16decode": decoding("s casefold?", "both", (word, args) => folding(args, word, base16)),
  "base64.b85decode": decoding("b", "both", packed.fromBase85),
  "base64.a85decode": decoding("b * foldspaces? adobe?", "both", (word, args) =>
    isOff(args, "foldspaces", "adobe") ? packed.fromAscii85(word) : undefined,
  ),
  "base64.b64encode": packing,
  "binascii.unhexlify": decoding("hexstr /", "both", packed.fromHex),
  "binascii.a2b_hex": decoding("hexstr /", "both", packed.fromHex),
  "binascii.a2b_base64": decoding("data / * strict_mode?", "both", (word, args) =>
    isOff(args, "strict_mode") ? packed.fromBase64(word) : undefined,
  ),
  "zlib.decompress": decoding("data /", "bytes", (word) => packed.inflated("zlib", word, maxTextLength)),
  "gzip.decompress": decoding("data", "bytes", (word) => packed.inflated("gzip", word, maxTextLength)),
  "bz2.decompress": undecoded,
  "lzma.decompress": undecoded,
  "marshal.loads": undecoded,
};

/** What `codecs.decode` makes of text that was packed rather than encoded. */
export function unpackCodec(encoding: Encoding, kind: "str" | "bytes", word: string): string | undefined {
  switch (encoding) {
    case "rot13":
      return kind === "str" ? packed.rot13(word) : undefined;
    case "hex":
      return isAscii(word) ? packed.fromHex(word) : undefined;
    case "base64":
      return kind === "bytes" ? packed.fromBase64(word) : undefined;
    case "zlib":
      return kind === "bytes" ? packed.inflated("zlib", word, maxTextLength) : undefined;
    default:
      return undefined;
  }
}

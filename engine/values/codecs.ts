import { isAscii } from "../kernel/characters.ts";

/** The encodings that are worked out, by every name that is taken for them. */
const names = {
  utf8: "utf_8 utf8 u8 utf",
  sig: "utf_8_sig",
  ascii: "ascii us_ascii 646",
  latin1: "latin_1 latin1 latin l1 iso_8859_1 iso8859_1 iso8859 8859 cp819",
  utf16le: "utf_16_le utf_16le",
  escapes: "unicode_escape",
  hex: "hex hex_codec",
  base64: "base64 base_64 base64_codec",
  zlib: "zlib zip zlib_codec",
  rot13: "rot13 rot_13",
} as const;

export type Encoding = keyof typeof names;

const encodings: ReadonlyMap<string, Encoding> = new Map(
  Object.entries(names).flatMap(([encoding, list]) =>
    list.split(" ").map((name): [string, Encoding] => [name, encoding as Encoding]),
  ),
);

export const encodingNames: readonly string[] = [...encodings.keys()];

/** Which encoding a name means; undefined for those that are not worked out. */
export function encodingOf(name: string): Encoding | undefined {
  if (!/^[A-Za-z0-9]+(?:[-_ ][A-Za-z0-9]+)*$/.test(name)) return undefined;
  return encodings.get(name.toLowerCase().replaceAll(/[- ]/g, "_"));
}

/** Bytes read as text. Undefined where a byte has no meaning, whatever is to be done with such bytes. */
export function decodeBytes(bytes: string, encoding: Encoding): string | undefined {
  switch (encoding) {
    case "ascii":
      return isAscii(bytes) ? bytes : undefined;
    case "latin1":
      return bytes;
    case "utf8":
      return readUtf8(bytes);
    case "sig":
      return readUtf8(bytes.startsWith("\xef\xbb\xbf") ? bytes.slice(3) : bytes);
    case "utf16le": {
      const plain = Buffer.from(bytes, "latin1").toString("utf16le");
      return bytes.length % 2 === 0 && plain.isWellFormed() ? plain : undefined;
    }
    case "escapes":
      return readEscapes(bytes);
    default:
      return undefined;
  }
}

export function encodeText(plain: string, encoding: Encoding): string | undefined {
  switch (encoding) {
    case "ascii":
      return isAscii(plain) ? plain : undefined;
    case "latin1":
      return /[^\0-\xff]/.test(plain) ? undefined : plain;
    case "utf8":
      return Buffer.from(plain, "utf8").toString("latin1");
    case "sig":
      return `\xef\xbb\xbf${Buffer.from(plain, "utf8").toString("latin1")}`;
    case "utf16le":
      return Buffer.from(plain, "utf16le").toString("latin1");
    default:
      return undefined;
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readUtf8(bytes: string): string | undefined {
  if (isAscii(bytes)) return bytes;
  try {
    return strict.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return undefined;
  }
}

/** Only the escapes by number: what others mean has changed and will again. */
function readEscapes(escaped: string): string | undefined {
  const known = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2}))/g;
  if (escaped.replaceAll(known, "").includes("\\")) return undefined;
  let isRead = true;
  const plain = escaped.replaceAll(
    known,
    (_, hex?: string, short?: string, long?: string, octal?: string) => {
      const point =
        octal === undefined ? Number.parseInt((hex ?? short ?? long)!, 16) : Number.parseInt(octal, 8);
      isRead &&= point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
      return isRead ? String.fromCodePoint(point) : "";
    },
  );
  return isRead ? plain : undefined;
}

/** `urllib.parse.unquote`: the escapes of a text in ASCII are bytes of UTF-8. */
export function unquote(quoted: string): string | undefined {
  let out = "";
  for (const [run] of quoted.matchAll(/[\0-\x7f]+|[^\0-\x7f]+/g)) {
    const bytes = run.replaceAll(/%([\da-fA-F]{2})/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    const plain = isAscii(run) ? readUtf8(bytes) : run;
    if (plain === undefined) return undefined;
    out += plain;
  }
  return out;
}

const references = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** `html.unescape`, for the references that nobody reads otherwise. */
export function unescapeHtml(escaped: string): string | undefined {
  const known = /&(?:#([0-9]{1,6})|#[xX]([\da-fA-F]{1,5})|(amp|lt|gt|quot|apos));/g;
  if (/&(?![\t\n\f <&]|$)/.test(escaped.replaceAll(known, ""))) return undefined;
  let isRead = true;
  const plain = escaped.replaceAll(known, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return references.get(name)!;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    isRead &&= point >= 0x20 && point <= 0x7e;
    return isRead ? String.fromCodePoint(point) : "";
  });
  return isRead ? plain : undefined;
}

import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { longestText } from "./value.ts";

const unpacking = { maxOutputLength: longestText };

/** Each takes and gives bytes, one character a byte. Throws, or gives undefined, where Python would raise. */
const decoders: Readonly<Record<string, (packed: string) => string | undefined>> = {
  base64: (packed) => fromBase64(packed, "base64"),
  urlsafe: (packed) => fromBase64(packed, "base64url"),
  base32: fromBase32,
  hex: fromHex,
  base85: (packed) => fromBase85(packed, rfc1924),
  ascii85: (packed) => fromBase85(packed.replace(/^<~|~>$/g, ""), ascii85),
  zlib: (packed) => inflateSync(Buffer.from(packed, "latin1"), unpacking).toString("latin1"),
  raw: (packed) => inflateRawSync(Buffer.from(packed, "latin1"), unpacking).toString("latin1"),
  gzip: (packed) => gunzipSync(Buffer.from(packed, "latin1"), unpacking).toString("latin1"),
};

export function decodeWith(name: string, packed: string): string | undefined {
  try {
    return decoders[name]?.(packed);
  } catch {
    return undefined;
  }
}

function fromBase64(packed: string, how: "base64" | "base64url"): string {
  return Buffer.from(packed, how).toString("latin1");
}

function fromHex(packed: string): string | undefined {
  const digits = packed.replace(/[\s:_-]/g, "");
  if (!/^(?:[\da-fA-F]{2})*$/.test(digits)) return undefined;
  return Buffer.from(digits, "hex").toString("latin1");
}

function fromBase32(packed: string): string | undefined {
  let bits = 0;
  let held = 0;
  let out = "";
  for (const letter of packed.replace(/=+$/, "").toUpperCase()) {
    const digit = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter);
    if (digit < 0) return undefined;
    held = ((held << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) out += String.fromCodePoint((held >> (bits -= 8)) & 0xff);
  }
  return out;
}

const rfc1924 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const ascii85 = Array.from({ length: 85 }, (_, at) => String.fromCodePoint(33 + at)).join("");

function fromBase85(packed: string, alphabet: string): string | undefined {
  let out = "";
  for (let at = 0; at < packed.length; at += 5) {
    const group = packed.slice(at, at + 5);
    let sum = 0;
    for (const letter of group.padEnd(5, alphabet.at(-1)!)) {
      const digit = alphabet.indexOf(letter);
      if (digit < 0) return undefined;
      sum = sum * 85 + digit;
    }
    const whole = [24, 16, 8, 0].map((shift) => String.fromCodePoint(Math.floor(sum / 2 ** shift) & 0xff));
    out += whole.slice(0, group.length - 1).join("");
  }
  return out;
}

export function rot13(plain: string): string {
  return plain.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCodePoint(((letter.codePointAt(0)! - base + 13) % 26) + base);
  });
}

/** Bytes read as text in one of the encodings that matter; others stay unread. */
export function bytesToText(bytes: string, encoding: string): string | undefined {
  const name = encoding.toLowerCase().replaceAll(/[-_ ]/g, "");
  if (["utf8", "u8", "utf", "utf8sig", "ascii", "usascii", "646"].includes(name))
    return Buffer.from(bytes, "latin1").toString("utf8");
  if (["latin1", "iso88591", "l1", "cp1252"].includes(name)) return bytes;
  if (["utf16", "utf16le", "u16"].includes(name)) {
    const plain = Buffer.from(bytes, "latin1").toString("utf16le");
    return plain.startsWith("\u{feff}") ? plain.slice(1) : plain;
  }
  if (["unicodeescape", "rawunicodeescape", "stringescape"].includes(name)) return unescapeText(bytes);
  return undefined;
}

export function textToBytes(plain: string, encoding: string): string | undefined {
  const name = encoding.toLowerCase().replaceAll(/[-_ ]/g, "");
  if (["latin1", "iso88591", "l1", "cp1252"].includes(name)) return plain;
  if (["utf16le"].includes(name)) return Buffer.from(plain, "utf16le").toString("latin1");
  if (["utf8", "u8", "utf", "ascii", "usascii"].includes(name))
    return Buffer.from(plain, "utf8").toString("latin1");
  return undefined;
}

function unescapeText(escaped: string): string {
  return escaped.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([0-7]{1,3}))/gi,
    (whole, hex?: string, short?: string, long?: string, octal?: string) => {
      const point =
        octal === undefined ? Number.parseInt(hex ?? short ?? long!, 16) : Number.parseInt(octal, 8);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}

import { gunzipSync, inflateSync } from "node:zlib";

/**
 * Each takes and gives bytes, one character a byte, and gives undefined wherever Python would raise or overlook
 * something: text that every reader understands alike is all that is unpacked.
 */
export function fromBase64(packed: string, altchars = "+/"): string | undefined {
  const plain = packed.replaceAll(/[^]/g, (one) =>
    altchars.includes(one) ? "+/"[altchars.indexOf(one)]! : one,
  );
  // What is no digit is skipped.
  const digits = plain.replaceAll(/[^A-Za-z0-9+/=]/g, "");
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined;
  return Buffer.from(digits, "base64").toString("latin1");
}

export function fromHex(packed: string): string | undefined {
  return /^(?:[\da-fA-F]{2})*$/.test(packed) ? Buffer.from(packed, "hex").toString("latin1") : undefined;
}

/** `bytes.fromhex` allows white space between the bytes. */
export function fromSpacedHex(packed: string): string | undefined {
  return /^[\t\n\v\f\r ]*(?:[\da-fA-F]{2}[\t\n\v\f\r ]*)*$/.test(packed)
    ? fromHex(packed.replaceAll(/[\t\n\v\f\r ]/g, ""))
    : undefined;
}

/** The digits behind whole bytes, for each number of padding signs that base 32 knows. */
const base32Padding = new Map([0, 1, 3, 4, 6].map((signs) => [signs, 8 - signs]));

export function fromBase32(packed: string): string | undefined {
  const [whole, padding = ""] = /^[A-Z2-7]*(=*)$/.exec(packed) ?? [];
  if (whole === undefined || whole.length % 8 !== 0 || !base32Padding.has(padding.length)) return undefined;
  let bits = 0;
  let held = 0;
  let out = "";
  for (const letter of packed.slice(0, packed.length - padding.length)) {
    held = ((held << 5) | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits >= 8) out += String.fromCodePoint((held >> (bits -= 8)) & 0xff);
  }
  return out;
}

const rfc1924 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const ascii85 = Array.from({ length: 85 }, (_, at) => String.fromCodePoint(33 + at)).join("");

export function fromBase85(packed: string): string | undefined {
  return groupsOfFive(packed, rfc1924);
}

/** White space is skipped, and a `z` stands for four zeros; no folded spaces, no brackets. */
export function fromAscii85(packed: string): string | undefined {
  const digits = packed.replaceAll(/[ \t\n\r\v]/g, "");
  let out = "";
  for (const piece of digits.split("z").flatMap((part, at) => (at === 0 ? [part] : ["z", part]))) {
    const plain = piece === "z" ? "\0\0\0\0" : groupsOfFive(piece, ascii85);
    if (plain === undefined || (piece !== "z" && piece.length % 5 !== 0 && digits.includes("z")))
      return undefined;
    out += plain;
  }
  return out;
}

function groupsOfFive(packed: string, alphabet: string): string | undefined {
  let out = "";
  for (let at = 0; at < packed.length; at += 5) {
    const group = packed.slice(at, at + 5);
    let sum = 0;
    for (const letter of group.padEnd(5, alphabet.at(-1)!)) {
      const digit = alphabet.indexOf(letter);
      if (digit < 0) return undefined;
      sum = sum * 85 + digit;
    }
    if (sum > 0xffff_ffff) return undefined;
    const whole = [24, 16, 8, 0].map((shift) => String.fromCodePoint(Math.floor(sum / 2 ** shift) & 0xff));
    out += whole.slice(0, group.length - 1).join("");
  }
  return out;
}

/** Compressed text that ends where its bytes end. */
export function inflated(how: "zlib" | "gzip", packed: string, maxOutputLength: number): string | undefined {
  const unpack = (how === "zlib" ? inflateSync : gunzipSync) as unknown as (
    packed: Buffer,
    options: object,
  ) => Readonly<{ buffer: Buffer; engine: Readonly<{ bytesWritten: number }> }>;
  try {
    const { buffer, engine } = unpack(Buffer.from(packed, "latin1"), { maxOutputLength, info: true });
    return engine.bytesWritten === packed.length ? buffer.toString("latin1") : undefined;
  } catch {
    return undefined;
  }
}

export function rot13(plain: string): string {
  return plain.replaceAll(/[A-Za-z]/g, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCodePoint(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

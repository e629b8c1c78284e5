/** What a literal stands for, read from its own text: parsers in JavaScript cannot tell `1.0` from `1`. */
export type Literal =
  | Readonly<{ type: "int"; value: bigint }>
  | Readonly<{ type: "float" | "complex"; value: number }>
  | Readonly<{ type: "bool"; value: boolean }>
  /**
   * `exact` is false when the text names a character (`\N{…}`) that cannot be looked up here. `halved`: it writes halves
   * of characters, of which two are one character to JavaScript and two to Python.
   */
  | Readonly<{ type: "str" | "bytes"; value: string; exact: boolean; halved?: boolean }>
  | Readonly<{ type: "none" | "ellipsis" }>;

/** Reads the text of one literal; adjacent strings count as one. Undefined when it is no literal. */
export function readLiteral(text: string): Literal | undefined {
  if (text === "None") return { type: "none" };
  if (text === "...") return { type: "ellipsis" };
  if (text === "True" || text === "False") return { type: "bool", value: text === "True" };
  return /^[\d.]/.test(text) ? readNumber(text) : readStrings(text);
}

function readNumber(text: string): Literal | undefined {
  const digits = text.replaceAll("_", "").toLowerCase();
  if (/^0[xob][\da-f]+$/.test(digits)) return { type: "int", value: BigInt(digits) };
  if (/^\d+$/.test(digits)) return { type: "int", value: BigInt(digits) };
  const imaginary = digits.endsWith("j");
  const value = Number(imaginary ? digits.slice(0, -1) : digits);
  return Number.isNaN(value) ? undefined : { type: imaginary ? "complex" : "float", value };
}

// One piece of a string literal, or what may stand between two pieces.
const piece = /\s+|\\\r?\n|\\\r|#[^\r\n]*|([rRbBuU]{0,2})("""|'''|"|')((?:\\[^]|(?!\2)[^\\])*)\2/y;

function readStrings(text: string): Literal | undefined {
  let value = "";
  let exact = true;
  let halved = false;
  let isBytes: boolean | undefined;
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) {
    const match = piece.exec(text);
    if (!match) return undefined;
    const [, prefix, , body] = match;
    if (prefix === undefined || body === undefined) continue;
    isBytes = /b/i.test(prefix);
    const plain = body.replace(/\r\n?/g, "\n");
    const decoded = /r/i.test(prefix) ? { value: plain, exact: true, halved: false } : decode(plain, isBytes);
    value += decoded.value;
    exact &&= decoded.exact;
    halved ||= decoded.halved;
  }
  return isBytes === undefined ? undefined : { type: isBytes ? "bytes" : "str", value, exact, halved };
}

const single: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function decode(body: string, isBytes: boolean): { value: string; exact: boolean; halved: boolean } {
  let exact = true;
  let halved = false;
  const escape = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|N\{([^{}]*)\}|([^]))/g;
  const value = body.replace(
    escape,
    (whole, octal?: string, hex?: string, short?: string, long?: string, name?: string, other?: string) => {
      // Python keeps the last eight bits of a byte, and is about to refuse it.
      if (octal !== undefined)
        return String.fromCodePoint(Number.parseInt(octal, 8) & (isBytes ? 0xff : 0x1ff));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (isBytes && (short ?? long ?? name) !== undefined) return whole;
      if (name !== undefined) {
        exact = false;
        return whole;
      }
      const code = short ?? long;
      if (code !== undefined) {
        const point = Number.parseInt(code, 16);
        halved ||= point >= 0xd800 && point <= 0xdfff;
        return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      }
      return other !== undefined && Object.hasOwn(single, other) ? single[other]! : whole;
    },
  );
  return { value, exact, halved };
}

/** A piece of JavaScript and how tightly it holds together. */
export type EmittedCode = Readonly<{ text: string; level: number }>;

/** JavaScript's levels of precedence, as far as the output uses them. */
export const level = {
  loose: 1,
  or: 3,
  and: 4,
  bitOr: 5,
  bitXor: 6,
  bitAnd: 7,
  equality: 8,
  order: 9,
  shift: 10,
  sum: 11,
  product: 12,
  unary: 14,
  tight: 18,
} as const;

export function tight(text: string): EmittedCode {
  return { text, level: level.tight };
}

export function loose(text: string): EmittedCode {
  return { text, level: level.loose };
}

/** The text for a place that needs at least this precedence. */
export function at(code: EmittedCode, minLevel: number): string {
  return code.level >= minLevel ? code.text : `(${code.text})`;
}

/** `left sign right` of a left-associative operator. */
export function infix(left: EmittedCode, sign: string, right: EmittedCode, own: number): EmittedCode {
  return { text: `${at(left, own)} ${sign} ${at(right, own + 1)}`, level: own };
}

export function invoke(name: string, ...args: readonly (EmittedCode | string | undefined)[]): EmittedCode {
  const texts = args.map((arg) =>
    arg === undefined ? "undefined" : typeof arg === "string" ? arg : at(arg, level.loose),
  );
  while (texts.at(-1) === "undefined") texts.pop();
  return tight(`${name}(${texts.join(", ")})`);
}

export function list(items: readonly EmittedCode[]): string {
  return items.map((item) => at(item, level.loose)).join(", ");
}

/** A string literal of JavaScript. */
export function quote(value: string): string {
  return JSON.stringify(value).replace(/[\u2028\u2029\ud800-\udfff\u007f-\u009f\ufeff]/gu, (char) => {
    const code = char.codePointAt(0)!;
    return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : char;
  });
}

/** The inside of a template literal. */
export function templateText(value: string): string {
  return quote(value)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/`|\$\{/g, "\\$&");
}

export function indent(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split("\n")).map((line) => (line === "" ? "" : `  ${line}`));
}

/** `head {`, the lines indented, `}`. */
export function braces(head: string, lines: readonly string[], tail = ""): string[] {
  return lines.length === 0 ? [`${head} {}${tail}`] : [`${head} {`, ...indent(lines), `}${tail}`];
}

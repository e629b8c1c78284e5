/** Inputs near the ones an example names: where two fixes that pass every example differ, one of these may show it. */
export function perturb(expression: string, max: number): string[] {
  const variants = [...literalVariants(expression), ...listVariants(expression)];
  return [...new Set(variants)].filter((variant) => variant !== expression).slice(0, max);
}

const literals = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g;

/** Each literal in turn made a little different, the rest as it was. */
function literalVariants(expression: string): string[] {
  return Array.from(expression.matchAll(literals)).flatMap((match) => {
    const [literal] = match;
    const others = /^["']/.test(literal) ? nearStrings(literal) : nearNumbers(literal);
    const end = match.index + literal.length;
    return others.map((other) => expression.slice(0, match.index) + other + expression.slice(end));
  });
}

function nearNumbers(literal: string): string[] {
  const value = Number(literal);
  if (literal.includes(".")) return [`${value + 0.5}`, "0.0", `(-${literal})`];
  if (!Number.isSafeInteger(value)) return [];
  const others = [value + 1, value * 2, value * 10 + 7, 0, 1, 2, 100];
  return others.map(String).concat(value > 0 ? [String(value - 1), `(-${value})`] : []);
}

function nearStrings(literal: string): string[] {
  const quote = literal[0]!;
  const text = literal.slice(1, -1);
  if (text.includes("\\")) return [];
  const characters = Array.from(text);
  const others = [
    text.slice(0, -1),
    text.slice(1),
    text + text,
    characters.toReversed().join(""),
    text + (text[0] ?? "a"),
    swapCase(text),
    `${text} 1Z`,
    "",
  ];
  return others.map((other) => quote + other + quote);
}

function swapCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join("");
}

/** Each flat list or tuple in turn shorter, longer or turned round. */
function listVariants(expression: string): string[] {
  return Array.from(expression.matchAll(/(?<![\w\])])\[([^[\]()]*)\]/g)).flatMap((match) => {
    const items = match[1]!
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
    const others = [
      items.slice(1),
      items.slice(0, -1),
      [...items, ...items.slice(0, 1)],
      items.toReversed(),
      [...items, ...items],
      [],
    ];
    const end = match.index + match[0].length;
    return others.map(
      (other) => `${expression.slice(0, match.index)}[${other.join(", ")}]${expression.slice(end)}`,
    );
  });
}

import { judgeAnswer, pick, post, type Attack, type Random } from "./attack.ts";

const many = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join("\n");

/** Programs that are costly to parse, follow, check or repair. */
const sources: Readonly<Record<string, (size: number) => string>> = {
  "nested brackets": (size) => `x = ${"(".repeat(size)}1${")".repeat(size)}`,
  "open brackets": (size) => `x = ${"[".repeat(size)}`,
  "a long sum": (size) => `x = ${"1 + ".repeat(size)}1`,
  "a long concatenation": (size) => `x = ${"'a' + ".repeat(size)}'b'`,
  "towers of powers": () => "x = 9 ** 9 ** 9 ** 9\ny = 'a' * 10 ** 12\nz = [0] * 10 ** 10",
  "doubling texts": (size) => `x = 'ab'\n${many(Math.min(60, size), () => "x = x + x")}\ngetattr(x, x)()`,
  "nested functions": (size) =>
    many(Math.min(90, size), (n) => `${"    ".repeat(n)}def f${n}():`) + "\n" + " ".repeat(400) + "pass",
  "many functions that call each other": (size) =>
    many(size, (n) => `def f${n}(x):\n    return f${(n * 7 + 1) % size}(f${(n * 3 + 2) % size}(x))`),
  "many aliases": (size) =>
    `import os\na0 = os\n${many(size, (n) => `a${n + 1} = a${n}`)}\na${size}.system('id')`,
  "layers of base64": (size) => {
    let text = "__import__('os').system('id')";
    for (let n = 0; n < Math.min(12, size); n += 1)
      text = `import base64\nexec(base64.b64decode('${Buffer.from(text).toString("base64")}'))`;
    return text;
  },
  "text that looks like a secret": (size) => `key = "${"AKIA".repeat(size)}"\n# ${"password=".repeat(size)}`,
  "backtracking for patterns": (size) =>
    `x = "${"a@".repeat(size)}"\n#${" ".repeat(size * 4)}noqa${":".repeat(size)}`,
  "many mistakes": (size) => many(size, (n) => `print(undefined_${n}, "a" + ${n})`),
  "many cut lines": (size) => many(size, (n) => `def f${n}(x`),
  "odd characters": (size) => "\u{1d465} = 1\n" + many(size, (n) => `\u0131${n} = "\u{1f600}\u202e"`),
  "a type that grows": (size) =>
    `x = ${"[".repeat(Math.min(80, size))}1${"]".repeat(Math.min(80, size))}\n${many(Math.min(60, size), () => "x = (x, x)")}`,
  "nested f-strings": (size) =>
    `x = ${"f'{".repeat(Math.min(100, size))}1${"}'".repeat(Math.min(100, size))}`,
  lambdas: (size) => `f = ${"lambda: ".repeat(Math.min(800, size))}1`,
  comprehensions: (size) =>
    `x = ${"[".repeat(Math.min(60, size))}1${" for a in range(9)]".repeat(Math.min(60, size))}`,
};
const sizes = [10, 100, 1_000, 4_000];

export function sourceAttack(random: Random): Attack {
  const [name, size, mode] = [
    pick(random, Object.keys(sources)),
    pick(random, sizes),
    pick(random, ["static", "static", "repair"]),
  ];
  const salt = Math.floor(random() * 1e9);
  return {
    kind: "source",
    name: `${name}, ${size}, ${mode}`,
    run: async (target) => {
      const code = `${sources[name]!(size)}\n# ${salt}\n`;
      const { status, text } = await post(target, "/v1/validate", JSON.stringify({ mode, code }));
      return judgeAnswer(status, text);
    },
  };
}

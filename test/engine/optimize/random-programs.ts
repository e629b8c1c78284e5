import type { Dice } from "../../support/dice.ts";

const numbers = [
  "0",
  "1",
  "2",
  "3",
  "7",
  "10",
  "60",
  "255",
  "1_000",
  "0xff",
  "0b101",
  "0o17",
  "True",
  "False",
  "2.5",
  "0.1",
  "3.0",
  "1e3",
  "1e16",
  "-1",
  "-2",
  "-0.5",
  "9007199254740993",
  "123456789012345678901",
];
const texts = [
  '"a"',
  "'b'",
  '"it\'s"',
  "'é'",
  '"😀"',
  '"\\n"',
  '"%d"',
  '""',
  'r"x"',
  'b"q"',
  "b'\\x00'",
  '"#"',
];
const calculating = ["+", "-", "*", "/", "//", "%", "|", "^", "&", "@"];
const growing = ["**", "<<", ">>"];
const small = ["0", "1", "2", "5", "64", "-1", "True", "0.5"];
const comparing = ["<", "<=", ">", ">=", "==", "!=", "in", "not in"];

/** An expression of literals, which may well raise. */
export function randomExpression(dice: Dice, depth = 3): string {
  const part = (): string => randomExpression(dice, depth - 1);
  const closed = (): string => {
    const inner = part();
    return dice.below(3) === 0 && !inner.startsWith("not ") ? inner : `(${inner})`;
  };
  if (depth === 0 || dice.below(8) === 0) return dice.below(4) === 0 ? dice.pick(texts) : dice.pick(numbers);
  switch (dice.below(12)) {
    case 0:
      return `${closed()} ${dice.pick(comparing)} ${closed()}`;
    case 1:
      return `${dice.pick(["not ", "-", "+", "~"])}${closed()}`;
    case 2:
      return `${closed()} ${dice.pick(["and", "or"])} ${closed()}`;
    case 3:
      return `(${part()} if ${part()} else ${part()})`;
    case 4:
      return `(${part()}, ${part()})[${dice.pick(["0", "1", "-1", "2"])}]`;
    case 5:
      return `${dice.pick(texts)} ${dice.pick(["+", "*"])} ${closed()}`;
    case 7:
      return `${closed()} ${dice.pick(growing)} ${dice.pick(small)}`;
    case 6:
      return `1 < ${closed()} <= ${closed()}`;
    default:
      return `${closed()} ${dice.pick(calculating)} ${closed()}`;
  }
}

const tests = [
  "True",
  "False",
  "0",
  "1",
  "1 > 2",
  "not 0",
  "(2 < 3)",
  "ask()",
  "ask() and False",
  "False and log(1)",
  '"" or 1',
  "None",
  "(1, 2)[0] == 1",
];

type Place = Readonly<{ indent: string; depth: number; inLoop: boolean; inFunction: boolean }>;

/** A program that tells `log` what it does and asks `ask` where to go; both end it when it takes too long. */
export function randomProgram(dice: Dice): string {
  const step = dice.pick(["    ", "  ", "\t"]);
  const lines: string[] = [];
  const make = `${dice.below(4) === 0 ? "async " : ""}def`;
  for (const name of ["f", "g"]) {
    lines.push(`${name === "g" ? make : "def"} ${name}(p, q=${dice.below(99)} * 2):`);
    if (dice.below(3) === 0) lines.push(`${step}"about ${name}"`);
    block(dice, lines, { indent: step, depth: 2, inLoop: false, inFunction: true }, step);
    lines.push("");
  }
  block(dice, lines, { indent: "", depth: 1, inLoop: false, inFunction: false }, step);
  const end = dice.pick(["\n", "\n", "\r\n"]);
  return lines.join(end) + dice.pick(["", end]);
}

function block(dice: Dice, lines: string[], place: Place, step: string): void {
  const count = 1 + dice.below(3);
  for (let n = 0; n < count; n += 1) statement(dice, lines, place, step);
}

function statement(dice: Dice, lines: string[], place: Place, step: string): void {
  const { indent, depth } = place;
  const put = (line: string): void => void lines.push(indent + line);
  const inner = (more: Partial<Place> = {}): void =>
    block(dice, lines, { ...place, indent: indent + step, depth: depth - 1, ...more }, step);
  if (dice.below(9) === 0)
    lines.push(dice.pick(["", `${indent}# note`, "# outer note", `${indent}${step}# deep note`]));
  if (depth === 0 || dice.below(3) === 0) return simple(dice, put, place);
  switch (dice.below(9)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      put(`if ${dice.pick(tests)}:`);
      inner();
      while (dice.below(3) === 0) {
        put(`elif ${dice.pick(tests)}:${dice.pick(["", "  # why"])}`);
        inner();
      }
      if (dice.below(2) === 0) {
        if (dice.below(4) === 0) put(`else: log(${dice.below(99)}); log(${dice.below(99)})`);
        else {
          put("else:");
          inner();
        }
      }
      return;
    }
    case 4:
    case 5:
      put(`while ${dice.pick(tests)}:`);
      lines.push(`${indent}${step}log(${dice.below(99)})`);
      inner({ inLoop: true });
      if (dice.below(3) === 0) {
        put("else:");
        inner();
      }
      return;
    case 6:
      put("for i in range(2):");
      inner({ inLoop: true });
      return;
    case 7:
      put("try:");
      inner();
      put(dice.pick(["except ValueError:", "except ValueError as e:", "except (ValueError, TypeError):"]));
      inner();
      if (dice.below(3) === 0) {
        put("finally:");
        lines.push(`${indent}${step}log(${dice.below(99)})`);
      }
      return;
    default:
      if (dice.below(2) === 0) {
        put("with quiet():");
        inner();
      } else {
        put(`def h(r=${dice.below(9)} * 2):`);
        inner({ inLoop: false, inFunction: true });
      }
  }
}

function simple(dice: Dice, put: (line: string) => void, { inLoop, inFunction }: Place): void {
  const number = dice.below(99);
  const choices = [
    `log(${number})`,
    `log(${number} * 2 + 1)`,
    `log(${dice.below(9)} if ${dice.pick(tests)} else log(${number}))`,
    `x = ${number} + 1`,
    `log("multi" + "part")`,
    `log([${number} - 100, x])`,
    "log(sorted(locals()))",
    `log("""a\n  b""")`,
    `log("a"\n        "b")`,
    `log(\n        ${number} +\n        1\n    )`,
    '"alone"',
    "pass",
    `y = z = (${number} // 7)`,
    "raise ValueError(1 + 1)",
    "log([n for n in (1, 2)])",
    ...(inFunction
      ? [
          "return",
          `return ${number} * 3`,
          `return(${number}-1)`,
          `return 5; log(${number})`,
          "p = log(p)",
          "log(q); return p; x = 2",
        ]
      : []),
    ...(inLoop ? ["break", "continue", `break; log(${number})`] : []),
  ];
  if (inFunction && dice.below(12) === 0) put("yield 1 + 1");
  else put(dice.pick(choices));
}

import type { Dice } from "../../support/dice.ts";

/** A tree of statements, laid out by chance: what stands where Python lets it stand. */
export function writeText(dice: Dice, names: readonly string[]): string {
  const end = dice.pick(["\n", "\n", "\r\n", "\r"]);
  const name = (): string => dice.pick(names);
  /** Where a line may go on: white space of every kind, or the end of a line behind a backslash. */
  const gap = (): string =>
    dice.pick([" ", " ", " ", "\t", "\f", " \f ", `\\${end}`, ` \\${end}\f`, `\f\\${end} \t`]);
  /** In brackets lines end freely. */
  const loose = (): string => dice.pick(["", "", " ", end, `\f${end}\f`, ` # ${name()} \\${end}  `, gap()]);

  function expression(depth: number): string {
    const inner = (): string => expression(depth - 1);
    if (depth <= 0) return dice.pick([name(), name(), "1", "0_7.5e1j", "0xF", "'a'", '"{"', "None", "..."]);
    switch (dice.below(12)) {
      case 0:
        return `(${loose()}${inner()}${loose()},${loose()}${inner()}${loose()})`;
      case 1:
        return `[${loose()}${inner()}${loose()}for ${name()} in ${inner()}${loose()}]`;
      case 2:
        return `{${loose()}${inner()}:${loose()}${inner()}${loose()}}`;
      case 3:
        return `${name()}.${name()}(${loose()}${inner()},${loose()}${name()}=${inner()}${loose()})`;
      case 4:
        return `${inner()}${gap()}if${gap()}${inner()}${gap()}else${gap()}${inner()}`;
      case 5:
        return `(${name()}${gap()}:=${gap()}${inner()})`;
      case 6:
        return `(lambda ${name()}, *, ${name()}=${inner()}: ${inner()})`;
      case 7:
      case 8:
        return formatted(depth - 1);
      case 9:
        return `1${gap()}if${gap()}1else${gap()}${inner()}`;
      case 10:
        return `'a\\${end}b'${gap()}"c"`;
      default:
        return `${inner()}${gap()}${dice.pick(["+", "**", "and", "not in", "@", "<"])}${gap()}${inner()}`;
    }
  }

  /** Fields with the same quotes inside, lines and comments in them, conversions and nested specifications. */
  function formatted(depth: number): string {
    const quotes = dice.pick(["'", '"', "'''", '"""']);
    const text = (): string => dice.pick(["", "a", "{{", "}}", "é", "𝐱", "\\N{BULLET}", "\\'", "#", "!"]);
    const space = (): string => dice.pick(["", " ", end, ` # ${name()}${end}`, `\\${end}`]);
    const conversion = dice.pick(["", "", "!r", "!s ", " !a"]);
    const specification = dice.pick(["", "", ":>10", `:{${name()}}.{${name()}}`, ":!r", `:%Y-{${name()}}`]);
    const strings = dice.pick(["", "+ '{'", '+ "}"', "+ '''{}'''", `+ ${name()}['}']`]);
    const value = `(${expression(depth)})${strings === "" ? "" : " "}${strings}`;
    const field = `{${space()}${value}${space()}${conversion}${specification}}`;
    return `${dice.pick(["f", "F", "rf", "fR"])}${quotes}${text()}${field}${text()}${quotes}`;
  }

  function pattern(depth: number): string {
    if (depth <= 0) return dice.pick([name(), "1", "-1.5", "None", "'a' 'b'", `${name()}.${name()}`, "_"]);
    const inner = (): string => pattern(depth - 1);
    return dice.pick([
      `[${inner()}, *_]`,
      `{'a'${gap()}: ${inner()}}`,
      `${name()}(${inner()}, ${name()}=${inner()})`,
      `(${inner()})`,
    ]);
  }

  function block(depth: number, indent: string): string {
    const lines = Array.from({ length: 1 + dice.below(3) }, () => statement(depth, indent));
    return lines.join("");
  }

  /** The same depth, written in another way that Python counts alike. */
  function lead(indent: string): string {
    const eight = indent.replaceAll("\t", "        ");
    if (dice.below(3) > 0) return indent;
    if (indent === "") return dice.pick(["", "\f", "\t\f", "   \f\f", `\f\\${end}`]);
    return dice.pick([
      `\f${indent}`,
      `   \f${indent}`,
      `\t\f\f${indent}`,
      `${indent}\\${end}${eight}  `,
      `\\${end}${indent}`,
      `\f\\${end}${indent}`,
    ]);
  }

  function statement(depth: number, indent: string): string {
    const before = dice.pick([
      "",
      "",
      "",
      end,
      `\f${end}`,
      `  \f # ${name()} \\${end}`,
      `\\${end}${end}`,
      `\t${end}`,
    ]);
    const start = `${before}${lead(indent)}`;
    const simple = (): string =>
      dice.pick([
        () => `${name()}${gap()}=${gap()}${expression(2)}`,
        () => `${expression(3)}`,
        () => `${name()}:${gap()}${name()} = ${expression(1)}`,
        () => `import ${name()}.${name()}${gap()}as${gap()}${name()}`,
        () =>
          `from ${name()}${gap()}import${gap()}(${loose()}${name()},${loose()}${name()} as ${name()}${loose()})`,
        () =>
          `type${gap()}${name()}[${name()}: ${name()}, *${name()}T, **${name()}P]${gap()}=${gap()}${expression(1)}`,
        () => `del ${name()},${gap()}${name()}.${name()}`,
        () => `assert ${expression(1)},${gap()}${expression(1)}`,
        () => `match${gap()}=${gap()}${expression(1)}`,
      ])();
    if (depth <= 0 || dice.below(3) === 0) {
      const rest = dice.pick(["", "", ` # ${name()}`, "\f", ";", `;${gap()}${simple()}`]);
      return `${start}${simple()}${rest}${end}`;
    }
    const deeper = indent + dice.pick(["    ", "  ", "\t", " ", "        "]);
    // A tab goes to the next eight, and Python wants the same whatever a tab is worth.
    const inner = / \t/.test(deeper) ? `${indent}    ` : deeper;
    const body = (): string =>
      `:${dice.pick(["", " ", ` # ${name()}`, "\f"])}${end}${block(depth - 1, inner)}`;
    return dice.pick([
      () => `${start}if${gap()}${expression(1)}${body()}`,
      () => `${start}for ${name()}, *${name()} in ${expression(1)}${body()}`,
      () => `${start}def ${name()}[${name()}](a, /, *b: *c, **d) -> ${name()}${body()}`,
      () => `${start}class ${name()}(${name()}, metaclass=${name()})${body()}`,
      () => `${start}try${body()}${indent}except* ${name()} as ${name()}${body()}`,
      () => `${start}with (${name()} as ${name()},${loose()}${name()})${body()}`,
      () => `${start}while ${expression(1)}${body()}`,
      () => {
        const subject = dice.pick([
          `${name()}`,
          `${name()},${gap()}${name()}`,
          `*${name()}, ${name()}`,
          "-1",
        ]);
        const choice = dice.pick([
          pattern(2),
          `${pattern(1)}, ${pattern(1)}`,
          `*_, ${pattern(0)}`,
          `${pattern(0)},`,
        ]);
        const guard = dice.pick(["", ` if ${expression(1)}`]);
        const cases = `${inner}case ${choice}${guard}:${end}${inner}  ${simple()}${end}`;
        return `${start}match ${subject}:${end}${dice.pick(["", end])}${cases}`;
      },
    ])();
  }

  return dice.pick(["", "", "\u{feff}"]) + block(3, "");
}

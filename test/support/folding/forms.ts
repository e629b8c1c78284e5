import type { Writer } from "./writer.ts";

type Recipe = (writer: Writer) => string;

const spec = (writer: Writer): string =>
  writer.either(
    () => "",
    () =>
      writer.dice.pick([
        "s",
        "d",
        "x",
        "X",
        "o",
        "b",
        "c",
        "r",
        "5",
        "05",
        ">5",
        "<7",
        "^7",
        "=+6",
        "*^9",
        ".3",
        "8.2",
        "#x",
        "+d",
        " d",
        "_d",
        ",",
        "😀>4",
        "06x",
        "-5",
        "n",
        "e",
        ".2f",
        "%",
        "5s",
        "05s",
        "s5",
        ">05d",
        "x<05",
      ]),
  );

const percentSpec = (writer: Writer): string =>
  writer.dice.pick([
    "s",
    "r",
    "a",
    "d",
    "i",
    "x",
    "X",
    "o",
    "c",
    "5s",
    "-5s",
    ".3s",
    "8.2s",
    "05d",
    "+d",
    " d",
    "-4d",
    "#x",
    "%",
    "05s",
    "b",
    ".2d",
    "*d",
    "ld",
    "y",
    "5%",
    "e",
    "u",
  ]);

const inBraces = (writer: Writer, field: string): string => {
  const how = spec(writer).replaceAll(/[{}]/g, "");
  const conversion = writer.dice.pick(["", "", "", "!r", "!a", "!s"]);
  return `{${field}${conversion}${how === "" ? "" : `:${how}`}}`;
};

const operand = (writer: Writer): string =>
  writer.either(writer.text, writer.text, writer.int, writer.list, writer.bool, writer.any);

/** The part of a literal between its quotes, for templates. */
const inside = (writer: Writer): string =>
  writer.dice.pick([
    "",
    "a",
    "%%",
    "x y",
    "é",
    "\\n",
    "\\u2028",
    "😀",
    "-",
    "\\x41",
    "\\N{ZERO WIDTH SPACE}",
  ]);

export const formRecipes: Readonly<Record<string, Recipe>> = {
  Add: (writer) => `${operand(writer)} + ${operand(writer)}`,
  Mult: (writer) =>
    writer.either(
      () => `${operand(writer)} * ${writer.int()}`,
      () => `${writer.int()} * ${operand(writer)}`,
      () => `${operand(writer)} * ${operand(writer)}`,
    ),
  ...Object.fromEntries(
    Object.entries({
      Sub: "-",
      FloorDiv: "//",
      Mod: "%",
      BitAnd: "&",
      BitOr: "|",
      BitXor: "^",
      LShift: "<<",
      RShift: ">>",
      Pow: "**",
      Div: "/",
      MatMult: "@",
    }).map(([name, sign]): [string, Recipe] => [
      name,
      (writer) =>
        writer.either(
          () =>
            `(${writer.int()}) ${sign} (${writer.dice.pick(["0", "1", "2", "3", "-2", "7", "True", "False"])})`,
          () => `(${writer.bool()}) ${sign} (${writer.bool()})`,
          () => `${writer.dict()} ${sign} ${writer.dict()}`,
        ),
    ]),
  ),
  unary: (writer) =>
    `${writer.dice.pick(["-", "+", "~", "not "])}${writer.either(writer.int, writer.bool, writer.text, writer.list)}`,
  compare: (writer) => {
    const sign = writer.dice.pick(["==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"]);
    return writer.either(
      () => `${writer.text("str")} ${sign} ${writer.text("str")}`,
      () => `${operand(writer)} ${sign} ${operand(writer)}`,
      () => `${operand(writer)} ${sign} ${writer.list()}`,
      () =>
        `${writer.dice.pick(["'\\uffff'", "'😀'", "'a'", "b'a'", "None", "1", "True"])} ${sign} ${writer.dice.pick(["'\\U0001f600'", "'\\ue000'", "'a'", "b'a'", "None", "True", "[None, 1]", "bytearray(b'a')"])}`,
      () => `${writer.int()} ${sign} ${writer.int()}`,
    );
  },
  choice: (writer) =>
    `${writer.any()} if ${writer.either(() => formRecipes["compare"]!(writer), writer.bool, writer.any)} else ${writer.any()}`,
  logic: (writer) => `${writer.any()} ${writer.dice.pick(["and", "or"])} ${writer.any()}`,
  index: (writer) =>
    writer.either(
      () => `${writer.list()}[${writer.either(writer.int, writer.text)}]`,
      () => `[${writer.any()}, ${writer.any()}][${writer.dice.pick(["0", "1", "-1", "True"])}]`,
    ),
  slice: (writer) => {
    const end = (): string =>
      writer.either(
        () => "",
        writer.int,
        () => "None",
      );
    return `${writer.list()}[${end()}:${end()}${writer.dice.below(2) === 0 ? "" : `:${end()}`}]`;
  },
  percent: (writer) => {
    const prefix = writer.dice.pick(["", "", "", "b"]);
    const count = writer.dice.below(3);
    const isNamed = writer.dice.below(4) === 0;
    const holes = Array.from(
      { length: count },
      (_, at) => `${prefix === "b" ? "" : inside(writer)}%${isNamed ? `(k${at})` : ""}${percentSpec(writer)}`,
    );
    const values = Array.from({ length: writer.dice.below(8) === 0 ? 1 : count }, () => operand(writer));
    const given = isNamed
      ? `{${values.map((value, at) => `${prefix}'k${at}': ${value}`).join(", ")}}`
      : writer.either(
          () => `(${values.map((value) => `${value}, `).join("")})`,
          () => `(${values.map((value) => `${value}, `).join("")})`,
          () => values[0] ?? "()",
          () => writer.any(),
        );
    return `${prefix}'${holes.join("")}' % ${given}`;
  },
  fstring: (writer) => {
    const values = Array.from({ length: writer.dice.below(3) }, () => operand(writer));
    const names = values.map((_, at) => `v${at}`);
    const body = names
      .map((name) => `${inside(writer).replace("%%", "{{}}")}${inBraces(writer, name)}`)
      .join("");
    return `(lambda ${names.join(", ")}: f'${body}${inside(writer)}')(${values.join(", ")})`;
  },
  format: (writer) => {
    const fields = writer.dice.pick([
      ["", ""],
      ["0", "1"],
      ["1", "0"],
      ["a", "0"],
      ["0[0]", "a"],
      ["", "0"],
      ["a.b", ""],
      ["a[k]", "1"],
      ["0:{1}", "a"],
      ["0!r:{1}", "0"],
    ]);
    const body = fields
      .map((field) => `${inside(writer)}${field.includes(":") ? `{${field}}` : inBraces(writer, field)}`)
      .join("");
    return `'${body}${writer.dice.pick(["", "{{", "}}", "{{}}", "}", "{"])}'.format(${operand(writer)}, ${operand(writer)}, a=${operand(writer)})`;
  },
  formatPlain: (writer) =>
    `'${inside(writer)}{}${inside(writer)}{a}{{'.format(${writer.str()}, a=${writer.int()})`,
  format_map: (writer) =>
    `'${inside(writer)}${inBraces(writer, "k")}'.format_map({'k': ${operand(writer)}, 'x': 1})`,
  display: (writer) =>
    writer.either(
      () => `[*${writer.list()}, ${writer.any()}]`,
      () => `{**${writer.dict()}, ${writer.text()}: 1}`,
      () => `{${writer.int()}, ${writer.int()}, *${writer.list()}}`,
    ),
  comprehension: (writer) => {
    const test = writer.dice.pick([
      "",
      " if c",
      " if c > 's'",
      " if c.isalpha()",
      " if not c.isspace()",
      " if c in 'system'",
      " if c != 's'",
    ]);
    const [open, close] = writer.dice.pick([
      ["[", "]"],
      ["{", "}"],
      ["''.join(", ")"],
      ["list(", ")"],
    ]);
    return `${open}${writer.dice.pick(["c", "c.upper()", "c + 'x'", "(c, c)[0]"])} for c in ${writer.either(writer.text, writer.list)}${test}${close}`;
  },
  dictComprehension: (writer) => `{k: v for k, v in zip(${writer.str()}, ${writer.list()})}`,
  substitute: (writer) =>
    `string.Template('${writer.dice.pick(["$a", "${a}x", "$$a", "$a$b", "$", "$1", "$a_b", "$é", "${a", "$A"])}${inside(writer)}').${writer.dice.pick(["substitute", "safe_substitute"])}(${writer.either(
      () => `a=${operand(writer)}`,
      () => `{'a': ${operand(writer)}, 'b': 2}`,
      () => `{'a': 1}, a=${operand(writer)}`,
    )})`,
  stream: (writer) =>
    `io.${writer.dice.pick(["StringIO", "BytesIO"])}(${writer.text()}).${writer.dice.pick(["read()", "getvalue()", "read(1)", "readline()"])}`,
  to_bytes: (writer) =>
    `(${writer.int()}).to_bytes(${writer.either(
      () => "",
      writer.times,
      () => `${writer.times()}, 'little'`,
      () => "4, 'big'",
      () => "length=3, byteorder='little'",
      () => "2, 'big', signed=True",
      () => "2, 'odd'",
    )})`,
  bytearray: (writer) =>
    `bytearray(${writer.bytes()})${writer.dice.pick(["", "[1:]", ".decode()", ".hex()", "[0]", ".decode('ascii', 'ignore')", " + b'x'", " * 2"])}`,
  call: (writer) =>
    `(lambda a, *b, c='x', **d: (a, b, c, d))(*${writer.strList()}, **{'c': ${writer.any()}, 'e': 1})`,
  literal: (writer) => writer.dice.pick([writer.str, writer.bytes])(),
  zip_grouping: (writer) => `list(zip(*[iter(${writer.str()})] * 2))`,
};

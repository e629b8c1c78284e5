import type { Kind, Writer } from "./writer.ts";

/** The arguments of a call of each method of strings and bytes. */
type Recipe = (writer: Writer, kind: Kind) => string;

const nothing: Recipe = (writer) => (writer.dice.below(30) === 0 ? writer.int() : "");

const chars: Recipe = (writer, kind) =>
  writer.either(
    () => "",
    () => "None",
    () => writer.text(kind),
    () => writer.text(),
  );

const splitting: Recipe = (writer, kind) =>
  writer.either(
    () => "",
    () => "None",
    () => writer.text(kind),
    () => `None, ${writer.times()}`,
    () => `${writer.text(kind)}, ${writer.times()}`,
    () => `maxsplit=${writer.times()}`,
    () => `sep=${writer.text(kind)}, maxsplit=${writer.times()}`,
    () => `${kind === "str" ? "" : "b"}' ', 1`,
  );

const searching: Recipe = (writer, kind) => {
  const part = writer.dice.below(6) === 0 ? writer.text() : writer.text(kind);
  return writer.either(
    () => part,
    () => `${kind === "str" ? "" : "b"}'s'`,
    () => `${part}, ${writer.int()}`,
    () => `${part}, ${writer.int()}, ${writer.int()}`,
    () => `${part}, None, ${writer.int()}`,
  );
};

const edges: Recipe = (writer, kind) =>
  writer.either(
    () => searching(writer, kind),
    () => `(${writer.text(kind)}, ${writer.text(kind)})`,
    () => `${kind === "str" ? "" : "b"}''`,
  );

const widening: Recipe = (writer, kind) => {
  const width = writer.either(
    writer.times,
    () => "5",
    () => "8",
    () => "9",
    () => "20",
  );
  return writer.either(
    () => width,
    () => `${width}, ${writer.text(kind)}`,
    () => `${width}, ${kind === "str" ? "" : "b"}'x'`,
    () => `${width}, '😀'`,
  );
};

const one: Recipe = (writer, kind) => (writer.dice.below(10) === 0 ? writer.text() : writer.text(kind));

const codec: Recipe = (writer) =>
  writer.either(
    () => "",
    () => writer.encoding(),
    () => `${writer.encoding()}, 'ignore'`,
    () => `errors='${writer.dice.pick(["ignore", "replace", "strict", "backslashreplace", "nonsense"])}'`,
    () => `encoding=${writer.encoding()}, errors='surrogateescape'`,
  );

const named = (names: string, recipe: Recipe): Record<string, Recipe> =>
  Object.fromEntries(names.split(" ").map((name) => [name, recipe]));

export const methodRecipes: Readonly<Record<string, Recipe>> = {
  ...named("lower casefold upper title capitalize swapcase", nothing),
  ...named(
    "isascii isspace isdigit isdecimal isnumeric isalpha isalnum islower isupper istitle isidentifier isprintable",
    nothing,
  ),
  ...named("strip lstrip rstrip", chars),
  ...named("split rsplit", splitting),
  splitlines: (writer) =>
    writer.either(
      () => "",
      () => "True",
      () => "keepends=True",
      () => "False",
      () => "1",
    ),
  ...named("partition rpartition removeprefix removesuffix", one),
  ...named("startswith endswith", edges),
  replace: (writer, kind) => {
    const [old, by] = [writer.text(kind), writer.text(kind)];
    const letter = kind === "str" ? "" : "b";
    return writer.either(
      () => `${old}, ${by}`,
      () => `${letter}'s', ${by}`,
      () => `${letter}'', ${by}`,
      () => `${old}, ${by}, ${writer.times()}`,
      () => `${letter}'a', ${by}, ${writer.times()}`,
      () => `${old}, ${by}, count=${writer.times()}`,
    );
  },
  ...named("center ljust rjust", widening),
  zfill: (writer) =>
    writer.either(
      writer.times,
      () => "5",
      () => "9",
    ),
  expandtabs: (writer) =>
    writer.either(
      () => "",
      writer.times,
      () => "4",
      () => "tabsize=3",
    ),
  ...named("find rfind index rindex count", searching),
  encode: codec,
  decode: codec,
  hex: (writer) =>
    writer.either(
      () => "",
      () => "':'",
    ),
  tolist: nothing,
  tobytes: nothing,
  translate: (writer, kind) =>
    kind === "bytes"
      ? writer.either(
          () => "None, b'ab'",
          () => `bytes.maketrans(b'ab', b'xy')`,
          () => `bytes.maketrans(b'ab', b'xy'), b'c'`,
          () => writer.dict(),
          () => `None, delete=${writer.bytes()}`,
        )
      : writer.either(
          () => writer.dict(),
          () => "{97: 98, 115: None, 121: 'zz'}",
          () => "{0x1f600: 's', 0x53: 115, 116: 0xd83d}",
          () => `str.maketrans(${writer.str()}, ${writer.str()})`,
          () => `str.maketrans('sy😀', 'ab\\U0001f601', 'x')`,
          () => `{ord('a'): ${writer.any()}}`,
        ),
  join: (writer, kind) =>
    writer.either(
      () => writer.list(),
      () => writer.strList(),
      () => `[${writer.text(kind)}, ${writer.text(kind)}]`,
      () => `(c for c in ${writer.text(kind)})`,
      () => `map(str.upper, ${writer.strList()})`,
    ),
};

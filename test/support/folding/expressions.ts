import { encodingNames } from "../../../engine/values/codecs.ts";
import type { Dice } from "../dice.ts";
import { bytesLiteral, strLiteral } from "./literals.ts";
import { functionRecipes, namelessPaths } from "./functions.ts";
import { methodRecipes } from "./methods.ts";
import { statementRecipes } from "./statements.ts";
import { formRecipes } from "./forms.ts";
import type { Kind, Writer } from "./writer.ts";

const ints = [
  "0",
  "1",
  "2",
  "3",
  "(-1)",
  "(-2)",
  "5",
  "7",
  "10",
  "97",
  "115",
  "255",
  "256",
  "128512",
  "True",
  "(-100)",
  "(10**20)",
];

function createWriter(dice: Dice, depth = 2): Writer {
  const inner = (): Writer => createWriter(dice, depth - 1);
  const either = (...ways: readonly (() => string)[]): string => dice.pick(ways)();
  const literal = (kind: Kind): string => (kind === "str" ? strLiteral(dice) : bytesLiteral(dice));
  const text = (kind: Kind = dice.pick(["str", "str", "bytes"])): string => {
    if (depth <= 0 || dice.below(3) > 0) return dice.below(25) === 0 && kind === "str" ? "u" : literal(kind);
    return textExpression(inner(), kind);
  };
  const writer: Writer = {
    dice,
    either,
    text,
    str: () => text("str"),
    bytes: () => text("bytes"),
    int: () => (depth > 0 && dice.below(6) === 0 ? `len(${inner().text()})` : dice.pick(ints)),
    times: () => dice.pick(["(-1)", "0", "1", "2", "3", "200", "(2**62)", "(2**63)", "True"]),
    bool: () => dice.pick(["True", "False", "1", "0"]),
    list: () => {
      const items = Array.from({ length: dice.below(4) }, () => dice.pick([text, text, writer.int])());
      return either(
        () => `[${items.join(", ")}]`,
        () => `(${items.map((item) => `${item}, `).join("")})`,
        () => writer.strList(),
        () => (items.length > 0 ? `{${items.join(", ")}}` : "set()"),
        () => text(),
        () => writer.dict(),
        () => `range(${dice.below(4)})`,
        () => `iter(${writer.strList()})`,
      );
    },
    strList: () => `[${Array.from({ length: dice.below(4) }, () => text("str")).join(", ")}]`,
    dict: () =>
      `{${Array.from({ length: dice.below(4) }, () => `${either(text, writer.int)}: ${either(text, writer.int)}`).join(", ")}}`,
    encoding: () => {
      const name = dice.pick([
        ...encodingNames,
        "cp1252",
        "utf-7",
        "utf-16",
        "utf-16-be",
        "utf-32",
        "punycode",
        "nonsense",
      ]);
      const written = dice.pick([
        name,
        name.toUpperCase(),
        name.replaceAll("_", "-"),
        name.replaceAll("_", " "),
      ]);
      return JSON.stringify(written);
    },
    any: () =>
      either(
        text,
        writer.int,
        writer.bool,
        writer.list,
        () => "None",
        () => "1.5",
      ),
  };
  return writer;
}

/** An expression that is text, if it does not raise. */
function textExpression(writer: Writer, kind: Kind): string {
  const { dice } = writer;
  const names =
    "lower upper title capitalize swapcase strip lstrip rstrip replace removeprefix removesuffix center ljust rjust zfill expandtabs translate join";
  return writer.either(
    () => {
      const name = dice.pick(names.split(" "));
      return `${writer.text(kind)}.${name}(${methodRecipes[name]!(writer, kind)})`;
    },
    () => `(${writer.text(kind)} + ${writer.text(kind)})`,
    () => `${writer.text(kind)}[${writer.int()}:${writer.int()}]`,
    () =>
      kind === "str"
        ? `${writer.bytes()}.decode(${methodRecipes["decode"]!(writer, "bytes")})`
        : `${writer.str()}.encode(${methodRecipes["encode"]!(writer, "str")})`,
    () => (kind === "str" ? `str(${writer.any()})` : `bytes(${writer.list()})`),
    () => `(${formRecipes["percent"]!(writer)})`,
  );
}

/** A program that ends in an expression. */
export type Program = Readonly<{ operation: string; before: string; expression: string }>;

/** Every operation that has a recipe. */
export const operations: readonly string[] = [
  ...Object.keys(methodRecipes).map((name) => `method ${name}`),
  ...Object.keys(functionRecipes).map((path) => `function ${path}`),
  ...Object.keys(formRecipes).map((name) => `form ${name}`),
  ...Object.keys(statementRecipes).map((name) => `statement ${name}`),
];

export function writeProgram(dice: Dice, operation: string): Program {
  const writer = createWriter(dice);
  const [sort, name = ""] = operation.split(" ", 2);
  if (sort === "statement") return { operation, ...statementRecipes[name]!(writer) };
  let expression: string;
  if (sort === "method") {
    const kind = dice.pick(["str", "str", "bytes"] as const);
    const args = methodRecipes[name]!(writer, kind);
    const isUnbound = dice.below(8) === 0;
    if (name === "tolist" || name === "tobytes") expression = `memoryview(${writer.bytes()}).${name}()`;
    else
      expression = isUnbound
        ? `${kind}.${name}(${[writer.text(kind), args].filter((part) => part !== "").join(", ")})`
        : `${writer.text(kind)}.${name}(${args})`;
  } else if (sort === "function") {
    const recipe = functionRecipes[name]!(writer);
    expression = namelessPaths.has(name) ? recipe : `${name.replace(/^builtins\./, "")}(${recipe})`;
  } else expression = formRecipes[name]!(writer);
  return { operation, before: "", expression };
}

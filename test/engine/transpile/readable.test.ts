import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bundle, removeTypes, isRuntimeName, splitDeclarations } from "../../../engine/transpile/bundle.ts";
import { readSignatures } from "../../../engine/transpile/signatures.ts";
import { translate } from "./translate.ts";

/** What stands above the runtime library in the output. */
function programPart(source: string, target: "javascript" | "typescript"): string {
  const code = translate(source, target);
  return code.slice(0, code.indexOf("// What Python does"));
}

const source = `
def gcd(a, b):
    """The greatest common divisor."""
    while b:
        a, b = b, a % b
    return a

class Counter:
    made = 0

    def __init__(self, start=0):
        self.value = start

    def up(self, by=1):
        self.value += by
        return self

for name, n in [("x", 4), ("y", 6)]:
    print(f"{name}: {gcd(n, 10)}")
squares = [x * x for x in range(5) if x % 2]
print(squares, Counter(3).up().value)
`;

test("the JavaScript keeps names, order and shape of the program", () => {
  expect(programPart(source, "javascript")).toMatchInlineSnapshot(`
    "function program() {
      /** The greatest common divisor. */
      function gcd(a, b) {
        while (truthy(b)) {
          [a, b] = [b, mod(a, b)];
        }
        return a;
      }

      class Counter extends Instance {
        __init__(start = 0n) {
          this.value = start;
        }

        up(by = 1n) {
          this.value = iadd(this.value, by);
          return this;
        }
      }
      Counter.prototype.made = 0n;

      for (const item of [new Tuple(["x", 4n]), new Tuple(["y", 6n])]) {
        const [name, n] = unpack(item, 2);
        print([\`\${str(name)}: \${str(gcd(n, 10n))}\`]);
      }
      const squares = iterate(range(5n)).filter((x) => modulo(x, 2n) !== 0n).map((x) => x * x).toArray();
      print([squares, attr(new Counter(3n).up(), "value")]);
    }

    "
  `);
});

test("the TypeScript has types for known values", () => {
  expect(programPart(source, "typescript")).toMatchInlineSnapshot(`
    "function program(): void {
      /** The greatest common divisor. */
      function gcd(a: any, b: any): any {
        while (truthy(b)) {
          [a, b] = [b, mod(a, b)];
        }
        return a;
      }

      class Counter extends Instance {
        __init__(start: any = 0n): any {
          this.value = start;
        }

        up(by: any = 1n): any {
          this.value = iadd(this.value, by);
          return this;
        }
      }
      Counter.prototype.made = 0n;

      for (const item of [new Tuple(["x", 4n]), new Tuple(["y", 6n])]) {
        const [name, n]: any[] = unpack(item, 2);
        print([\`\${str(name)}: \${str(gcd(n, 10n))}\`]);
      }
      const squares: any = iterate(range(5n)).filter((x: any) => modulo(x, 2n) !== 0n).map((x: any) => mul(x, x)).toArray();
      print([squares, attr(new Counter(3n).up(), "value")]);
    }

    "
  `);
});

test("the translation includes only the needed declarations, without types for JavaScript", () => {
  expect(translate("x = 1\n", "javascript")).not.toMatch(/function (?:add|sorted)\b|: any/);
  expect(translate("print(sorted([2, 1]))\n", "javascript")).toMatch(
    /^function sorted\(values, key = null, reverse = false\) \{$/m,
  );
  expect(translate("print(sorted([2, 1]))\n", "typescript")).toMatch(
    /^export function sorted|^function sorted\(values: unknown/m,
  );
});

test("every function in the signature table exists in the runtime library", () => {
  expect([...readSignatures().values()].filter(({ runtime }) => !isRuntimeName(runtime))).toEqual([]);
});

test("the whole runtime library without types loads as JavaScript", async () => {
  const folder = new URL("../../../engine/transpile/runtime/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const names = files.flatMap((file) =>
    splitDeclarations(readFileSync(new URL(file, folder), "utf8")).map(({ name }) => name),
  );
  expect(names.length).toBeGreaterThan(500);
  const code = bundle(names, false);
  expect(code).not.toMatch(/^(?: {2})* [^ *]/m);
  await import(`data:text/javascript,${encodeURIComponent(code)}`);
});

test("a file of the runtime library is split into declarations with their comments", () => {
  const file =
    'import { a } from "./a.ts";\n\n/** One. */\nexport function one(): void {}\n\nexport const two = {\n  a,\n};\n';
  expect(splitDeclarations(file)).toEqual([
    { name: "one", text: "/** One. */\nfunction one(): void {}" },
    { name: "two", text: "const two = {\n  a,\n};" },
  ]);
});

test("removed types leave no gaps", () => {
  expect(removeTypes("function f(a: any, b?: Map<string, any>): any {\n  return (a as any).x!;\n}")).toBe(
    "function f(a, b) {\n  return a.x;\n}",
  );
});

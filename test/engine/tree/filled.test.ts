import { expect, test } from "vitest";
import { levelOf, type Code } from "../../../engine/tree/code.ts";
import { filled } from "../../../engine/tree/filled.ts";
import type { Expression } from "../../../engine/tree/nodes.ts";
import { readTree } from "../../../engine/tree/tree.ts";

function code(text: string): Code {
  const [statement] = readTree(text)!.module.body;
  return { text, level: levelOf((statement as { value: Expression }).value, text) };
}

test.for([
  ["len(x)", "a + b", [], "len(a + b)"],
  ["a in x", "xs", ["n < 1"], "(n < 1) in xs"],
  ["x * a", "s", ["n + 1"], "s * (n + 1)"],
  ["x.lower() == a.lower()", "s + t", ["u"], "(s + t).lower() == u.lower()"],
  ["a.join(x)", "xs", ["5"], "(5).join(xs)"],
  ["x[a:b]", "s", ["i + 1", "j"], "s[i + 1:j]"],
  ["x[a] = b", "d", ["1, 2", "3"], "d[1, 2] = 3"],
  ["(x > a) - (x < a)", "n", ["m or 1"], "(n > (m or 1)) - (n < (m or 1))"],
] as const)("%s filled with %s and %j gives %s", ([python, x, args, text]) => {
  expect(filled(python, code(x), args.map(code)).text).toBe(text);
});

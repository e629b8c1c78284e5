import { expect, test } from "vitest";
import { isCaught, maySwallow } from "../../../engine/program/caught.ts";
import { factsOf, nodeOf } from "./facts-of.ts";

test.for<[string, boolean]>([
  ["try:\n    x()\nexcept E:\n    pass\n", true],
  ["try:\n    pass\nexcept E:\n    x()\n", false],
  ["try:\n    x()\nfinally:\n    pass\n", false],
  ["with raises(E):\n    x()\n", true],
  ["with open(p) as f:\n    x()\n", false],
  ["x()\n", false],
])("%j may expect an exception: %s", ([text, isMeant]) => {
  expect(isCaught(nodeOf(factsOf(text), "Name", "x"))).toBe(isMeant);
});

test("only known context managers let exceptions through", () => {
  const facts = factsOf("threading.Lock()\nsuppress(E)\nlock\n");
  const managers = facts.all("Expr").map(({ value }) => maySwallow(value));
  expect(managers).toEqual([false, true, true]);
});

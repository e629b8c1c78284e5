import { expect, test } from "vitest";
import { Raised } from "../../../engine/evaluate/failure.ts";
import { int } from "../../../engine/evaluate/values.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const node = readTree("x\n")!.module;

test("a failure identifies its object by the heap id", () => {
  const raised = new Raised(node, "missing-key", "KeyError", "why", { about: { kind: "ref", id: 4 } });
  expect(raised).toMatchObject({ about: 4, failure: "missing-key", exception: "KeyError", message: "why" });
});

test("a failure of a value that is not on the heap identifies no object", () => {
  expect(new Raised(node, "bad-value", "ValueError", "why", { about: int(3) }).about).toBeUndefined();
  expect(new Raised(node, "bad-value", "ValueError", "why").data).toBeUndefined();
});

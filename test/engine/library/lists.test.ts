import { expect, test } from "vitest";
import { moduleMembers, typeMembers } from "../../../engine/library/entries.ts";
import { fileMethods } from "../../../engine/repair/behaviour/file-methods.ts";
import { readSignatures, translatedModules, translatedTypes } from "../../../engine/transpile/signatures.ts";

test("what is said to be translated is there to be translated", () => {
  const named = [
    ...Object.entries(translatedTypes).map(([owner, names]) => ({ names, known: typeMembers(owner)! })),
    ...Object.entries(translatedModules).map(([owner, names]) => ({ names, known: moduleMembers(owner)! })),
  ];
  expect(named.flatMap(({ names, known }) => names.split(/\s+/).filter((name) => !known.has(name)))).toEqual(
    [],
  );
});

test("the methods of files are methods of files", () => {
  const file = typeMembers("TextIOWrapper")!;
  expect([...fileMethods].filter((name) => file.get(name)?.kind !== "function")).toEqual([]);
});

test("a call is translated with the parameters that Python 3.13 has: `count` may be named", () => {
  expect(readSignatures().get("str.replace")!.parameters).toEqual(["old", "new", "/", "count="]);
});

import { expect, test } from "vitest";
import { libraryData } from "../../../engine/library/data.ts";
import { moduleMembers, typeMembers } from "../../../engine/library/entries.ts";

test("every line of the data can be read, and members are unique and sorted", () => {
  const { types, modules } = libraryData();
  const owners = [
    ...Object.entries(types).map(([name, lines]) => ({ lines, read: typeMembers(name)! })),
    ...Object.entries(modules).map(([name, lines]) => ({ lines, read: moduleMembers(name)! })),
  ];
  for (const { lines, read } of owners) {
    const names = [...read.keys()];
    expect(names).toHaveLength(lines === "" ? 0 : lines.split("\n").length);
    expect(names).toEqual(names.toSorted());
  }
});

test("a line gives kind, place, parameters and result", () => {
  expect(moduleMembers("math")!.get("isclose")).toMatchObject({
    kind: "function",
    where: "here",
    parameters: ["a", "b", "*", "rel_tol=", "abs_tol="],
    result: "bool",
  });
  expect(moduleMembers("math")!.get("pi")).toMatchObject({ kind: "value", result: "float" });
  expect(moduleMembers("heapq")!.get("heappush_max")).toMatchObject({ where: "later" });
  expect(moduleMembers("os")!.get("startfile")).toMatchObject({ where: "elsewhere" });
  expect(moduleMembers("json")!.get("codecs")).toMatchObject({ kind: "incidental" });
  expect(moduleMembers("os")!.get("path")).toMatchObject({ kind: "module" });
  expect(typeMembers("list")!.get("append")).toMatchObject({ changes: true, result: "None" });
});

test("unknown owners have no members, including names of JavaScript's own objects", () => {
  expect(moduleMembers("constructor")).toBeUndefined();
  expect(typeMembers("toString")).toBeUndefined();
});

import { expect, test } from "vitest";
import {
  hasName,
  isModule,
  isSubmodule,
  libraryNames,
  namesIn,
  nearestName,
  offers,
} from "../../../engine/library/modules.ts";

test("what a module lacks is said only of modules that are the same everywhere", () => {
  expect(hasName("math", "sqrt")).toBe(true);
  expect(hasName("math", "square")).toBe(false);
  expect(hasName("os", "square")).toBeUndefined();
  expect(hasName("numpy", "square")).toBeUndefined();
});

test("what later versions add is not said to be lacking, nor what modules keep to themselves", () => {
  expect(hasName("heapq", "heappush_max")).toBe(true);
  expect(hasName("string", "templatelib")).toBe(true);
  expect(hasName("json", "tool")).toBe(true);
  expect(hasName("random", "_inst")).toBe(true);
  expect(hasName("statistics", "sys")).toBe(true);
});

test("a module offers what is meant for others, on this system", () => {
  expect(offers("os", "getcwd")).toBe(true);
  expect(offers("os", "startfile")).toBe(false);
  expect(offers("statistics", "sys")).toBe(false);
  expect(offers("random", "_inst")).toBe(false);
  expect(offers("xml.etree.ElementTree", "parse")).toBe(true);
  expect(offers("unknown", "parse")).toBe(false);
  expect(namesIn("bisect")).toEqual([
    "bisect",
    "bisect_left",
    "bisect_right",
    "insort",
    "insort_left",
    "insort_right",
  ]);
  expect(namesIn("unknown")).toEqual([]);
});

test("the nearest name begins alike", () => {
  expect(nearestName("math", "squareroot")).toBeUndefined();
  expect(nearestName("math", "flooor")).toBe("floor");
});

test("modules of this version and of those near it are modules", () => {
  const modules = ["math", "os.path", "winreg", "imp", "cgi", "annotationlib"];
  expect(modules.filter((path) => !isModule(path))).toEqual([]);
  expect(["numpy", "maths", "constructor", "", "cgi annotationlib"].filter(isModule)).toEqual([]);
  expect(isSubmodule("urllib.parse")).toBe(true);
  expect(isSubmodule("os.path")).toBe(false);
  expect(isSubmodule("math")).toBe(false);
});

test("every name that a module offers is among the names of the library", () => {
  const names = new Set(libraryNames());
  const lacking = ["math", "os", "json", "heapq"].flatMap(namesIn).filter((name) => !names.has(name));
  expect(lacking).toEqual([]);
  expect(names.has("_inst")).toBe(false);
});

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

test("a name is known to be missing only from modules that are the same on every system", () => {
  expect(hasName("math", "sqrt")).toBe(true);
  expect(hasName("math", "square")).toBe(false);
  expect(hasName("os", "square")).toBeUndefined();
  expect(hasName("numpy", "square")).toBeUndefined();
});

test("names that later versions add and private names do not count as missing", () => {
  expect(hasName("heapq", "heappush_max")).toBe(true);
  expect(hasName("string", "templatelib")).toBe(true);
  expect(hasName("json", "tool")).toBe(true);
  expect(hasName("random", "_inst")).toBe(true);
  expect(hasName("statistics", "sys")).toBe(true);
});

test("a module offers its public names on this system", () => {
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

test("the nearest name has the same first letter", () => {
  expect(nearestName("math", "squareroot")).toBeUndefined();
  expect(nearestName("math", "flooor")).toBe("floor");
});

test("modules of this version and of nearby versions are known", () => {
  const modules = ["math", "os.path", "winreg", "imp", "cgi", "annotationlib"];
  expect(modules.filter((path) => !isModule(path))).toEqual([]);
  expect(["numpy", "maths", "constructor", "", "cgi annotationlib"].filter(isModule)).toEqual([]);
  expect(isSubmodule("urllib.parse")).toBe(true);
  expect(isSubmodule("os.path")).toBe(false);
  expect(isSubmodule("math")).toBe(false);
});

test("every name that a module offers is a library name", () => {
  const names = new Set(libraryNames());
  const lacking = ["math", "os", "json", "heapq"].flatMap(namesIn).filter((name) => !names.has(name));
  expect(lacking).toEqual([]);
  expect(names.has("_inst")).toBe(false);
});

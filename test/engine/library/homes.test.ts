import { expect, test } from "vitest";
import { aliases, homes, tellingUseOf } from "../../../engine/library/homes.ts";
import { isModule, offers } from "../../../engine/library/modules.ts";

test("every well-known name is offered by the module that is said to be its home", () => {
  expect(Object.entries(homes).filter(([name, home]) => !offers(home, name))).toEqual([]);
});

test("names tell by their use whose they are", () => {
  expect(tellingUseOf("deque")).toBe("any");
  expect(tellingUseOf("sqrt")).toBe("called");
  expect(tellingUseOf("dataclass")).toBe("decorator");
  expect(tellingUseOf("List")).toBe("type");
  expect(tellingUseOf("product")).toBe("none");
  expect(tellingUseOf("anything")).toBe("none");
});

test("what is known by another name does not come with Python", () => {
  const packages = [...aliases.values()].map((line) => /^import (\w+)/.exec(line)![1]!);
  expect(packages.filter(isModule)).toEqual([]);
});

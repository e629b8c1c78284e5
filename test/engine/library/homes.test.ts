import { expect, test } from "vitest";
import { aliases, homes, tellingUseOf } from "../../../engine/library/homes.ts";
import { isModule, offers } from "../../../engine/library/modules.ts";

test("every well-known name is offered by its listed module", () => {
  expect(Object.entries(homes).filter(([name, home]) => !offers(home, name))).toEqual([]);
});

test("the use of a name identifies its module", () => {
  expect(tellingUseOf("deque")).toBe("any");
  expect(tellingUseOf("sqrt")).toBe("called");
  expect(tellingUseOf("dataclass")).toBe("decorator");
  expect(tellingUseOf("List")).toBe("type");
  expect(tellingUseOf("product")).toBe("none");
  expect(tellingUseOf("anything")).toBe("none");
});

test("modules with a usual alias are not part of the standard library", () => {
  const packages = [...aliases.values()].map((line) => /^import (\w+)/.exec(line)![1]!);
  expect(packages.filter(isModule)).toEqual([]);
});

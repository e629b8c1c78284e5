import { describe, expect, test } from "vitest";
import { inspect } from "../../../engine/tasks/inspect.ts";
import { createLinter } from "../../../engine/lint/lint.ts";

const linter = createLinter();
const imports = "import importlib, operator, os, subprocess, sys";

function idsOf(code: string): string[] {
  return inspect(linter, `${imports}\n${code}\n`).security.map(({ id }) => id);
}

describe("a call of a function with an unknown name", () => {
  test.each([
    ["a name that no module of that kind has", "getattr(os, 'sys tem')('id')"],
    ["the same in another way", "vars(os)['sys tem']('id')"],
    ["and in another", "os.__dict__['sys tem']('id')"],
    ["a member that was worked out, and is none", "getattr(subprocess, 'PO PEN'.lower())('id')"],
    ["one of whose name only the start is known", "getattr(os, 'sys' + sys.argv[1])('id')"],
    ["the same, made lower case", "getattr(os, ('SYS' + sys.argv[1]).lower())('id')"],
    ["one taken by a getter", "operator.attrgetter('ſystem'.casefold())(os)('id')"],
    ["one called by a caller", "operator.methodcaller('ſystem'.casefold(), 'id')(os)"],
    ["one asked for itself", "os.__getattribute__('ſystem'.casefold())('id')"],
    [
      "an item of a list that was changed",
      "names = ['x', 'system']\ndel names[0]\ngetattr(os, names[0])('id')",
    ],
    ["an iterator's second element", "it = iter(['x', 'system'])\nnext(it)\ngetattr(os, next(it))('id')"],
    [
      "a key that was changed by a branch",
      "d = {'k': 'system'}\nif len(sys.argv) > 9:\n    d['k'] = 'x'\ngetattr(os, d['k'])('id')",
    ],
    ["a view's element", "d = {'a': 'x'}\nd.update([('a', 'system')])\ngetattr(os, d['a'])('id')"],
  ])("is found: %s", (_, code) => {
    expect(idsOf(code)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:unknown-target|process-execution|S60\d)$/)]),
    );
  });

  test.each([
    ["a flag chosen by its family", "print(getattr(os, 'O_' + sys.argv[1]))"],
    ["a function that only reads", "getattr(os, 'get' + sys.argv[1])()"],
    ["a member", "getattr(os, 'getpid')()"],
    ["a flag that other systems have", "print(getattr(os, 'O_BINARY', 0))"],
  ])("is not assumed for %s", (_, code) => {
    expect(idsOf(code)).not.toContain("unknown-target");
  });
});

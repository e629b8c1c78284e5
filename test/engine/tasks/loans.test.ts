import { describe, expect, test } from "vitest";
import { loansAmong, moduleOf } from "../../../engine/tasks/loans.ts";
import type { ExportedReferences } from "../../../engine/resolve/exported-references.ts";

const file = (path: string, text: string, lent: ExportedReferences = {}) => ({ path, text, lent });
const run = { run: ["os.system"] };

describe("a name shared between files", () => {
  test("is found when a text mentions it with its module", () => {
    const files = [
      file("a.py", "", run),
      file("b.py", "from a import run"),
      file("c.py", "run"),
      file("d.py", "a"),
    ];
    expect(loansAmong({ files, base: "" })).toEqual(
      new Map([["b.py", { "a.run": ["os.system"], "own.run": ["os.system"] }]]),
    );
  });

  test("lists every origin when several modules have the name", () => {
    const files = [file("a.py", "", run), file("b.py", "", { run: ["math.sqrt"] }), file("c.py", "a b run")];
    expect(loansAmong({ files, base: "" }).get("c.py")).toEqual({
      "a.run": ["os.system"],
      "b.run": ["math.sqrt"],
      "own.run": ["os.system", "math.sqrt"],
    });
  });

  test("is found in a spelling that Python treats as the same", () => {
    const files = [file("a.py", "", run), file("b.py", "from a import ｒｕｎ")];
    expect([...loansAmong({ files, base: "" }).keys()]).toEqual(["b.py"]);
  });

  test("is left out when it means itself", () => {
    const files = [file("a.py", "import os", { os: ["os"] }), file("b.py", "import a, os")];
    expect(loansAmong({ files, base: "" }).size).toBe(0);
  });

  test("is not followed beyond the limits for one file and for all files", () => {
    const many = (count: number, prefix: string): ExportedReferences =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, ["os.system"]]));
    const one = [
      file("a.py", "", many(1001, "x")),
      file("b.py", `a ${Object.keys(many(1001, "x")).join(" ")}`),
    ];
    expect(loansAmong({ files: one, base: "" })).toEqual(new Map([["b.py", undefined]]));
    const names = Object.keys(many(900, "x")).join(" ");
    const all = [
      file("a.py", "", many(900, "x")),
      ...Array.from({ length: 20 }, (_, n) => file(`b${n}.py`, `a ${names}`)),
    ];
    const loans = [...loansAmong({ files: all, base: "" }).values()];
    expect(loans.filter((lent) => lent !== undefined)).toHaveLength(11);
    expect(loans).toHaveLength(20);
  });
});

test("a file is imported by its path below the base folder", () => {
  expect(moduleOf("app/models.py", "")).toBe("app.models");
  expect(moduleOf("src/app/models.py", "src")).toBe("app.models");
  expect(moduleOf("app/__init__.py", "")).toBe("app");
});

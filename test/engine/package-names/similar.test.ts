import { describe, expect, test } from "vitest";
import { isOneEdit, nearestNames, nearPopular } from "../../../engine/package-names/similar.ts";
import {
  asModule,
  isCommonModule,
  moduleOwners,
  popularPackages,
  rankOf,
} from "../../../engine/package-names/table.ts";
import { mistakenFor } from "../../../engine/package-names/imported.ts";
import { similarTo } from "../../../engine/package-names/requirements.ts";
import { isModule } from "../../../engine/library/modules.ts";
import { createDice, type Dice } from "../../support/dice.ts";

const wellKnown = popularPackages().slice(0, 1000);

/** Names that are one edit from another, one of each kind at each place. */
function misspellings(name: string, dice: Dice): string[] {
  const letter = (): string => dice.pick("abcdefghijklmnopqrstuvwxyz0123456789".split(""));
  const places = Array.from({ length: name.length }, (_, at) => at);
  return places.flatMap((at) => [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + letter() + name.slice(at),
    name.slice(0, at) + letter() + name.slice(at + 1),
    name.slice(0, at) + (name[at + 1] ?? "") + name[at] + name.slice(at + 2),
  ]);
}

/** As they are counted by hand: every name that can be reached is written down. */
function isOneEditAway(name: string, other: string): boolean {
  const places = Array.from({ length: other.length + 1 }, (_, at) => at);
  const letters = new Set(name);
  return places.some(
    (at) =>
      name === other.slice(0, at) + other.slice(at + 1) ||
      (at + 1 < other.length &&
        name === other.slice(0, at) + other[at + 1] + other[at] + other.slice(at + 2)) ||
      Array.from(letters).some(
        (letter) =>
          name === other.slice(0, at) + letter + other.slice(at) ||
          name === other.slice(0, at) + letter + other.slice(at + 1),
      ),
  );
}

describe("a name that is one letter from a well-known package", () => {
  test("is told with that package, unless it is popular itself", () => {
    const dice = createDice(7);
    const missed = wellKnown
      .filter((name) => name.length >= 5)
      .flatMap((name) => misspellings(name, dice))
      .filter((name) => name.length >= 5 && /^[a-z0-9](?:-?[a-z0-9])*$/.test(name))
      .filter((name) => (nearPopular(name) === undefined) !== (rankOf(name) !== undefined));
    expect(missed).toEqual([]);
  });

  test("is told as an import, too, unless a package or the library has it or many name their own so", () => {
    const dice = createDice(8);
    const names = wellKnown
      .filter((name) => /^[a-z]{8,}$/.test(name))
      .flatMap((name) => misspellings(name, dice));
    const isExempt = (name: string): boolean =>
      rankOf(name) !== undefined || moduleOwners().has(name) || isCommonModule(name);
    expect(names.filter((name) => (mistakenFor(name) === undefined) !== isExempt(name))).toEqual([]);
    expect(names.filter(isExempt).length / names.length).toBeLessThan(0.06);
  });

  test("agrees with edits that are written down one by one", () => {
    const dice = createDice(9);
    const words = ["numpy", "nmupy", "requests", "flask", "aabba", "ababa", "boto3", "x", ""];
    const pairs = words.flatMap((word) =>
      [...words, ...misspellings(word, dice)].map((other) => [word, other]),
    );
    for (const [a, b] of pairs)
      expect([a, b, isOneEdit(a!, b!)]).toEqual([a, b, a !== b && isOneEditAway(a!, b!)]);
  });

  test("is no popular package", () => {
    expect(popularPackages().filter((name) => nearPopular(name) !== undefined)).toEqual([]);
    const modules = [...popularPackages().map(asModule), ...moduleOwners().keys()];
    expect(modules.filter((name) => !isModule(name) && mistakenFor(name) !== undefined)).toEqual([]);
  });

  test("is written in any of the ways that packages write one name", () => {
    expect(nearPopular("Python_Dateutl")).toBe("python-dateutil");
    expect(nearPopular("python.dateutil")).toBeUndefined();
  });

  test("is a warning where it is asked for", () => {
    const findings = similarTo([{ name: "reqeusts", line: 3 }, { name: "numpy" }, { name: "nunpy" }]);
    expect(findings).toMatchObject([
      { id: "similar-package", severity: "warning", line: 3 },
      { id: "similar-package", severity: "warning", line: null },
    ]);
    expect(findings[0]!.message).toContain("`reqeusts` is one letter from `requests`");
  });
});

describe("a module of one's own", () => {
  test.each([
    "model",
    "models",
    "config",
    "mysql_db",
    "flaskr",
    "urllib2",
    "win32con",
    "tests",
    "clock",
    "photo",
  ])("is not taken for a package: %s", (name) => expect(mistakenFor(name)).toBeUndefined());
});

describe("the nearest names", () => {
  test.each([
    ["reqeusts", "requests"],
    ["scikit-lern", "scikit-learn"],
    ["cv2", "opencv-python"],
    ["tensorflwo", "tensorflow"],
    ["pandsa", "pandas"],
  ])("begin, for %s, with %s", (name, meant) => expect(nearestNames(name)[0]).toBe(meant));

  test("are three at most, and none for a name that is near nothing", () => {
    const dice = createDice(10);
    const names = wellKnown.slice(0, 60).flatMap((name) => misspellings(name, dice).slice(0, 3));
    for (const name of names) expect(nearestNames(name).length).toBeLessThanOrEqual(3);
    expect(nearestNames("no-such-package-anywhere")).toEqual([]);
  });
});

test("a long name takes no time", () => {
  const long = "requests".repeat(100_000);
  const before = process.cpuUsage();
  expect([nearPopular(long), mistakenFor(long), nearestNames(long)]).toEqual([undefined, undefined, []]);
  for (let count = 0; count < 100; count += 1) nearPopular("a".repeat(100));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});

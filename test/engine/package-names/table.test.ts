import { describe, expect, test } from "vitest";
import { libraryData } from "../../../engine/library/data.ts";
import { mayBeMadeUp, mistakenFor } from "../../../engine/package-names/imported.ts";
import { packageOf } from "../../../engine/package-names/owner.ts";
import { isKnownName, moduleOwners, popularPackages, rankOf } from "../../../engine/package-names/table.ts";
import { createDice } from "../../support/dice.ts";

describe("the package of a module", () => {
  test.each(
    Object.entries({
      cv2: "opencv-python",
      sklearn: "scikit-learn",
      yaml: "pyyaml",
      bs4: "beautifulsoup4",
      PIL: "pillow",
      dateutil: "python-dateutil",
      jwt: "pyjwt",
      Crypto: "pycryptodome",
      dotenv: "python-dotenv",
      serial: "pyserial",
      git: "gitpython",
      skimage: "scikit-image",
      docx: "python-docx",
      fitz: "pymupdf",
      rest_framework: "djangorestframework",
      win32con: "pywin32",
      pkg_resources: "setuptools",
      numpy: "numpy",
      flask_sqlalchemy: "flask-sqlalchemy",
    }),
  )("is found for %s", (module, name) => expect(packageOf(module)).toBe(name));

  test.each([
    "os",
    "tests",
    "utils",
    "src",
    "main",
    "google",
    "azure",
    "models",
    "scripts",
    "no_such_module",
  ])("is not told for %s", (module) => expect(packageOf(module)).toBeUndefined());

  test("is what the table says, for each of its modules, and popular", () => {
    for (const [module, owner] of moduleOwners()) {
      expect(packageOf(module)).toBe(owner);
      expect(rankOf(owner)).toBeDefined();
    }
    expect(moduleOwners().size).toBeGreaterThan(3000);
    expect(popularPackages()).toHaveLength(15_000);
  });
});

test("every popular package and every module of the table is known, if it can be imported", () => {
  const names = [...popularPackages(), ...moduleOwners().keys()].filter((name) => /^[a-z]/i.test(name));
  expect(names.filter((name) => !isKnownName(name))).toEqual([]);
});

test("few names that no package has are taken for known", () => {
  const dice = createDice(3);
  const names = Array.from({ length: 5000 }, () => `zqxj_${dice.below(2 ** 32)}_vkwz`);
  expect(names.filter(isKnownName).length / names.length).toBeLessThan(0.08);
});

test("no module of the standard library is told, of any version from 3.10 on", () => {
  const { modules, otherModules } = libraryData();
  const described = [...Object.keys(modules), ...otherModules.split(" ")].map((path) => path.split(".")[0]!);
  const others =
    "annotationlib antigravity asyncore compression distutils idlelib imp lib2to3 this tomllib turtledemo";
  const tops = new Set([...described, ...others.split(" ")]);
  expect(tops.size).toBeGreaterThan(200);
  for (const name of tops)
    expect([name, packageOf(name), mayBeMadeUp(name), mistakenFor(name)]).toEqual([
      name,
      undefined,
      false,
      undefined,
    ]);
  expect([...tops].filter((name) => moduleOwners().has(name))).toEqual([]);
});

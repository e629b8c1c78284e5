import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { importedPackages, mayBeMadeUp, mistakenFor } from "../../../engine/package-names/imported.ts";
import { judgeProgram } from "../../../engine/policy/policy.ts";
import { inspect } from "../../../engine/tasks/inspect.ts";
import { joinFindings, type FoundIn } from "../../../engine/tasks/join-findings.ts";
import { createLinter } from "../../../engine/lint/lint.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const rules = new Set(["similar-package", "unknown-package"]);

function toldOf(code: string): string[] {
  return judgeProgram(readTree(code)!)
    .findings.filter(({ id }) => rules.has(id))
    .map(({ id, line, severity }) => `${line} ${id} ${severity}`);
}

describe("an import", () => {
  test.each([
    ["import requests_toolz", "unknown-package"],
    ["from reqeusts_toolz.adapters import Retry", "unknown-package"],
    ["import torch_quantizers as tq", "unknown-package"],
    ["def f():\n    from django_multi_tenancy_schemas import Tenant", "unknown-package"],
    ["import reqeusts", "similar-package"],
    ["import os, nunpy", "similar-package"],
    ["try:\n    import pandsa\nexcept ImportError:\n    pandsa = None", "similar-package"],
    ["from bs5 import BeautifulSoup\nfrom beautifulsop4 import x", "similar-package"],
  ])("is told as a warning: %s", (code, id) => {
    expect(toldOf(code)).toEqual([expect.stringMatching(new RegExp(`^\\d ${id} warning$`))]);
  });

  test.each([
    "import numpy, cv2, yaml, flask_cors",
    "from . import requests_toolz",
    "from .reqeusts import get",
    "from utils import x\nimport config, models, helpers",
    "from zerver.models import Realm",
    "from my_project.settings import DEBUG",
    "import flask_helpers, torch_utils, redis_client, celery_app",
    "import _requests_toolz",
    "try:\n    import requests_toolz\nexcept ImportError:\n    requests_toolz = None",
    "import urllib2, cPickle, ConfigParser",
    "import test_flask_turbolog",
  ])("is left alone: %s", (code) => expect(toldOf(code)).toEqual([]));
});

const linter = createLinter();

function joined(files: Readonly<Record<string, string>>): FoundIn {
  const said = { messages: [], unlisted: {}, unfinished: [], refusals: {}, lost: [] };
  const looks = Object.entries(files).map(([path, text]) => ({
    path,
    readable: { text, hasMark: false },
    inspection: inspect(linter, text),
    maxListed: 100,
  }));
  return joinFindings({ files: looks, said, base: "" });
}

describe("a module among several files", () => {
  const main = "import requests_toolz\nimport nunpy\n\nprint(requests_toolz, nunpy)\n";
  const idsOf = (files: Readonly<Record<string, string>>): string[] =>
    joined({ "main.py": main, ...files })
      .get("main.py")!
      .security.map(({ id }) => id);

  test("is not taken for a package, wherever it lies", () => {
    expect(idsOf({ "requests_toolz.py": "x = 1\n", "lib/nunpy/__init__.py": "" })).toEqual([]);
    expect(idsOf({ "src/requests_toolz/core.py": "x = 1\n" })).toEqual(["similar-package"]);
  });

  test("does not hide what others of them import", () => {
    expect(idsOf({ "other.py": "x = 1\n" })).toEqual(["unknown-package", "similar-package"]);
  });
});

test("the programs of this repository import nothing that is told but their own files", () => {
  const root = new URL("../../../", import.meta.url).pathname;
  const places = "{test/quality,test/bench,engine/python,scripts,test/engine,deploy}/**/*.{py,txt}";
  const paths = globSync(places, { cwd: root });
  const own = new Set(paths.map((path) => basename(path, ".py")));
  const texts = paths.map((path) => readFileSync(root + path, "utf8"));
  const programs = texts.flatMap((text) => [text, ...text.split(/^#[+-]? .*\n|^=+.*\n/m)]);
  const told = programs.flatMap((text) =>
    importedPackages(readTree(text) ?? { nodes: [] })
      .map(({ name }) => name)
      .filter((name) => !own.has(name))
      .filter((name) => mayBeMadeUp(name) || mistakenFor(name) !== undefined),
  );
  expect(programs.length).toBeGreaterThan(300);
  expect(told).toEqual([]);
});

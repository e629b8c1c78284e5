import { beforeAll, describe, expect, test } from "vitest";
import { securityRepairs } from "../../../../engine/repair/security/index.ts";
import { borrowRepairer, type Repairing } from "../../../support/repairer.ts";

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

const only = { syntax: [], own: securityRepairs, lint: () => [] };
const fixed = async (text: string): Promise<string> => (await repairer.repair(text, only)).text;

type Case = readonly [what: string, before: string, after: string];

describe("a call through an alias is fixed", () => {
  test.each<Case>([
    [
      "yaml as y",
      "import yaml as y\nprint(y.load(input(), Loader=y.Loader))\n",
      "import yaml as y\nprint(y.safe_load(input()))\n",
    ],
    [
      "a name from yaml that is used twice",
      "from yaml import Loader, load\nprint(load(input(), Loader), load(input(), Loader=Loader))\n",
      "from yaml import Loader, load, safe_load\nprint(safe_load(input()), safe_load(input()))\n",
    ],
    [
      "yaml where its import may fail",
      "try:\n    import yaml\nexcept ImportError:\n    yaml = None\n\n\ndef read(text):\n    return yaml.load(text, yaml.Loader)\n",
      "try:\n    import yaml\nexcept ImportError:\n    yaml = None\n\n\ndef read(text):\n    return yaml.safe_load(text)\n",
    ],
    [
      "run from subprocess",
      'from subprocess import run\nrun("git status", shell=True)\n',
      'from subprocess import run\nrun(["git", "status"])\n',
    ],
    [
      "system from os",
      'from os import path, system\nsystem("git status")\nprint(path.sep)\n',
      'import subprocess\nfrom os import path\nsubprocess.run(["git", "status"])\nprint(path.sep)\n',
    ],
    [
      "an imported choice",
      'from random import choice\n\n\ndef new_token():\n    return choice("abc") + choice("abc")\n',
      'import secrets\n\n\ndef new_token():\n    return secrets.choice("abc") + secrets.choice("abc")\n',
    ],
    [
      "a session in an attribute",
      'import requests\n\n\nclass Api:\n    def __init__(self):\n        self.http = requests.Session()\n\n    def get(self):\n        return self.http.get("https://a.test", verify=False, timeout=1)\n',
      'import requests\n\n\nclass Api:\n    def __init__(self):\n        self.http = requests.Session()\n\n    def get(self):\n        return self.http.get("https://a.test", timeout=1)\n',
    ],
  ])("%s", async (_, before, after) => {
    expect(await fixed(before)).toBe(after);
  });
});

describe("code that only shares the name of something dangerous is unchanged", () => {
  test.each([
    ["an own function", 'def load(text):\n    return text\n\n\nprint(load("a"))\n'],
    ["an own module", "from . import yaml\n\nprint(yaml.load(input()))\n"],
    [
      "a name that is bound twice",
      "import yaml\n\nif input():\n    import own as yaml\nprint(yaml.load(input()))\n",
    ],
    [
      "a module that is patched",
      "import yaml\nimport own\n\nyaml.load = own.load\nprint(yaml.load(input(), Loader=yaml.Loader))\n",
    ],
    ["a builtin that a star import may hide", 'from own import *\n\nprint(eval("1 + 2"))\n'],
    ["an own eval", 'def eval(text):\n    return text\n\n\nprint(eval("1 + 2"))\n'],
    [
      "an own verify",
      'def get(url, verify=True):\n    return url, verify\n\n\nget("https://a.test", verify=False)\n',
    ],
    [
      "a cursor of its own",
      "class Cursor:\n    def execute(self, text):\n        print(text)\n\n\ndef find(name):\n    cursor = Cursor()\n    cursor.execute(f\"SELECT a FROM t WHERE b = '{name}'\")\n",
    ],
    [
      "an archive of another kind",
      "import zipfile\n\n\ndef unpack(path):\n    with zipfile.ZipFile(path) as archive:\n        archive.extractall()\n",
    ],
  ])("%s", async (_, text) => {
    expect(await fixed(text)).toBe(text);
  });
});

describe("comments and layout stay", () => {
  test.each<Case>([
    [
      "around an argument that goes",
      'import requests\n\nrequests.get(\n    "https://a.test",  # ours\n    verify=False,  # old\n    # slow\n    timeout=5,\n)\n',
      'import requests\n\nrequests.get(\n    "https://a.test",  # ours\n    # old\n    # slow\n    timeout=5,\n)\n',
    ],
    [
      "before the last argument",
      'import requests\n\nrequests.get(\n    "https://a.test",\n    timeout=5,  # seconds\n    verify=False,\n)\n',
      'import requests\n\nrequests.get(\n    "https://a.test",\n    timeout=5,  # seconds\n)\n',
    ],
    [
      "behind a list of words",
      "import subprocess\n\nsubprocess.run('ls -l', shell=True)  # nosec\n",
      "import subprocess\n\nsubprocess.run(['ls', '-l'])  # nosec\n",
    ],
    [
      "in a statement of several lines",
      'import sqlite3\n\n\ndef find(name):\n\tdb = sqlite3.connect("ä.db")\n\treturn db.execute(f"""\n\t\tSELECT a  FROM t\n\t\tWHERE b = \'{name}\'\n\t""")  # all\n',
      'import sqlite3\n\n\ndef find(name):\n\tdb = sqlite3.connect("ä.db")\n\treturn db.execute("""\n\t\tSELECT a  FROM t\n\t\tWHERE b = ?\n\t""", (name,))  # all\n',
    ],
  ])("%s", async (_, before, after) => {
    expect(await fixed(before)).toBe(after);
  });
});

describe("a statement is unchanged when", () => {
  const program = (...lines: string[]): string =>
    [
      "import sqlite3",
      "",
      "",
      "def find(name, other):",
      '    db = sqlite3.connect("a.db")',
      ...lines.map((line) => `    ${line}`),
      "",
    ].join("\n");
  test.each([
    [
      "it is printed as well",
      ["sql = f\"SELECT a FROM t WHERE b = '{name}'\"", "print(sql)", "return db.execute(sql)"],
    ],
    [
      "the value changes before it is used",
      ["sql = f\"SELECT a FROM t WHERE b = '{name}'\"", "name = other", "return db.execute(sql), name"],
    ],
    [
      "it is run in a loop behind",
      ["sql = f\"SELECT a FROM t WHERE b = '{name}'\"", "for name in other:", "    db.execute(sql)"],
    ],
    [
      "it has parameters already",
      ["return db.execute(f\"SELECT a FROM t WHERE b = '{name}' AND c = ?\", (other,))"],
    ],
    ["a value is formatted", ["return db.execute(f\"SELECT a FROM t WHERE b = '{name:>5}'\")"]],
    [
      "a piece of it is put in",
      ['where = "b = 1"', "return db.execute(f\"SELECT a FROM t WHERE b = '{name}' AND c = {where}\")"],
    ],
    ["the text has escapes", ["return db.execute(f\"SELECT a FROM t WHERE b = '{name}' AND c = 'it\\\\'\")"]],
    [
      "a comment stands in a sum",
      ['return db.execute("SELECT a FROM t WHERE b = \'" +  # one', '    name + "\'")'],
    ],
  ])("%s", async (_, lines) => {
    const text = program(...lines);
    expect(await fixed(text)).toBe(text);
  });
});

test("a statement that shares its line is kept, and the only one of a block becomes `pass`", async () => {
  const one = "import requests\n\ns = requests.Session(); s.verify = False\n";
  expect(await fixed(one)).toBe(one);
  const block =
    'import ssl\n\nif input() == "x":\n    ssl._create_default_https_context = ssl._create_unverified_context\n';
  expect(await fixed(block)).toBe('import ssl\n\nif input() == "x":\n    pass\n');
});

test("a coding cookie after a byte order mark and with other line ends is fixed", async () => {
  expect(await fixed("\u{feff}# coding: utf-7\r\nprint(1)\r\n")).toBe(
    "\u{feff}# coding: utf-8\r\nprint(1)\r\n",
  );
});

test("a long sum of strings is handled", async () => {
  const sum = Array.from({ length: 1000 }, (_, n) => `"${n}"`).join(" + ");
  const text = `import sqlite3\n\ndb = sqlite3.connect("a.db")\ndb.execute("SELECT 1 WHERE a = '" + input() + "' OR b = " + ${sum})\n`;
  expect(await fixed(text)).toContain("SELECT 1 WHERE a = ");
});

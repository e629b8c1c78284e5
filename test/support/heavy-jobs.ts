/** A legal job that is much work to check; the larger the size, the more. */
export type HeavyJob = Readonly<{
  code: string;
  files?: Record<string, string>;
  mode?: string;
  options?: object;
}>;

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${line(n)}\n`).join("");

const filesOf = (count: number, text: (n: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}.py`, text(n)]));

/** The most characters of source that a job may have. */
const maxLength = 200_000;

const cut = (text: string, length = maxLength): string =>
  text.slice(0, text.lastIndexOf("\n", length - 1) + 1);

/** By what they have much of. With a `share` of 1 a job is as large as a request may be; half of it is at most half the work. */
export const heavyJobs: Readonly<Record<string, (share: number) => HeavyJob>> = {
  "unused imports of two files": (share) => ({
    code: lines(2000 * share, (n) => `from lib${n} import name${n} as alias${n}`),
    files: { "other.py": lines(2000 * share, (n) => `from lib${n} import name${n} as alias${n}`) },
  }),
  "unused imports that another file takes": (share) => ({
    code:
      lines(2000 * share, (n) => `from a import name${n}`) + lines(2000 * share, (n) => `print(name${n})`),
    files: { "a.py": lines(2000 * share, (n) => `from lib import name${n}`) },
  }),
  "many small files": (share) => ({
    code: "print(1)\n",
    files: filesOf(Math.floor(199 * share), (n) =>
      cut(
        lines(40, (k) => `from m${(n + k) % 199} import x${k}`),
        900,
      ),
    ),
  }),
  "many files that take everything from each other": (share) => ({
    code: "from m0 import *\n",
    files: filesOf(Math.floor(199 * share), (n) =>
      `from m${(n + 1) % 199} import *\nx${n} = x${n + 1}\n`.repeat(20),
    ),
  }),
  "names passed on from file to file": (share) => ({
    code: "from m0 import run\nrun('id')\n",
    files: filesOf(Math.floor(199 * share), (n) =>
      n === 198 ? "from os import system as run\n" : `from m${n + 1} import run\n`,
    ),
  }),
  "many names lent to many files": (share) => ({
    code: "print(1)\n",
    files: filesOf(
      Math.floor(60 * share),
      (n) =>
        lines(40, (k) => `from os import system as run${n}_${k}`) +
        lines(40, (k) => `from m${(n + 1) % 60} import run${(n + 1) % 60}_${k}`),
    ),
  }),
  "many errors of lint": (share) => ({ code: "a\n".repeat(60_000 * share) }),
  "many errors of types": (share) => ({ code: "1+''\n".repeat(12_000 * share) }),
  "many errors of types in many files": (share) => ({
    code: "x = 1\n",
    files: filesOf(Math.floor(199 * share), () => "1+''\n".repeat(60)),
  }),
  "many findings in many files": (share) => ({
    code: "x = 1\n",
    files: filesOf(Math.floor(199 * share), () => "a\n".repeat(480)),
  }),
  "many dangerous calls": (share) => ({ code: `import os\n${"os.system(x)\n".repeat(14_000 * share)}` }),
  "many credentials": (share) => ({
    code: lines(
      4000 * share,
      (n) =>
        `k${n} = "AKIAQYLPMN5HFIQR${String(n).padStart(4, "0").replaceAll("1", "Z").replaceAll("0", "X")}"`,
    ),
  }),
  "many calls of own functions with wrong types": (share) => ({
    code: `def f(n: int) -> int:\n    return n\n\n\n${"f('')\n".repeat(20_000 * share)}`,
  }),
  "long types in messages": (share) => ({
    code: `x = (${"1, 'a', ".repeat(400)})\n` + "x + 1\n".repeat(2000 * share),
  }),
  "comments that silence types": (share) => ({ code: "1+''  # type: ignore\n".repeat(8000 * share) }),
  "types on lines that are not ASCII": (share) => ({ code: `x = 'é'; ${"1+''; ".repeat(20_000 * share)}\n` }),
  "types on many lines that are not ASCII": (share) => ({ code: "'é'+1\n".repeat(20_000 * share) }),
  "a long line of spaces": (share) => ({ code: `x = 1${" ".repeat(190_000 * share)}\ny = undefined\n` }),
  "examples of a million characters": (share) => ({
    code: "x = 1\n",
    options: {
      examples: `assert x == 1${" ".repeat(220)}\n`.repeat(4000 * share),
      expected_output: " ".repeat(900_000 * share),
    },
  }),
  "a translated copy": (share) => ({
    code: "x = 1 + 2\n".repeat(19_000 * share),
    options: { transpile_to: "javascript" },
  }),
  "dead code": (share) => ({
    code: "if False:\n    x = 1 + 2\n".repeat(7000 * share),
    mode: "repair",
    options: { optimize: true },
  }),
  "syntax errors": (share) => ({ code: "def f(:\n".repeat(20_000 * share) }),
  "unused imports to be removed": (share) => ({
    code: lines(4000 * share, (n) => `from math import sqrt as alias${n}`) + "print(1)\n",
    mode: "repair",
  }),
  "many files to be repaired": (share) => ({
    code: "print(1)\n",
    files: filesOf(
      Math.floor(99 * share),
      (n) =>
        `import os, sys\nfrom m${(n + 1) % 99} import os as x${n}\n\n\ndef f(x=[]):\n    return 1 + ''\n`,
    ),
    mode: "repair",
  }),
};

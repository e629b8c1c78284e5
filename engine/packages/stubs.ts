import { normalName } from "../requirement.ts";

/** Packages whose types are in a package of their own. */
const stubsOf: Readonly<Record<string, string>> = {
  cachetools: "types-cachetools",
  docutils: "types-docutils",
  jsonschema: "types-jsonschema",
  markdown: "types-markdown",
  pandas: "pandas-stubs",
  paramiko: "types-paramiko",
  psutil: "types-psutil",
  "psycopg2-binary": "types-psycopg2",
  psycopg2: "types-psycopg2",
  pymysql: "types-pymysql",
  pytz: "types-pytz",
  pywin32: "types-pywin32",
  pyyaml: "types-pyyaml",
  regex: "types-regex",
  requests: "types-requests",
  scipy: "scipy-stubs",
  simplejson: "types-simplejson",
  tabulate: "types-tabulate",
  toml: "types-toml",
  tqdm: "types-tqdm",
  "python-dateutil": "types-python-dateutil",
};

/** Those that are to be read beside the packages of these names. */
export function stubsFor(names: readonly string[]): readonly string[] {
  const asked = new Set(names.map(normalName));
  return [...asked].flatMap((name) => stubsOf[name] ?? []).filter((stubs) => !asked.has(stubs));
}

/** Holds nothing but types: a program cannot import it. */
export function isOnlyTypes(name: string): boolean {
  return name.startsWith("types-") || name.endsWith("-stubs");
}

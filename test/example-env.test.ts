import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { AgentEnvironment } from "../agent/config.ts";
import { Environment } from "../service/config.ts";
import { readEnvironment } from "../parts/settings/environment.ts";

/** Without these the agent cannot start. */
const needed = {
  CHAIN_RPC_URL: "http://127.0.0.1:8545",
  MARKETPLACE: `0x${"1".repeat(40)}`,
  MECH: `0x${"2".repeat(40)}`,
};

describe.for([
  { file: "deploy/example.env", schema: Environment, needed: {} },
  { file: "deploy/agent.example.env", schema: AgentEnvironment, needed },
] as const)("$file", ({ file, schema, needed: given }) => {
  const text = readFileSync(file, "utf8");
  const named = parseEnv(text) as Record<string, string>;
  const names = Object.keys(schema.shape);
  const read = (env: Record<string, string | undefined>): Record<string, unknown> =>
    readEnvironment(schema, { ...given, ...env });

  test("contains exactly the variables that are read, in the same order", () => {
    expect(Array.from(text.matchAll(/^(?:# *)?([A-Z][A-Z0-9_]*)=/gm), ([, name]) => name)).toEqual(names);
  });

  test.for(names)("explains %s in a sentence right above it", (name) => {
    expect(text).toMatch(new RegExp(`^\\n# [A-Z][^\\n]{20,}\\.\\n${name}=`, "m"));
  });

  test.for(names.filter((name) => !(name in given)))("has the documented default of %s", (name) => {
    const alone = read({ [name]: named[name] });
    expect(alone).toEqual(read({}));
    const value = read({})[name];
    const isEmpty =
      (Array.isArray(value) && value.length === 0) || (value instanceof Map && value.size === 0);
    const isSet = value !== undefined && !isEmpty && name !== "PYTHON";
    expect(named[name] !== "").toBe(isSet);
  });

  test("unchanged gives the default configuration", () => {
    const set = Object.fromEntries(Object.entries(named).filter(([name]) => !(name in given)));
    expect(read(set)).toEqual(read({}));
  });
});

import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { Environment, readConfig } from "../service/config.ts";

const text = readFileSync("deploy/example.env", "utf8");
const named = parseEnv(text) as Record<string, string>;
const names = Object.keys(Environment.shape);

test("every variable the service reads is in deploy/example.env, in the same order, and nothing else", () => {
  expect(Array.from(text.matchAll(/^(?:# *)?([A-Z][A-Z0-9_]*)=/gm), ([, name]) => name)).toEqual(names);
});

test.for(names)("%s is explained in a sentence right above it", (name) => {
  expect(text).toMatch(new RegExp(`^\\n# [A-Z][^\\n]{20,}\\.\\n${name}=`, "m"));
});

test.for(names)("%s has the default that is written down", (name) => {
  const alone = readConfig({ [name]: named[name] });
  expect(alone).toEqual(readConfig({}));
  const hasDefault = readConfig({})[name as keyof typeof alone] !== undefined && name !== "PYTHON";
  expect(named[name] !== "").toBe(hasDefault);
});

test("the file as it is makes the default configuration", () => {
  expect(readConfig(named)).toEqual(readConfig({}));
});

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runNode, runPython } from "./run.ts";
import { translate } from "./translate.ts";

const folder = new URL("./programs/", import.meta.url);
const programs = Object.fromEntries(
  readdirSync(folder)
    .filter((file) => file.endsWith(".py"))
    .map((file) => [file.slice(0, -3), readFileSync(new URL(file, folder), "utf8")]),
);

function translateAll(target: "javascript" | "typescript"): Record<string, string> {
  return Object.fromEntries(
    Object.entries(programs).map(([name, source]) => [name, translate(source, target)]),
  );
}

test("every program gives the same values in Node as in Python", async () => {
  expect(Object.keys(programs).length).toBeGreaterThanOrEqual(70);
  const [expected, javascript, typescript] = await Promise.all([
    runPython(programs),
    runNode(translateAll("javascript"), "mjs"),
    runNode(translateAll("typescript"), "ts"),
  ]);
  for (const name of Object.keys(programs)) {
    const { output, code, error } = expected[name]!;
    const lines = output.split("\n");
    expect({ name, long: lines.length > 5 }).toEqual({ name, long: true });
    for (const [target, ran] of Object.entries({
      javascript: javascript[name]!,
      typescript: typescript[name]!,
    })) {
      const shown = { name, target, lines: ran.output.split("\n"), code: ran.code, error: ran.error };
      expect(shown).toEqual({ name, target, lines, code, error });
    }
  }
});

test("the TypeScript of every program passes the strictest check", () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const where = `${root}cache/transpiled-${process.pid}/`;
  mkdirSync(where, { recursive: true });
  onTestFinished(() => rmSync(where, { recursive: true, force: true }));
  for (const [name, code] of Object.entries(translateAll("typescript")))
    writeFileSync(`${where}${name}.ts`, code);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2024",
    module: "nodenext",
    lib: ["es2024"],
    types: [],
  };
  writeFileSync(`${where}tsconfig.json`, JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  writeFileSync(`${where}package.json`, '{ "type": "module" }');
  const checked = spawnSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", where], {
    encoding: "utf8",
  });
  expect(checked.stdout).toBe("");
  expect(checked.status).toBe(0);
});

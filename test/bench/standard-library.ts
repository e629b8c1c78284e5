import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "../../engine/tasks/inspect.ts";
import { createLinter } from "../../engine/lint/lint.ts";

const leftOut = /(?:^|\/)(?:site-packages|dist-packages|test|tests|idle_test|__pycache__)\//;

/** The modules of a folder, without their tests. */
export async function modulesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".py") && !leftOut.test(`/${name}`)).toSorted();
}

/** How often working code is called wrong: errors of our own in a folder of modules that are known to be right. */
export async function measureLibrary(folder: string): Promise<void> {
  const linter = createLinter();
  const byRule = new Map<string, number>();
  let lines = 0;
  const names = await modulesIn(folder);
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    lines += text.split("\n").length;
    const { diagnostics, security } = inspect(linter, text);
    const own = [
      ...diagnostics
        .filter(({ severity, rule }) => severity === "error" && !rule.startsWith("ruff:"))
        .map(({ rule }) => rule),
      ...security
        .filter(({ severity, tool }) => severity === "error" && tool !== "ruff")
        .map(({ tool, id }) => `${tool}:${id}`),
    ];
    for (const rule of own) byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
  }
  console.log(`\n${names.length} modules, ${lines} lines in ${folder}; errors of our own per 50,000 lines:`);
  for (const [rule, count] of [...byRule].toSorted((a, b) => b[1] - a[1]))
    console.log(
      `  ${rule.padEnd(34)} ${String(count).padStart(4)}  ${((count / lines) * 50_000).toFixed(2).padStart(6)}`,
    );
}

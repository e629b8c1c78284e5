import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import createIgnore, { type Ignore } from "ignore";

/** The .gitignore files that hold in a folder, the outermost first. */
export type IgnoreStack = readonly Readonly<{ folder: string; rules: Ignore }>[];

/** Those of a folder and of the folders around it, up to the top of its repository; its own alone outside of one. */
export function stackFor(folder: string): IgnoreStack {
  const around: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    around.unshift(at);
    if (existsSync(join(at, ".git"))) return around.reduce<IgnoreStack>(extendStack, excludesOf(at));
    if (dirname(at) === at) return extendStack([], folder);
  }
}

export function extendStack(stack: IgnoreStack, folder: string): IgnoreStack {
  return withRules(stack, folder, join(folder, ".gitignore"));
}

/** What the user ignores in this clone alone. */
function excludesOf(top: string): IgnoreStack {
  return withRules([], top, join(top, ".git", "info", "exclude"));
}

function withRules(stack: IgnoreStack, folder: string, file: string): IgnoreStack {
  if (!existsSync(file)) return stack;
  return [...stack, { folder, rules: createIgnore().add(readFileSync(file, "utf8")) }];
}

/** The innermost file that says anything of a path decides. */
export function isIgnored(stack: IgnoreStack, path: string, isFolder: boolean): boolean {
  let isOut = false;
  for (const { folder, rules } of stack) {
    const inside = relative(folder, path).replaceAll("\\", "/");
    if (inside === "" || inside.startsWith("../")) continue;
    const { ignored, unignored } = rules.test(isFolder ? `${inside}/` : inside);
    if (ignored) isOut = true;
    else if (unignored) isOut = false;
  }
  return isOut;
}

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../cli/usage-error.ts";
import { createCommand, runCommand } from "./command.ts";
import { checkCode, checkPage, repairCode, repairPage } from "./new-check/templates.ts";

const usage = `npm run new-check -- <id> [--without-repair]

Creates a check and its repair: a file and a page each, and their places in both lists. The id names
what is found, in words joined by hyphens. The pages' examples are the tests; they pass as written, so change them first.`;

const newCheck = createCommand({
  usage,
  options: {
    "without-repair": { type: "boolean", default: false },
    root: { type: "string", default: join(import.meta.dirname, "..") },
  },
  maxWords: 1,
  run: async ({ root, "without-repair": without }, [id = ""], { say }) => {
    const [checks, repairs] = ["engine/checks", "engine/repair/behaviour"] as const;
    const at = (path: string): URL => pathToFileURL(join(resolve(root), path));
    if (!/^[a-z]+(?:-[a-z]+)*$/.test(id)) throw new UsageError("The id is words joined by hyphens.");
    if ([checks, repairs].some((folder) => existsSync(at(`${folder}/${id}.ts`))))
      throw new UsageError(`There is a ${id} already.`);
    const name = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const written = [`${checks}/${id}.ts`, `${checks}/${id}.md`];
    writeFileSync(at(written[0]!), checkCode(id, name));
    writeFileSync(at(written[1]!), checkPage(id));
    register(at(`${checks}/index.ts`), { id, name, before: "  provenBy(" });
    if (!without) {
      written.push(`${repairs}/${id}.ts`, `${repairs}/${id}.md`);
      writeFileSync(at(written[2]!), repairCode(id, name));
      writeFileSync(at(written[3]!), repairPage(id));
      register(at(`${repairs}/index.ts`), { id, name, before: "  mutableDefault," });
    }
    say(`Began ${written.join(", ")}.
Their tests: npx vitest run test/engine/checks/pages.test.ts test/engine/repair/pages.test.ts -t ${id}
At the end: npm run fix, which writes docs/ too.`);
    return 0;
  },
});

/** Its import behind the others, and its name before what ends the list. */
function register(list: URL, { id, name, before }: Readonly<Record<"id" | "name" | "before", string>>): void {
  const text = readFileSync(list, "utf8");
  const imports = text.replace(
    /(?<=^import [^\n]*\n)(?!import )/m,
    () => `import { ${name} } from "./${id}.ts";\n`,
  );
  const registered = imports.replace(before, () => `  ${name},\n${before}`);
  if (imports === text || registered === imports)
    throw new Error(`${list.pathname} has no place for ${name}`);
  writeFileSync(list, registered);
}

await runCommand(newCheck);

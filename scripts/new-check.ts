import { existsSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../engine/checks/", import.meta.url);
const usage = `node scripts/new-check.ts <id>

Begins a check: its file, its page, and its place in the list. The id names what is found, in words joined by hyphens.`;

function code(id: string, name: string): string {
  return `import type { Check } from "./check.ts";

export const ${name}: Check = {
  id: "${id}",
  severity: "warning",
  *find(facts) {
    for (const node of facts.all("Pass")) yield { node, message: "What is wrong, why, and what to do." };
  },
};
`;
}

function page(id: string): string {
  const parts = ["What it finds", "Why it is wrong", "Example", "Instead", "When it stays silent"];
  return `# ${id}\n${parts.map((part) => `\n## ${part}\n`).join("")}`;
}

function register(id: string, name: string): void {
  const index = new URL("index.ts", folder);
  const text = readFileSync(index, "utf8");
  const imports = `import { ${name} } from "./${id}.ts";\n`;
  writeFileSync(
    index,
    text
      .replace("\n/** Every check", () => `${imports}\n/** Every check`)
      .replace("  provenBy(", () => `  ${name},\n  provenBy(`),
  );
}

function run([id = ""]: readonly string[]): number {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(id) || existsSync(new URL(`${id}.ts`, folder))) {
    console.log(usage);
    return id === "--help" ? 0 : 2;
  }
  const name = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  writeFileSync(new URL(`${id}.ts`, folder), code(id, name));
  writeFileSync(new URL(`${id}.md`, folder), page(id));
  register(id, name);
  console.log(`Began engine/checks/${id}.ts and ${id}.md; the page's examples are its tests.`);
  return 0;
}

process.exitCode = run(process.argv.slice(2));

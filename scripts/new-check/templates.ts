/** What a new check and its repair begin as: `assert True`, found and removed. Everything in them is to be replaced. */
export function checkCode(id: string, name: string): string {
  return `import type { Check } from "./check.ts";

export const ${name}: Check = {
  id: "${id}",
  severity: "warning",
  *find(facts) {
    for (const node of facts.all("Assert"))
      if (node.test.kind === "Constant" && node.test.value.type === "bool" && node.test.value.value)
        yield { node, message: "What is wrong, why, and what to do." };
  },
};
`;
}

export function repairCode(id: string, name: string): string {
  return `import type { Repair } from "../repair.ts";
import { isReported } from "./reported-at.ts";

export const ${name}: Repair = {
  id: "${id}",
  kind: "preserving",
  *propose(program) {
    for (const { start, end } of program.facts.all("Assert"))
      if (isReported(program, start, "python:${id}"))
        yield { splices: [{ start, end, text: "pass" }], description: "what was changed, and why" };
  },
};
`;
}

const wrong = `def check(items):
    assert True`;
const right = `def check(items):
    pass`;
const fine = `def check(items):
    assert len(items) > 0`;

export function checkPage(id: string): string {
  return page(id, [
    ["What it finds", "An assertion that always holds."],
    ["Why it is wrong", "It asserts nothing."],
    ["Example", block("py", `${wrong}  # warning`)],
    ["Instead", block("py", right)],
    ["When it does not fire", `The assertion can fail.\n\n${block("py", fine)}`],
  ]);
}

export function repairPage(id: string): string {
  return page(id, [
    ["What it fixes", `An assertion that always holds (\`python:${id}\`).`],
    ["Kind", "`preserving`: the assertion does nothing."],
    ["Example", `${block("py", wrong)}\n\n${block("py repaired", right)}`],
    ["When it changes nothing", `The assertion can fail.\n\n${block("py", fine)}`],
  ]);
}

function page(id: string, sections: readonly (readonly [string, string])[]): string {
  return `# ${id}\n${sections.map(([heading, text]) => `\n## ${heading}\n\n${text}\n`).join("")}`;
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

import type { RelativeImport } from "../findings/data.ts";
import type { Check } from "./check.ts";

/** Of a text that stands alone everything beside it is missing; of several files those are dropped that were sent. */
export const unsentModule: Check = {
  id: "unsent-module",
  severity: "warning",
  *find(facts) {
    const nodes = facts.all("ImportFrom").filter(({ level }) => level > 0);
    const [node] = nodes;
    if (!node) return;
    const imports = nodes.map(({ level, module, names }) => ({
      level,
      module,
      names: names.map(({ name }) => name),
    }));
    yield { node, message: unsentMessage(imports), data: { kind: "relative imports", imports } };
  },
};

const maxListed = 5;

export function unsentMessage(imports: readonly RelativeImport[]): string {
  const modules = [...new Set(imports.flatMap(modulesOf))];
  const listed = modules.slice(0, maxListed).map((each) => `\`${each}\``);
  if (modules.length > maxListed) listed.push(`${modules.length - maxListed} more`);
  const [are, them] = modules.length === 1 ? ["was", "it"] : ["were", "them"];
  return `${listed.join(", ")} ${are} not sent, so nothing imported from ${them} was checked. Add ${them} to \`files\`, and set \`options.path\`.`;
}

/** As Python writes it: `..names`; of `from . import names` that may be a module. */
function modulesOf({ level, module, names }: RelativeImport): readonly string[] {
  const dots = ".".repeat(level);
  return module === undefined ? names.map((name) => (name === "*" ? dots : dots + name)) : [dots + module];
}

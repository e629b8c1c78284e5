import { moduleOf } from "./linked-inspection.ts";
import type { FileTexts } from "./project.ts";
import type { StaticDiagnostic } from "./findings/static-findings.ts";

/** Without what is said of imports that are unused in their own file and there for another one, which imports them from it. */
export function withoutPassedOn(
  diagnostics: readonly StaticDiagnostic[],
  path: string,
  { sources, base }: Readonly<{ sources: FileTexts; base: string }>,
): StaticDiagnostic[] {
  const lines = sources.get(path)!.split("\n");
  const taken = takenBy(path, base);
  return diagnostics.filter(({ data, line }) => {
    if (data?.kind !== "unused import") return true;
    return !namesBoundBy(data.name, lines[(line ?? 0) - 1]).some((name) =>
      [...sources].some(([other, text]) => other !== path && taken(text, name)),
    );
  });
}

/** `math.sqrt` may be `from math import sqrt` or `import math.sqrt`; with `as` on its line it has another name. */
function namesBoundBy(module: string, line = ""): string[] {
  const parts = module.split(".");
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const alias = new RegExp(String.raw`(?<!\w)${last}\s+as\s+(\w+)`, "u").exec(line)?.[1];
  return alias === undefined ? [last, first] : [alias];
}

/** Whether a text takes a name from the module at a path: by `from … import`, or as its member. */
function takenBy(path: string, base: string): (text: string, name: string) => boolean {
  const last = moduleOf(path, base).split(".").at(-1)!;
  const isPackage = path.endsWith("__init__.py");
  const imports = new RegExp(
    String.raw`^[ \t]*from[ \t]+(?:[\w.]*(?<!\w)${last}${isPackage ? String.raw`|\.+` : ""})[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)`,
    "gmu",
  );
  return (text, name) => {
    const listed = Array.from(text.matchAll(imports), ([, names = ""]) => names);
    if (listed.some((names) => namesIn(names).includes(name))) return true;
    const isUsed = text.split(/[^\p{L}\p{N}_]+/u).includes(name);
    return (
      (isUsed && listed.some((names) => names.trim().startsWith("*"))) ||
      new RegExp(String.raw`(?<!\w)${last}[ \t]*\.[ \t]*${name}(?!\w)`, "u").test(text)
    );
  };
}

function namesIn(list: string): string[] {
  return list
    .replaceAll(/#[^\n]*/g, "")
    .split(/[(),;\\]/)
    .map((each) => each.trim().split(/\s+/)[0]!);
}

import { moduleOf } from "./linked-inspection.ts";
import type { FileTexts } from "./project.ts";
import type { StaticDiagnostic, StaticFindings } from "./findings/static-findings.ts";

type Found = ReadonlyMap<string, StaticFindings>;

/**
 * Without what is said of imports that are unused in their own file and there for another one, which imports them from
 * it and uses them, or passes them on.
 */
export function withoutPassedOn(found: Found, given: Readonly<{ sources: FileTexts; base: string }>): Found {
  let left = found;
  for (let before: Found | undefined; before !== left;) {
    before = left;
    left = withoutTaken(before, given);
  }
  return left;
}

/** The same ones where nothing is left out. */
function withoutTaken(found: Found, { sources, base }: Parameters<typeof withoutPassedOn>[1]): Found {
  let isSame = true;
  const left = Array.from(found, ([path, findings]): [string, StaticFindings] => {
    const lines = sources.get(path)!.split("\n");
    const taken = takenBy(path, base);
    const isTaken = (name: string): boolean =>
      [...found].some(
        ([other, there]) => other !== path && taken(sources.get(other)!, name, there.diagnostics),
      );
    const diagnostics = findings.diagnostics.filter(
      ({ data, line }) =>
        data?.kind !== "unused import" || !namesBoundBy(data.name, lines[(line ?? 0) - 1]).some(isTaken),
    );
    isSame &&= diagnostics.length === findings.diagnostics.length;
    return [path, { ...findings, diagnostics }];
  });
  return isSame ? found : new Map(left);
}

/** `math.sqrt` may be `from math import sqrt` or `import math.sqrt`; with `as` on its line it has another name. */
function namesBoundBy(module: string, line = ""): string[] {
  const parts = module.split(".");
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const alias = new RegExp(String.raw`(?<!\w)${RegExp.escape(last)}\s+as\s+(\w+)`, "u").exec(line)?.[1];
  return alias === undefined ? [last, first] : [alias];
}

type Taken = (text: string, name: string, said: readonly StaticDiagnostic[]) => boolean;

/** Whether a text takes a name from the module at a path: by `from … import` that is not unused itself, or as its member. */
function takenBy(path: string, base: string): Taken {
  const last = moduleOf(path, base).split(".").at(-1)!;
  const isPackage = path.endsWith("__init__.py");
  const imports = new RegExp(
    String.raw`^[ \t]*from[ \t]+(?:[\w.]*(?<!\w)${last}${isPackage ? String.raw`|\.+` : ""})[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)`,
    "gmu",
  );
  return (text, name, said) => {
    const isUnused = said.some(
      ({ data }) => data?.kind === "unused import" && data.name.split(".").at(-1) === name,
    );
    const listed = Array.from(text.matchAll(imports), ([, names = ""]) => names);
    if (!isUnused && listed.some((names) => namesIn(names).includes(name))) return true;
    const isUsed = text.split(/[^\p{L}\p{N}_]+/u).includes(name);
    return (
      (isUsed && listed.some((names) => names.trim().startsWith("*"))) ||
      new RegExp(String.raw`(?<!\w)${last}[ \t]*\.[ \t]*${RegExp.escape(name)}(?!\w)`, "u").test(text)
    );
  };
}

function namesIn(list: string): string[] {
  return list
    .replaceAll(/#[^\n]*/g, "")
    .split(/[(),;\\]/)
    .map((each) => each.trim().split(/\s+/)[0]!);
}

import { applySplices } from "../text/splices.ts";
import { Level, levelAskedBy, levelOf, member, within, type Code } from "./code.ts";
import { readTree } from "./tree.ts";

/** Python about a value `x` and arguments `a` and `b`, such as `a in x`, with this code in their place. */
export function filled(python: string, x: Code, [a, b]: readonly Code[]): Code {
  const codes: Readonly<Record<string, Code | undefined>> = { x, a, b };
  const { nodes, module } = readTree(python)!;
  const splices = nodes.flatMap((node) => {
    const code = node.kind === "Name" ? codes[node.id] : undefined;
    if (!code) return [];
    const asked = levelAskedBy(node);
    const text = asked === Level.atom ? member(code, "").text : within(code, asked);
    return [{ start: node.start, end: node.end, text }];
  });
  const [statement] = module.body;
  return {
    text: applySplices(
      python,
      splices.toSorted((left, right) => left.start - right.start),
    ),
    level: statement?.kind === "Expr" ? levelOf(statement.value, python) : Level.tuple,
  };
}

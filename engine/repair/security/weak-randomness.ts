import { type Splice, replacement } from "../../text/splices.ts";
import type { Call, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { callsOf } from "./calls-on-lines.ts";
import { swapImports } from "./import-swap.ts";
import { pathOf } from "./library-path.ts";

export const weakRandomness: Repair = { id: "weak-randomness", kind: "changing", propose };

/** Functions of `random` with what draws the same from the system's generator; `secrets` offers both forms. */
const twins: Readonly<Record<string, string>> = {
  "random.choice": "choice",
  "random.getrandbits": "randbits",
  "random.randbytes": "token_bytes",
  ...Object.fromEntries(
    "random randint randrange choices sample uniform shuffle triangular"
      .split(" ")
      .map((name) => [`random.${name}`, `SystemRandom().${name}`]),
  ),
};

type Use = Readonly<{ call: Call; path: string }>;

function* propose(program: RepairableProgram): Generator<Rewrite> {
  const calls = callsOf(program, "ruff:S311", "policy:weak-randomness");
  if (calls.length === 0 || isSeeded(program)) return;
  const uses = calls.flatMap((call): Use[] => {
    const path = pathOf(program, call.func);
    const isKnown = path !== undefined && Object.hasOwn(twins, path);
    return isKnown && isPlain(call) && !isBoundary(call) ? [{ call, path }] : [];
  });
  for (const group of together(program, uses)) {
    const rewrite = rewriteOf(program, group);
    if (rewrite) yield rewrite;
  }
}

/** Who seeds the generator wants the same numbers again. */
function isSeeded(program: RepairableProgram): boolean {
  return program.facts
    .all("Call")
    .some(({ func }) => /^random\.(?:seed|setstate)$/.test(pathOf(program, func) ?? ""));
}

/** A boundary between the parts of a message has to be unlike the text, and no secret. */
function isBoundary(call: Call): boolean {
  for (let at: Node | undefined = call; at; at = at.parent)
    if (at.kind === "FunctionDef") return /boundary|delimiter|separator/.test(at.name);
  return false;
}

/** `getrandbits` and `randbytes` are handed one number, by place. */
function isPlain({ args, keywords }: Call): boolean {
  return args.every(({ kind }) => kind !== "Starred") && keywords.every(({ arg }) => arg !== undefined);
}

/** All at once where the import of `random` is then left over; else line by line, for a line has one finding. */
function together(program: RepairableProgram, uses: readonly Use[]): readonly (readonly Use[])[] {
  if (uses.length === 0) return [];
  const swapped = swapImports(
    program,
    uses.map(({ call }) => call.func),
    "secrets",
  );
  const isLeftOver = swapped?.splices.some(({ start, end }) => start < end);
  const { lineOf } = program.tree.positions;
  return isLeftOver ? [uses] : [...Map.groupBy(uses, ({ call }) => lineOf(call.start)).values()];
}

function rewriteOf(program: RepairableProgram, uses: readonly Use[]): Rewrite | undefined {
  const imported = swapImports(
    program,
    uses.map(({ call }) => call.func),
    "secrets",
  );
  if (!imported) return undefined;
  const edits: Splice[] = uses.map(({ call: { func }, path }) =>
    replacement(func, `${imported.text}.${twins[path]!}`),
  );
  const replaced = new Set(uses.map(({ path }) => `\`${path}\` by \`secrets.${twins[path]!}\``));
  return {
    splices: [...imported.splices, ...edits].toSorted((a, b) => a.start - b.start),
    at: uses[0]!.call.start,
    findingCount: new Set(uses.map(({ call }) => program.tree.positions.lineOf(call.start))).size,
    description: `replaced ${[...replaced].join(" and ")}, which cannot be predicted`,
  };
}

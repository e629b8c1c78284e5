import type { BinOp, Call, Constant } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { areNear } from "./near-names.ts";
import { percentRewrite } from "./percent-format.ts";
import { isReported } from "./reported-at.ts";
import { braceFields, type Placeholder } from "./placeholders.ts";
import { isText } from "../../tree/constants.ts";

export const formatCall: Repair = {
  id: "format-call",
  kind: "certain",
  *propose(program) {
    for (const node of program.facts.all("Call", "BinOp")) {
      const rewrite = node.kind === "Call" ? ofCall(program, node) : ofPercent(program, node);
      if (rewrite) yield rewrite;
    }
  },
};

function ofPercent(program: RepairableProgram, node: BinOp): Rewrite | undefined {
  const rules = ["F501", "F502", "F504", "F505", "F507", "F509", "PLE1300", "PLE1307"].map(
    (code) => `ruff:${code}`,
  );
  if (node.op !== "Mod" || !isText(node.left) || !isReported(program, node.start, ...rules)) return undefined;
  return percentRewrite(program, node, node.left as Constant);
}

function ofCall(program: RepairableProgram, call: Call): Rewrite | undefined {
  const { func } = call;
  if (func.kind !== "Attribute" || func.attr !== "format" || !isText(func.value)) return undefined;
  if (!isReported(program, call.start, "ruff:F524", "ruff:F525")) return undefined;
  const fields = braceFields(program.text, func.value as Constant);
  if (!fields) return undefined;
  return isReported(program, call.start, "ruff:F525")
    ? unnumbered(call, fields)
    : (respelt(program, call, fields) ?? supplied(program, call, fields));
}

/** `"{} {1}"` → `"{} {}"`, where the numbers say no other order. */
function unnumbered({ args }: Call, fields: readonly Placeholder[]): Rewrite | undefined {
  const counted = fields.filter(({ name }) => /^\d*$/.test(name));
  if (counted.length !== args.length || args.some(({ kind }) => kind === "Starred")) return undefined;
  if (!counted.every(({ name }, at) => name === "" || Number(name) === at)) return undefined;
  return {
    splices: counted
      .filter(({ name }) => name !== "")
      .map(({ nameStart, name }) => ({ start: nameStart, end: nameStart + name.length, text: "" })),
    description: "let all placeholders be counted by themselves instead of some by number",
  };
}

/** Names that are wanted and not given, and names that are given and not wanted. */
function mismatch({ keywords }: Call, fields: readonly Placeholder[]) {
  const asked = new Set(fields.map(({ name }) => name).filter((name) => !/^\d*$/.test(name)));
  const given = new Set(keywords.map(({ arg }) => arg ?? "**"));
  return { missing: [...asked.difference(given)], unused: [...given.difference(asked)] };
}

/** Of two spellings the one that the program uses more often is right. */
function respelt(
  { text }: RepairableProgram,
  call: Call,
  fields: readonly Placeholder[],
): Rewrite | undefined {
  const { missing, unused } = mismatch(call, fields);
  const [asked, given] = [missing[0], unused[0]];
  if (missing.length !== 1 || unused.length !== 1 || !asked || !given || !areNear(asked, given))
    return undefined;
  if (timesIn(text, asked) >= timesIn(text, given)) {
    const { start } = call.keywords.find(({ arg }) => arg === given)!;
    return {
      splices: [{ start, end: start + given.length, text: asked }],
      description: `renamed the argument \`${given}\` to \`${asked}\`, the name that is asked for`,
    };
  }
  return {
    splices: fields
      .filter(({ name }) => name === asked)
      .map(({ nameStart }) => ({ start: nameStart, end: nameStart + asked.length, text: given })),
    description: `renamed the placeholder \`${asked}\` to \`${given}\`, the name that is given`,
  };
}

function timesIn(text: string, name: string): number {
  return text.match(/\w+/g)?.filter((word) => word === name).length ?? 0;
}

/** `"{name}".format()` → `.format(name=name)`, where that name has a value. */
function supplied(
  { facts, text }: RepairableProgram,
  call: Call,
  fields: readonly Placeholder[],
): Rewrite | undefined {
  const { missing, unused } = mismatch(call, fields);
  if (missing.length === 0 || unused.length > 0 || /[\r\n]/.test(text.slice(call.func.end, call.end)))
    return undefined;
  const hasCounted = fields.some(({ name }) => /^\d*$/.test(name));
  if (hasCounted !== call.args.length > 0) return undefined;
  if (!missing.every((name) => facts.names.lookUp(call, name))) return undefined;
  const before = /[(,]\s*$/.exec(text.slice(call.func.end, call.end - 1));
  const added = missing.map((name) => `${name}=${name}`).join(", ");
  const separator = before ? (before[0].trimEnd() === "(" || /\s$/.test(before[0]) ? "" : " ") : ", ";
  return {
    splices: [{ start: call.end - 1, end: call.end - 1, text: separator + added }],
    description: `gave ${missing.map((name) => `\`${name}\``).join(", ")} to the placeholder${missing.length > 1 ? "s" : ""} of that name`,
  };
}

import type { CallSite } from "../resolve/machine.ts";
import type { Expression } from "../tree/nodes.ts";
import { mayBreakLines } from "./line-ends.ts";
import { each, type ReportFinding, type Rule } from "./rule.ts";

const logs = /^logging\.|(?:^|[.:_])(?:log|logger)(?:\(\))?\./i;

/** Whether a format shows its values as they would be written in a program. */
function showsEnds(format: Expression | undefined): boolean {
  if (format?.kind !== "Constant" || format.value.type !== "str") return false;
  return !/%(?:\(\w+\))?[-+ #0-9.]*s/.test(format.value.value);
}

function judge(site: CallSite, report: ReportFinding): void {
  if (site.node.kind !== "Call" || !logs.test(site.path)) return;
  const { args } = site.node;
  const texts = showsEnds(args[0]) ? site.args.slice(0, 1) : site.args;
  if (texts.some((value, at) => mayBreakLines(value, args[at])))
    report(
      site.node,
      "warning",
      "Text of a request is written into the log as it is: with a line end in it, its sender writes lines of their own; log it with %r.",
      { confidence: "medium" },
    );
}

/** Lets a request write lines of the log. */
export const logInjection: Rule = {
  id: "log-injection",
  cwe: "CWE-117",
  marks: /log/i,
  methods: each("debug info warning warn error critical exception log", judge),
};

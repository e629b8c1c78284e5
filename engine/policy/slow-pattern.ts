import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { argument, each, nameOf, textOf, type ReportFinding, type Rule } from "./rule.ts";

// A repeated group that holds nothing but one repeated thing: `(a+)+`, `(\w*)*`, `([a-z]+)+$`.
const nested =
  /\((?:\?:)?(?:\\[wdsWDS.]|\[(?:(?!\\?\((?:\?:)?\[)(?:[^\]\\]|\\.))+\]|[^()\\|[\]*+?])[+*]\)(?:[+*]|\{\d+,\})/;
const alternatives = /\((?:\?:)?([^()|\\]+)\|\1\)[+*]/;

function judge(site: CallSite, report: ReportFinding): void {
  const pattern = argument(site, 0, "pattern");
  const text = textOf(pattern);
  if (text !== undefined && text.length < 2000 && (nested.test(text) || alternatives.test(text)))
    report(
      site.node,
      "warning",
      "This pattern takes exponential time on text that almost matches, so a short input keeps it busy for hours; do not nest repetitions.",
      { confidence: "medium" },
    );
  else if (isFrom(pattern, "web"))
    report(
      site.node,
      "warning",
      `${nameOf(site)} takes its pattern from a request, which can be made to run for hours; use re.escape, or search for plain text.`,
      { confidence: "medium" },
    );
}

/** Matches with a pattern that can take forever. */
export const slowPattern: Rule = {
  id: "slow-pattern",
  cwe: "CWE-1333",
  calls: each(
    "re.compile re.match re.search re.fullmatch re.findall re.finditer re.sub re.split re.subn",
    judge,
  ),
};

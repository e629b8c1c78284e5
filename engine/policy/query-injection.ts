import type { CallSite } from "../resolve/machine.ts";
import { skeletonOf } from "../resolve/mixed.ts";
import type { PossibleValues } from "../resolve/value.ts";
import { isHarmlessQuery } from "./safe-texts.ts";
import { each, nameOf, type ReportFinding, type Rule } from "./rule.ts";

function hasHole(value: PossibleValues, shape: RegExp): boolean {
  return value.some(
    (thing) => thing.kind === "mixed" && shape.test(skeletonOf(thing)!) && !isHarmlessQuery(thing),
  );
}

const ldapFilter = /\([&|!]?\(?[\w.:-]+[~<>]?=[^()]*\0/;
const ldapName = /(?:^|,)(?:cn|uid|ou|dc)=\0/i;
const xpath = /^\.?\/.*\[[^[\]]*\0/s;

function judgeLdap(site: CallSite, report: ReportFinding): void {
  for (const value of [...site.args, ...site.keywords.values()])
    if (hasHole(value, ldapFilter) || hasHole(value, ldapName))
      return report(
        site.node,
        "error",
        `${nameOf(site)} puts values into an LDAP filter, so a value can change what is searched for; escape each with ldap.filter.escape_filter_chars.`,
        { confidence: "medium", cwe: "CWE-90" },
      );
}

function judgeXpath(site: CallSite, report: ReportFinding, query = site.args[0]): void {
  if (query && hasHole(query, xpath))
    report(
      site.node,
      "error",
      `${nameOf(site)} puts values into an XPath expression, so a value can change what is found; pass them as variables ($name).`,
      { confidence: "medium" },
    );
}

function judgeMongo(site: CallSite, report: ReportFinding): void {
  const [filter] = site.args[0] ?? [];
  const where = filter?.kind === "dict" ? filter.entries.get("str:$where")?.value : undefined;
  if (where?.some((thing) => thing.kind === "mixed" || thing.kind === "reference"))
    report(
      site.node,
      "error",
      `${nameOf(site)} runs a $where expression with values written into it as code on the server; compare fields with operators instead.`,
      { confidence: "medium", cwe: "CWE-943" },
    );
}

/** Puts values into the text of a directory, XPath or document query. */
export const queryInjection: Rule = {
  id: "query-injection",
  cwe: "CWE-643",
  methods: {
    ...each("search_s search_ext_s search_st search_ext search simple_bind_s", judgeLdap),
    ...each("xpath findall iterfind XPath find", (site, report) => judgeXpath(site, report)),
    find: (site, report) => {
      judgeXpath(site, report);
      judgeMongo(site, report);
    },
    find_one: judgeMongo,
  },
  calls: each("elementpath.select elementpath.iter_select", (site, report) =>
    judgeXpath(site, report, site.args[1]),
  ),
};

import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { isGuarded, isOwnDocument } from "./safe-texts.ts";
import {
  argument,
  each,
  isFalse,
  isTrue,
  keyword,
  nameOf,
  type PolicyFacts,
  type ReportFinding,
  type Rule,
} from "./rule.ts";

const why = "entities in a document can read files and fill the memory";

function judgeStandard(site: CallSite, report: ReportFinding): void {
  const [source, parser] = site.args;
  if (!source || source.every(isOwnDocument) || isGuarded(parser)) return;
  const isOutside = isFrom(source, "web", "network");
  report(
    site.node,
    isOutside ? "error" : "warning",
    `${nameOf(site)} expands entities that a document defines, and ${why}; use defusedxml.`,
    { confidence: isOutside ? "high" : "medium" },
  );
}

function judgeLxml(site: CallSite, report: ReportFinding): void {
  const source = argument(site, 0, "source", "text");
  const parser = argument(site, 1, "parser");
  if (!source || source.every(isOwnDocument) || parser) return;
  report(
    site.node,
    isFrom(source, "web", "network") ? "error" : "warning",
    `${nameOf(site)} resolves entities by default, and ${why}; pass XMLParser(resolve_entities=False, no_network=True).`,
    { confidence: "medium" },
  );
}

function judgeParser(site: CallSite, report: ReportFinding): void {
  if (
    isTrue(keyword(site, "resolve_entities")) ||
    isFalse(keyword(site, "no_network")) ||
    isTrue(keyword(site, "load_dtd")) ||
    isTrue(keyword(site, "huge_tree"))
  )
    report(
      site.node,
      "error",
      `${nameOf(site)} resolves external references, and ${why}; pass resolve_entities=False, no_network=True.`,
    );
}

/** Reads XML from elsewhere and follows what it defines. */
export const xmlEntities: Rule = {
  id: "xml-entities",
  cwe: "CWE-611",
  calls: {
    ...each(
      `xml.etree.ElementTree.parse xml.etree.ElementTree.fromstring xml.etree.ElementTree.iterparse xml.etree.ElementTree.XML
      xml.sax.parse xml.sax.parseString xml.dom.minidom.parse xml.dom.minidom.parseString xml.dom.pulldom.parse
      xml.dom.pulldom.parseString xml.dom.expatbuilder.parse xml.dom.expatbuilder.parseString`,
      judgeStandard,
    ),
    ...each(
      "lxml.etree.parse lxml.etree.fromstring lxml.etree.XML lxml.etree.iterparse lxml.objectify.parse lxml.objectify.fromstring",
      judgeLxml,
    ),
    ...each("lxml.etree.XMLParser lxml.etree.XMLTreeBuilder", judgeParser),
  },
  finish: ({ calls }, report) => {
    const told = [...calls].flatMap(([path, sites]) => (path.endsWith(".setFeature") ? sites : []));
    if (!told.some(fetchesEntities) || readsOwnDocumentsOnly(calls)) return;
    for (const site of told.filter(fetchesEntities))
      report(site.node, "error", `The parser fetches external entities, and ${why}; leave that feature off.`);
  },
};

function fetchesEntities({ args }: CallSite): boolean {
  const feature = args[0]
    ?.map((thing) => (thing.kind === "reference" ? thing.path : "value" in thing ? String(thing.value) : ""))
    .join("");
  return (
    /feature_external_[gp]es$|external-(?:general|parameter)-entities/.test(feature ?? "") && isTrue(args[1])
  );
}

/** Every document that the program reads with a parser of its own making is its own, too. */
function readsOwnDocumentsOnly(calls: PolicyFacts["calls"]): boolean {
  const reads = [...calls].flatMap(([path, sites]) =>
    path === "xml.sax.make_parser().parse"
      ? sites
      : /^xml\.dom\.(?:minidom|pulldom)\.parse(?:String)?$/.test(path)
        ? sites.filter(({ args }) => isGuarded(args[1]))
        : [],
  );
  return reads.length > 0 && reads.every(({ args }) => args[0]?.every(isOwnDocument) === true);
}

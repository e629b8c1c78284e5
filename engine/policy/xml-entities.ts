import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { isOwnDocument } from "./safe-texts.ts";
import { argument, each, isFalse, isTrue, keyword, nameOf, type ReportFinding, type Rule } from "./rule.ts";

const why = "entities in a document can read files and fill the memory";

function judgeStandard(site: CallSite, report: ReportFinding): void {
  const [source] = site.args;
  if (!source || source.every(isOwnDocument)) return;
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
    `${nameOf(site)} resolves entities unless its parser is told not to, and ${why}; pass XMLParser(resolve_entities=False, no_network=True).`,
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
      `${nameOf(site)} is told to resolve external references, and ${why}; pass resolve_entities=False, no_network=True.`,
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
      xml.dom.pulldom.parseString xml.dom.expatbuilder.parse xml.dom.expatbuilder.parseString xml.sax.make_parser().parse`,
      judgeStandard,
    ),
    ...each(
      "lxml.etree.parse lxml.etree.fromstring lxml.etree.XML lxml.etree.iterparse lxml.objectify.parse lxml.objectify.fromstring",
      judgeLxml,
    ),
    ...each("lxml.etree.XMLParser lxml.etree.XMLTreeBuilder", judgeParser),
  },
  methods: {
    setFeature: (site, report) => {
      const feature =
        site.args[0]
          ?.map((thing) =>
            thing.kind === "reference" ? thing.path : "value" in thing ? String(thing.value) : "",
          )
          .join("") ?? "";
      if (
        /feature_external_[gp]es$|external-(?:general|parameter)-entities/.test(feature) &&
        isTrue(site.args[1])
      )
        report(
          site.node,
          "error",
          `The parser is told to fetch external entities, and ${why}; leave that feature off.`,
        );
    },
  },
};

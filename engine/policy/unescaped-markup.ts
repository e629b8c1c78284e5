import type { CallSite } from "../resolve/machine.ts";
import { skeletonsOf } from "../resolve/mixed.ts";
import { isFrom } from "../resolve/taint.ts";
import { isConstant, type PossibleValues } from "../resolve/value.ts";
import { isNamedOtherThanPage } from "./answer-type.ts";
import { isHarmlessMarkup } from "./safe-texts.ts";
import type { Node } from "../tree/nodes.ts";
import { argument, each, isFalse, keyword, nameOf, textOf, type ReportFinding, type Rule } from "./rule.ts";

const why = "so a value with markup in it runs scripts in the reader's browser";

function judgeMarkup(site: CallSite, report: ReportFinding): void {
  const text = argument(site, 0, "s", "object", "base");
  if (!text || text.every(isConstant) || text.every(isHarmlessMarkup)) return;
  const isFilled = text.some((thing) => thing.kind === "mixed" && !isHarmlessMarkup(thing));
  report(
    site.node,
    isFrom(text, "web") || (isFilled && isFrom(text, "parameter")) ? "error" : "warning",
    `${nameOf(site)} marks text as safe that is not a constant, ${why}; let the template escape it, or use format_html / Markup.format.`,
    { confidence: "medium" },
  );
}

function judgeEnvironment(site: CallSite, report: ReportFinding): void {
  const escaping = keyword(site, "autoescape");
  if (site.isOpen && !escaping) return;
  if (!escaping || isFalse(escaping))
    report(
      site.node,
      escaping ? "error" : "warning",
      `${nameOf(site)} without autoescape writes values into pages as they are, ${why}; pass autoescape=select_autoescape().`,
    );
}

function isPage(value: PossibleValues): boolean {
  return skeletonsOf(value).some((text) => {
    const tag = text.search(/<\/?[a-z]/i);
    return (tag >= 0 && text.includes(">", tag)) || /<[a-z][^<]*\0/i.test(text);
  });
}

/** What a body of JSON holds is sent back as JSON. */
const isData = /(?:^|[.:])(?:request|req)\.(?:json|get_json\(\)|json\(\))$/;

/** Text of a request, or with such text in it; what some function made of it may be anything. */
function showsInput(value: PossibleValues): boolean {
  return value.some((thing) => {
    if (thing.kind === "tuple") return thing.items[0] !== undefined && showsInput(thing.items[0]);
    if (thing.kind === "mixed" || thing.kind === "anything") return isFrom([thing], "web");
    return thing.kind === "reference" && !isData.test(thing.path) && isFrom([{ ...thing, taint: 0 }], "web");
  });
}

function reportPage(node: Node, report: ReportFinding): void {
  report(
    node,
    "error",
    `Input from outside is written into a page as it is, ${why}; escape it with html.escape, or render a template.`,
    { confidence: "medium" },
  );
}

/** What a browser shows as a page unless another type is named. */
function judgePage(site: CallSite, report: ReportFinding): void {
  const body = argument(site, 0, "content", "response", "body", "text");
  const type = textOf(
    ["content_type", "mimetype", "media_type"].map((name) => keyword(site, name)).find((value) => value),
  );
  const isPageType = type === undefined ? !isNamedOtherThanPage(site.node) : type.includes("html");
  if (body && isPageType && showsInput(body)) reportPage(site.node, report);
}

/** What is sent as plain text unless it is named a page. */
function judgeText(site: CallSite, report: ReportFinding): void {
  const body = argument(site, 0, "text", "body");
  if (body && isPage(body)) judgePage(site, report);
}

/** Writes values into pages without escaping them. */
export const unescapedMarkup: Rule = {
  id: "unescaped-markup",
  cwe: "CWE-79",
  calls: {
    ...each(
      "django.utils.safestring.mark_safe django.utils.safestring.SafeString django.utils.safestring.SafeText markupsafe.Markup flask.Markup jinja2.Markup django.utils.html.mark_safe",
      judgeMarkup,
    ),
    "jinja2.Environment": judgeEnvironment,
    "django.utils.html.format_html": (site, report) => {
      if (argument(site, 0)?.some((thing) => thing.kind === "mixed" && !isHarmlessMarkup(thing)))
        judgeMarkup(site, report);
    },
    ...each(
      "django.http.HttpResponse flask.make_response flask.Response sanic.response.html fastapi.responses.HTMLResponse starlette.responses.HTMLResponse HttpResponse HTMLResponse make_response",
      judgePage,
    ),
    "aiohttp.web.Response": judgeText,
    "mako.lookup.TemplateLookup": (site, report) => {
      if (!keyword(site, "default_filters"))
        report(site.node, "warning", `Mako escapes nothing by default, ${why}; pass default_filters=["h"].`, {
          confidence: "medium",
        });
    },
  },
  methods: {
    write: (site, report) => {
      if (site.path === "self.write" && site.args[0] && showsInput(site.args[0]))
        reportPage(site.node, report);
    },
  },
  answered: ({ node, value, isPage: isSentAsPage }, report) => {
    if ((isSentAsPage || isPage(value)) && showsInput(value)) reportPage(node, report);
  },
};

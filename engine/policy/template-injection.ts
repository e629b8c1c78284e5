import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { isConstant } from "../resolve/value.ts";
import { isHarmlessText } from "./safe-texts.ts";
import { argument, each, nameOf, type ReportFinding, type Rule } from "./rule.ts";

function judge(site: CallSite, report: ReportFinding): void {
  const template = argument(site, 0, "source", "text", "template_string");
  if (!template || template.every(isConstant) || template.every(isHarmlessText)) return;
  const isOutside = isFrom(template, "web", "local", "network");
  const isBuilt = template.some(({ kind }) => kind === "mixed");
  if (isOutside || isBuilt || isFrom(template, "parameter"))
    report(
      site.node,
      isOutside || isBuilt ? "error" : "warning",
      `${nameOf(site)} reads text as a template, and a template can run code; keep the template constant and pass values to render().`,
      { confidence: isOutside ? "high" : "medium" },
    );
}

/** Reads input as a template. */
export const templateInjection: Rule = {
  id: "template-injection",
  cwe: "CWE-1336",
  calls: each(
    "flask.render_template_string jinja2.Template jinja2.Environment().from_string mako.template.Template django.template.Template tornado.template.Template chevron.render render_template_string bottle.template bottle.SimpleTemplate jinja2.sandbox.Environment().from_string Cheetah.Template.Template",
    judge,
  ),
  methods: {
    from_string: (site, report) => {
      if (/env|jinja/i.test(site.path)) judge(site, report);
    },
  },
};

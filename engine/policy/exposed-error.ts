import type { CallSite } from "../resolve/machine.ts";
import type { Node } from "../tree/nodes.ts";
import { pathsOf, type PossibleValues } from "../resolve/value.ts";
import { each, type ReportFinding, type Rule } from "./rule.ts";

/** A trace by itself, in a tuple with a status, or in a dictionary. */
function holdsTrace(value: PossibleValues): boolean {
  return value.some(
    (thing) =>
      pathsOf([thing]).some((path) => /^traceback\.format_(?:exc|exception)\(\)/.test(path)) ||
      (thing.kind === "tuple" && thing.items.slice(0, 3).some(holdsTrace)) ||
      (thing.kind === "dict" &&
        thing.entries
          .values()
          .take(20)
          .some((entry) => holdsTrace(entry.value))),
  );
}

function tell(node: Node, report: ReportFinding): void {
  report(
    node,
    "warning",
    "The stack trace, with file names and code, is sent to the client; log it, and answer with a generic message.",
    { confidence: "medium" },
  );
}

function judge(site: CallSite, report: ReportFinding): void {
  if ([...site.args, ...site.keywords.values()].some(holdsTrace)) tell(site.node, report);
}

/** Shows visitors what went wrong inside. */
export const exposedError: Rule = {
  id: "exposed-error",
  cwe: "CWE-209",
  calls: each(
    `django.http.HttpResponse django.http.JsonResponse django.http.HttpResponseServerError flask.jsonify flask.make_response
    flask.Response fastapi.responses.JSONResponse starlette.responses.JSONResponse fastapi.HTTPException
    fastapi.responses.PlainTextResponse aiohttp.web.Response`,
    judge,
  ),
  answered: ({ node, value }, report) => {
    if (holdsTrace(value)) tell(node, report);
  },
};

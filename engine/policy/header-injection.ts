import type { CallSite } from "../resolve/machine.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import { mayBreakLines } from "./line-ends.ts";
import { argument, each, keyword, receiverOf, type ReportFinding, type Rule } from "./rule.ts";

/** Headers of an answer, by the path of what they are set on; those of a request are only read. */
const headersOfAnswer = /(?<!\w)(?=\w*[Rr]esponse|resp(?!\w))\w+(?:\(\))?\.headers$/;
const answerOfDjango = /(?<!\w)(?=\w*(?:Http|Json)Response)\w+\(\)$/;
const answer = /(?:^|[.:])self$|[Rr]esponse/;

/** Frameworks refuse a header with a line end in it today; the plain server and WSGI send it. */
function tell(node: Node, isSent: boolean, report: ReportFinding): void {
  const follows = isSent
    ? "with a line end in it, its sender writes headers and a page of their own"
    : "a line end in it ends the header, or the answer fails";
  report(
    node,
    isSent ? "error" : "warning",
    `Text of a request becomes a header as it is: ${follows}; quote it or remove line ends.`,
    { confidence: isSent ? "high" : "medium" },
  );
}

/** Calls that are given a name and a value, by what they are called on. */
function judgeValue(receiver: RegExp, isSent: boolean) {
  return (site: CallSite, report: ReportFinding): void => {
    const written = site.node.kind === "Call" ? site.node.args[1] : undefined;
    if (receiver.test(receiverOf(site.path)) && mayBreakLines(argument(site, 1, "value"), written))
      tell(site.node, isSent, report);
  };
}

function judgeWsgi(site: CallSite, report: ReportFinding): void {
  if (mayBreakLines(argument(site, 1, "headers"), undefined)) tell(site.node, true, report);
}

/** Lets a request write headers of the answer. */
export const headerInjection: Rule = {
  id: "header-injection",
  cwe: "CWE-113",
  marks: /header|start_response|(?:Http|Json)Response/i,
  methods: {
    ...each("start_response param:start_response", judgeWsgi),
    ...each("set_header add_header", judgeValue(answer, false)),
    ...each("add set", judgeValue(headersOfAnswer, false)),
    send_header: judgeValue(/self$|handler$/, true),
  },
  everyCall: (site, report) => {
    if (/[Rr]esponse$/.test(site.path) && mayBreakLines(keyword(site, "headers"), undefined))
      tell(site.node, false, report);
  },
  stores: {
    "*": ({ node, of, value }, report) => {
      const path = of?.kind === "reference" ? of.path : "";
      const isHeader = headersOfAnswer.test(path) || answerOfDjango.test(path);
      if (node.kind === "Subscript" && isHeader && mayBreakLines(value, assigned(node)))
        tell(node, false, report);
    },
  },
};

function assigned({ parent }: Node): Expression | undefined {
  return parent?.kind === "Assign" ? parent.value : undefined;
}

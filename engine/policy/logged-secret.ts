import type { CallSite } from "../resolve/machine.ts";
import type { Expression } from "../tree/nodes.ts";
import { words, type ReportFinding, type Rule } from "./rule.ts";

const secret =
  /^(?:\w+_)?(?:password|passwd|passphrase|api_?key|secret_?key|private_?key|access_token|auth_token)$/i;

/** The value itself, by its name or in a text; what is made of it by a call is something else. */
function showsSecret(node: Expression): boolean {
  if (node.kind === "Name") return secret.test(node.id);
  if (node.kind === "Attribute") return secret.test(node.attr);
  if (node.kind === "JoinedStr") return node.values.some(showsSecret);
  if (node.kind === "FormattedValue") return showsSecret(node.value);
  if (node.kind === "BinOp") return showsSecret(node.left) || showsSecret(node.right);
  return node.kind === "Tuple" && node.elts.some(showsSecret);
}

function judge(site: CallSite, report: ReportFinding): void {
  if (site.node.kind !== "Call" || !/^logging\.|(?:^|[.:_])(?:log|logger)\./i.test(site.path)) return;
  if (site.node.args.some(showsSecret))
    report(
      site.node,
      "warning",
      "A password or key is written into the log, where many people can read it; leave it out.",
      { confidence: "medium" },
    );
}

/** Writes secrets into a log. */
export const loggedSecret: Rule = {
  id: "logged-secret",
  cwe: "CWE-532",
  methods: Object.fromEntries(
    words("debug info warning error critical exception log").map((name) => [name, judge]),
  ),
};

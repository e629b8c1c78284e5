import { isFrom } from "../resolve/taint.ts";
import { onlyText, type PossibleValues, type Reference } from "../resolve/value.ts";
import type { Node } from "../tree/nodes.ts";
import type { Tree } from "../tree/tree.ts";
import { receiverOf, type ReportFinding, type Rule } from "./rule.ts";
import { functionAround } from "../tree/around.ts";

const sessions = /^(?:flask|quart)\.session$|^(?:param:|self\.)*request\.session$/;

/** Keys under which a program keeps who a visitor is and what they may do. */
const deciding =
  /(?:^|_)(?:user|userid|user_?name|uid|account|role|roles|admin|is_?admin|staff|group|groups|permissions?|rights|scopes?|level|auth|authenticated|authorized|authorised|logged_?in|login|email|owner|tenant|balance|price)(?:_?id|_?name)?$/i;

/** Words of a function that asks for a proof before it believes a visitor. */
const proving =
  /passw|pwd|passphrase|authenticat|verif|check|credential|otp|token|signature|validat|allow|permit|hash|oauth/i;

function judgeEntry(
  {
    node,
    key,
    value,
    tree,
  }: Readonly<{ node: Node; key: PossibleValues; value: PossibleValues; tree: Tree }>,
  report: ReportFinding,
): void {
  if (isFrom(key, "web", "escaped"))
    report(
      node,
      "error",
      "The request chooses which entry of the session is set, so a visitor sets any, also those that say who they are; name the entries in the source.",
      { confidence: "medium" },
    );
  else if (deciding.test(onlyText(key) ?? "") && isFrom(value, "web", "escaped") && !isProven(node, tree))
    report(
      node,
      "warning",
      `The session is trusted everywhere, and a request sets ${onlyText(key)} in it here, unchecked; look the value up, or check it, before you keep it.`,
      { confidence: "medium" },
    );
}

function isProven(node: Node, tree: Tree): boolean {
  const around = functionAround(node);
  return tree.nodes.some(
    (part) =>
      (around === undefined || (around.start <= part.start && part.end <= around.end)) &&
      proving.test(wordOf(part)),
  );
}

function wordOf(node: Node): string {
  if (node.kind === "Name") return node.id;
  if (node.kind === "Attribute") return node.attr;
  if (node.kind === "Keyword") return node.arg ?? "";
  return node.kind === "Constant" && node.value.type === "str" ? node.value.value : "";
}

function isSession({ path }: Reference): boolean {
  return sessions.test(path);
}

/** Keeps what a request says among what the program believes. */
export const trustBoundary: Rule = {
  id: "trust-boundary",
  cwe: "CWE-501",
  marks: /\bsession\b/,
  keyed: (entry, report) => {
    if (isSession(entry.of)) judgeEntry(entry, report);
  },
  methods: {
    update: (site, report) => {
      const [entries] = site.args;
      const isWhole = entries?.some((thing) => thing.kind === "reference" || thing.kind === "anything");
      if (sessions.test(receiverOf(site.path)) && isWhole && isFrom(entries, "web"))
        report(
          site.node,
          "error",
          "Every entry of the request becomes one of the session, also those that say who a visitor is; name the entries in the source.",
          { confidence: "medium" },
        );
    },
  },
};

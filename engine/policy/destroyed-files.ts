import type { Node } from "../tree/nodes.ts";
import type { CallSite } from "../resolve/machine.ts";
import { argument, each, textOf, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";
import { isText } from "../tree/constants.ts";

const deleted = "All files of a user or of the machine are deleted here; name the folder you mean.";
const everything = /^(?:\/|~|[A-Z]:\\?|\/home|\/root|\/etc|\/usr)$/i;

/** All of a user's files, or all of a machine's. */
function isEverything(site: CallSite): boolean {
  if (everything.test(textOf(argument(site, 0, "path", "top")) ?? "")) return true;
  const place = site.node.kind === "Call" ? site.node.args[0] : undefined;
  if (place?.kind !== "Call" || place.func.kind !== "Attribute") return false;
  const [of] = place.args;
  return place.func.attr === "home"
    ? place.args.length === 0
    : place.func.attr === "expanduser" && isText(of) && of.value.value === "~";
}

/** Every file of a user's is encrypted, and the original deleted or written over. */
function judgeEncryption(facts: PolicyFacts, report: ReportFinding): void {
  const { calls } = facts;
  const encrypts = [...calls.keys()].some((path) => /\.encrypt(?:_and_digest)?$/.test(path));
  const deletes = ["os.remove", "os.unlink", "os.rename", "os.replace"].some((path) => calls.has(path));
  if (!encrypts || !(deletes || writesOver(facts))) return;
  const walks = [
    ...(calls.get("os.walk") ?? []).filter(isEverything),
    ...(calls.get("pathlib.Path.home().rglob") ?? []),
  ];
  for (const site of walks)
    report(
      site.node,
      "error",
      "All of a user's files are encrypted and the originals removed, as ransomware does; name the folder you mean.",
      { confidence: "medium" },
    );
}

/** Every file of a walk through everything is deleted, whatever it is. */
function judgeWalks({ calls }: PolicyFacts, report: ReportFinding): void {
  const walks = new Set<Node>((calls.get("os.walk") ?? []).filter(isEverything).map(({ node }) => node));
  if (walks.size === 0) return;
  const removals = ["os.remove", "os.unlink", "shutil.rmtree"].flatMap((path) => calls.get(path) ?? []);
  const emptied = new Set(removals.map(({ node }) => walkAround(node, walks)));
  for (const walk of emptied) if (walk) report(walk, "error", deleted, { confidence: "medium" });
}

/** The walk whose loop a call stands in, unless it stands under a condition. */
function walkAround(node: Node, walks: ReadonlySet<Node>): Node | undefined {
  for (let around = node.parent; around && around.kind !== "If"; around = around.parent)
    if (around.kind === "For" && walks.has(around.iter)) return around.iter;
  return undefined;
}

/** A file is opened again under the same words to be written, or opened for both at once. */
function writesOver({ tree, calls }: PolicyFacts): boolean {
  const opened = (calls.get("builtins.open") ?? []).flatMap((site) => {
    const place = site.node.kind === "Call" ? site.node.args[0] : undefined;
    const mode = textOf(argument(site, 1, "mode")) ?? "r";
    return place ? [{ place: tree.text.slice(place.start, place.end), mode }] : [];
  });
  const read = new Set(opened.filter(({ mode }) => !/[wax]/.test(mode)).map(({ place }) => place));
  return opened.some(({ place, mode }) => mode.includes("+") || (mode.includes("w") && read.has(place)));
}

/** Takes a user's files away. */
export const destroyedFiles: Rule = {
  id: "destroyed-files",
  cwe: "CWE-506",
  calls: each("shutil.rmtree", (site, report) => {
    if (isEverything(site)) report(site.node, "error", deleted, { confidence: "medium" });
  }),
  finish: (facts, report) => {
    judgeWalks(facts, report);
    judgeEncryption(facts, report);
  },
};

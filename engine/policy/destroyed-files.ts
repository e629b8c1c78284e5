import type { CallSite } from "../resolve/machine.ts";
import { argument, each, textOf, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";

const everything = /^(?:\/|~|[A-Z]:\\?|\/home|\/root|\/etc|\/usr)$/i;

/** All of a user's files, or all of a machine's. */
function isEverything(site: CallSite): boolean {
  if (everything.test(textOf(argument(site, 0, "path", "top")) ?? "")) return true;
  const place = site.node.kind === "Call" ? site.node.args[0] : undefined;
  if (place?.kind !== "Call" || place.func.kind !== "Attribute") return false;
  const [of] = place.args;
  return place.func.attr === "home"
    ? place.args.length === 0
    : place.func.attr === "expanduser" &&
        of?.kind === "Constant" &&
        of.value.type === "str" &&
        of.value.value === "~";
}

/** Every file of a user's is encrypted, and the original deleted. */
function finish({ calls }: PolicyFacts, report: ReportFinding): void {
  const encrypts = [...calls.keys()].some((path) => /\.encrypt(?:_and_digest)?$/.test(path));
  const deletes = ["os.remove", "os.unlink", "os.rename", "os.replace"].some((path) => calls.has(path));
  if (!encrypts || !deletes) return;
  for (const site of calls.get("os.walk") ?? [])
    if (isEverything(site))
      report(
        site.node,
        "error",
        "All of a user's files are encrypted and the originals removed, as ransomware does; name the folder you mean.",
        { confidence: "medium" },
      );
}

/** Takes a user's files away. */
export const destroyedFiles: Rule = {
  id: "destroyed-files",
  cwe: "CWE-506",
  calls: each("shutil.rmtree", (site, report) => {
    if (isEverything(site))
      report(
        site.node,
        "error",
        "All files of a user or of the machine are deleted here; name the folder you mean.",
        { confidence: "medium" },
      );
  }),
  finish,
};

import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { onlyItems, onlyText, type PossibleValues, type AbstractValue } from "../resolve/value.ts";
import { programsFed } from "./fed-programs.ts";
import { argument, each, nameOf, type ReportFinding, type Rule } from "./rule.ts";

function isDecoded(thing: AbstractValue): boolean {
  if (thing.kind === "str" || thing.kind === "bytes") return thing.decoded;
  if (thing.kind === "code") return thing.source.some(isDecoded) || isFrom(thing.source, "decoded");
  if (thing.kind === "list" || thing.kind === "tuple")
    return thing.items.slice(0, 20).some((item) => item.some((one) => "value" in one && isDecoded(one)));
  return isFrom([thing], "decoded");
}

/** `python -c code`, where the code was decoded, wherever from: an interpreter is told nothing else that way. */
function isDecodedProgram(source: PossibleValues | undefined): boolean {
  const parts = onlyItems(source) ?? [];
  const at = parts.findIndex((part) => /^-[a-zA-Z]*c$/.test(onlyText(part) ?? ""));
  return at > 0 && parts[at + 1]?.some(isDecoded) === true;
}

function judge(site: CallSite, report: ReportFinding): void {
  const source = argument(site, 0, "source", "args", "command", "cmd");
  // What a request brings is decoded to be read, not to be hidden.
  if ((source?.some(isDecoded) || isDecodedProgram(source)) && !isFrom(source, "web")) tell(site, report);
}

function tell(site: CallSite, report: ReportFinding): void {
  report(
    site.node,
    "error",
    `${nameOf(site)} runs code that was decoded first, a common way to hide it; put the code into the source as it is.`,
  );
}

/** Runs what it first decodes. */
export const obfuscatedCode: Rule = {
  id: "obfuscated-code",
  cwe: "CWE-506",
  calls: each(
    "builtins.eval builtins.exec os.system os.popen subprocess.run subprocess.call subprocess.Popen subprocess.check_output subprocess.getoutput marshal.loads pickle.loads types.FunctionType",
    judge,
  ),
  finish: (facts, report) => {
    for (const { site, text } of programsFed(facts))
      if (text.some(isDecoded) && !isFrom(text, "web")) tell(site, report);
  },
};

import type { SecurityFinding } from "../verdict.ts";
import type { PolicyFindings } from "./policy.ts";

/** Which rules of the policy say the same as a rule of ruff's when both report one line. */
export const sameMatter: Readonly<Record<string, readonly string[]>> = {
  S102: ["code-execution", "obfuscated-code", "downloaded-code"],
  S103: ["loose-permissions"],
  S104: ["open-binding"],
  S108: ["temporary-file"],
  S201: ["debug-server"],
  S202: ["archive-extraction"],
  S301: ["unsafe-deserialisation", "obfuscated-code", "downloaded-code"],
  S302: ["unsafe-deserialisation", "obfuscated-code"],
  S303: ["weak-hash", "weak-password-hash"],
  S304: ["weak-cipher"],
  S305: ["weak-cipher"],
  S306: ["temporary-file"],
  S307: ["code-execution", "obfuscated-code", "downloaded-code"],
  S308: ["unescaped-markup"],
  S310: ["request-forgery"],
  S311: ["weak-randomness"],
  S312: ["cleartext-protocol"],
  S314: ["xml-entities"],
  S315: ["xml-entities"],
  S316: ["xml-entities"],
  S317: ["xml-entities"],
  S318: ["xml-entities"],
  S319: ["xml-entities"],
  S321: ["cleartext-protocol"],
  S323: ["unverified-tls"],
  S324: ["weak-hash", "weak-password-hash"],
  S501: ["unverified-tls"],
  S502: ["old-tls"],
  S503: ["old-tls"],
  S504: ["old-tls"],
  S505: ["weak-cipher"],
  S506: ["unsafe-deserialisation"],
  S507: ["unverified-host"],
  S508: ["cleartext-protocol"],
  S509: ["cleartext-protocol"],
  S601: ["process-execution"],
  S602: ["process-execution"],
  S604: ["process-execution"],
  S605: ["process-execution"],
  S606: ["process-execution"],
  S608: ["sql-injection"],
  S610: ["sql-injection"],
  S611: ["sql-injection"],
  S701: ["unescaped-markup"],
  S702: ["unescaped-markup"],
  S704: ["unescaped-markup"],
};

/** Rules of ruff's that accuse an import, a habit or any use at all: only what the policy confirms is kept. */
const onlyIfConfirmed = new Set(["S110", "S112", "S311", "S603", "S606", "S607"]);

const weight = { error: 3, warning: 2, info: 1 } as const;

/**
 * One list out of both. Where both report the same problem on one line, ruff's finding stays, with the graver of both
 * severities, unless the policy has seen that the code is a constant of the text.
 */
export function mergeFindings(
  ruff: readonly SecurityFinding[],
  judged: PolicyFindings | undefined,
): SecurityFinding[] {
  if (!judged) return [...ruff];
  const ours = new Map(judged.findings.map((finding) => [`${finding.id} ${finding.line}`, finding]));
  const said = new Set<SecurityFinding>();
  const kept: SecurityFinding[] = [];
  for (const finding of ruff) {
    const same = (sameMatter[finding.id] ?? []).flatMap((id) => ours.get(`${id} ${finding.line}`) ?? []);
    for (const one of same) said.add(one);
    if (same.length > 0) kept.push(weigh(finding, same));
    else if (!isRefuted(finding, judged) && !isSaidLater(finding, judged)) kept.push(finding);
  }
  return [...kept, ...judged.findings.filter((finding) => !said.has(finding))].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0),
  );
}

function isRefuted({ id, line }: SecurityFinding, judged: PolicyFindings): boolean {
  return (
    /^S4\d\d$/.test(id) || onlyIfConfirmed.has(id) || (line !== null && judged.safe.has(`${id} ${line}`))
  );
}

/** Ruff points at the text of a statement, the policy at its execution a few lines on. */
function isSaidLater({ id, line }: SecurityFinding, judged: PolicyFindings): boolean {
  if (id !== "S608" || line === null) return false;
  return judged.findings.some(
    (other) =>
      other.id === "sql-injection" && other.line !== null && other.line > line && other.line <= line + 12,
  );
}

/** The policy followed the values, so its word counts; it also says more of what to do. */
function weigh(finding: SecurityFinding, same: readonly SecurityFinding[]): SecurityFinding {
  const gravest = same.toSorted((a, b) => weight[b.severity] - weight[a.severity])[0]!;
  return {
    ...finding,
    severity: gravest.severity,
    confidence: gravest.confidence,
    message: gravest.message,
    cwe: gravest.cwe ?? finding.cwe,
  };
}

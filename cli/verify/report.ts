import type { CheckedDocument } from "../../parts/proof/verdict-signature.ts";

/** What a check came to, for people. */
export function toText({ ok, signer, document, problems }: CheckedDocument): string {
  const heading = ok ? `Signed by ${signer}.` : "Not valid:";
  const lines = problems.map((problem) => `  - ${problem}`);
  if (!document) return [heading, ...lines].join("\n");
  const { metadata } = document;
  const facts: [string, string][] = [
    ["request", String(document.requestId)],
    ["asked for", printable(metadata.request_cid ?? "unknown content")],
    ["tool", printable(`${metadata.tool || "none"}${metadata.mode === null ? "" : ` (${metadata.mode})`}`)],
    ["answered by", `mech ${metadata.mech}`],
    ["on", `chain ${metadata.chain_id}, marketplace ${metadata.marketplace}`],
    ["result", `${verdictIn(document.result)}, SHA-256 ${metadata.verdict_sha256}`],
  ];
  const unsigned = printable(`${metadata.service} ${metadata.version}, ${document.executed_at ?? "no time"}`);
  const said = ok ? "Also in the document, but not signed:" : "It says:";
  return [
    heading,
    ...lines,
    ...facts.map(([name, fact]) => `  ${name.padEnd(12)} ${fact}`),
    `${said} ${unsigned}.`,
  ].join("\n");
}

function verdictIn(result: string): string {
  try {
    const { valid, error } = JSON.parse(result) as { valid?: unknown; error?: unknown };
    if (typeof error === "string") return `refused (${printable(error)})`;
    if (typeof valid === "boolean") return valid ? "valid" : "not valid";
  } catch {
    // Said below.
  }
  return "no verdict of ours";
}

/** What a stranger wrote must not steer the terminal it is shown on. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 120);
}

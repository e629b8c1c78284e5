import { limitTable } from "../parts/limits/table.ts";
import { isRefusalCode, faults, type FaultCode } from "../parts/faults.ts";

/** `docs/refusals.md`, made from the table of faults. */
export function refusalsPage(): string {
  const rows = (Object.keys(faults) as FaultCode[]).filter(isRefusalCode).map((code) => {
    const kind = faults[code];
    return `| ${kind.http} | \`${code}\` | ${"action" in kind ? `\`${kind.action}\`` : "–"} | ${kind.message} |`;
  });
  return `# Refusals

Every refusal, on every entrance, is one JSON object: \`error\` (a code below, never renamed), \`message\`, \`request_id\`, and, where the
caller can do something about it, \`remedy\` with \`action\`, \`hint\` and, where there is one, the endpoint's \`method\` and \`url\`.
\`bad_request\` adds \`fields\`, \`too_large\` adds \`limit\`. A refused call is never charged.

| status | error | remedy.action | meaning |
| --- | --- | --- | --- |
${rows.join("\n")}

- \`buy_credits\` carries \`price_credits\`, \`price_cents\` and the \`routes\` by which this deployment sells credits.
- \`wait\` carries \`reset_at\`, beside header \`x-quota-reset\` (Unix seconds) or \`retry-after\` (seconds).
- A spent trial without a key is \`quota_exhausted\` with action \`mint_key\`.

## Hanging up and cancelling

A call that is given up before its turn has come costs nothing, and one that has begun is stopped and costs nothing either, for ${limitTable.abandonedWork.max / 1000} seconds of
work an hour, for each key and for each address. Beyond that, what has begun is finished and charged: ask again within ten minutes, and the
answer is there at no further cost.

This page is written by \`npm run docs\` from \`parts/faults.ts\`.
`;
}

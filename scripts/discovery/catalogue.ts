import type { RuleFinding } from "./rules.ts";

/** Coinbase's, whose check needs no key, pays nothing and lists nothing. */
export const usualCatalogue = "https://api.cdp.coinbase.com/platform/v2/x402";

const rule = "the catalogue's own check";
const timeoutMs = 30_000;

type Answer = Readonly<{
  valid?: boolean;
  preflight?: readonly Readonly<{ check?: string; name?: string; passed?: boolean; message?: string }>[];
  simulation?: Readonly<{ outcome?: string; rejectedReason?: string; reason?: string }>;
}>;

/** Has the catalogue itself look at an address. What it does not answer is not known. */
export async function askCatalogue(catalogue: string, resource: string): Promise<RuleFinding> {
  try {
    const response = await fetch(`${catalogue}/validate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ resource, method: "POST" }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return { rule, state: "unknown", text: `${catalogue} answers ${response.status}.` };
    return toFinding((await response.json()) as Answer);
  } catch {
    return { rule, state: "unknown", text: `${catalogue} cannot be reached.` };
  }
}

function toFinding({ valid, simulation, preflight = [] }: Answer): RuleFinding {
  const { outcome, rejectedReason, reason = rejectedReason } = simulation ?? {};
  if (valid === true && outcome === "accepted") return { rule, state: "ok", text: "It would be accepted." };
  if (valid === undefined && outcome === undefined)
    return { rule, state: "unknown", text: "Its answer cannot be read." };
  const failed = preflight.filter(({ passed }) => passed === false);
  const said = [
    ...failed.map(({ check, name, message }) => [check ?? name, message].filter(Boolean).join(": ")),
    reason,
  ];
  const why = said.filter(Boolean).join("; ");
  return { rule, state: "problem", text: `It would be rejected${why ? `: ${why}` : ""}.` };
}

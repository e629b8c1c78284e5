import { escapeHtml } from "./frame/assets.ts";
import { health } from "../api/operator/health.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";

type Health = Readonly<{
  status: string;
  version: string;
  checks: Readonly<Record<string, string>>;
  reasons?: Readonly<Record<string, string>>;
}>;

const parts: Readonly<Record<string, string>> = {
  store: "Keys, credits and answers",
  types: "Type checker",
  sandbox: "Sandbox (mode execute)",
  chain: "Chain (deposits, reputation)",
  x402: "Payment per request (x402)",
};

const words: Readonly<Record<string, string>> = {
  ok: "All systems work",
  degraded: "Some parts do not work",
  unavailable: "The service is down",
};

export const statusPage: Route = pageRoute({
  path: "/status",
  summary: "Service status, for people",
  jsonRoute: health,
  headers: { "cache-control": "no-store" },
  content: async (all, incoming) => {
    const { body } = await health.answer(all, incoming);
    const { status, version, checks, reasons = {} } = body as Health;
    return {
      title: "Assay: service status",
      description: "Whether Assay works right now.",
      section: "/status",
      look: "narrow",
      main: `<h1>Service status</h1>
<p class="note${status === "ok" ? "" : " bad"}" role="status">${words[status] ?? escapeHtml(status)}. Version ${escapeHtml(version)}.</p>
<table><thead><tr><th scope="col">Part</th><th scope="col">State</th></tr></thead><tbody>
${Object.entries(checks)
  .map(
    ([name, state]) =>
      `<tr><th scope="row">${escapeHtml(parts[name] ?? name)}</th><td>${badge(state)}${escapeHtml(reasons[name] === undefined ? "" : ` ${reasons[name]}`)}</td></tr>`,
  )
  .join("\n")}
</tbody></table>`,
    };
  },
});

function badge(state: string): string {
  const kind = state === "ok" ? "good" : state === "off" ? "info" : "bad";
  return `<span class="badge ${kind}">${escapeHtml(state)}</span>`;
}

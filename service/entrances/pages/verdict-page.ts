import { randomBytes } from "node:crypto";
import { readVerdictView, type VerdictView } from "../../marketplace/verdict-view.ts";
import { readSharedVerdict, type SharedVerdictView } from "../../sharing/read-shared.ts";
import { isSharedId } from "../../sharing/share-verdict.ts";
import type { PageContent } from "./frame/frame.ts";
import { escapeHtml } from "./frame/assets.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";

/** Nobody learns of a shared link from us. */
const headers = {
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const;

export const verdictPage: Route = pageRoute({
  path: "/verdicts/{cid}",
  summary: "A published or shared verdict: findings, fix, and who signed it",
  refusals: ["not_found", "store_unavailable"],
  jsonRoute: {
    answer: async (parts, { pathPiece, signal }) => {
      const cid = pathPiece("cid");
      return {
        status: 200,
        headers,
        body: isSharedId(cid)
          ? await readSharedVerdict(parts, cid)
          : await readVerdictView(parts, cid, signal),
      };
    },
  },
  headers,
  explain: (fault) =>
    fault.code === "not_found"
      ? {
          hint: "Verdicts are available as long as this service stores them. Ask the sender for a new link, or check the code yourself in the playground.",
        }
      : {},
  content: async (parts, { pathPiece, signal }) => {
    const cid = pathPiece("cid");
    if (isSharedId(cid)) return showShared(await readSharedVerdict(parts, cid));
    const view = await readVerdictView(parts, cid, signal);
    const { result, prompt } = view;
    return {
      title: `Assay: verdict on request ${view.request_id ?? cid}`,
      description: "A published verdict with its signature.",
      section: "/marketplace",
      look: "wide verdict-page",
      scripts: ["verdict.js"],
      data: { check: { cid }, result, prompt },
      styleNonce: randomBytes(16).toString("base64url"),
      main: write(cid, view),
    };
  },
});

function showShared(view: SharedVerdictView): PageContent {
  const { request, verdict } = view;
  return {
    title: "Assay: a shared verdict",
    description: "A verdict on Python code, with its signature.",
    look: "wide verdict-page",
    scripts: ["verdict.js"],
    data: {
      check: { response: verdict, request },
      result: JSON.stringify(verdict),
      prompt: JSON.stringify(request),
    },
    styleNonce: randomBytes(16).toString("base64url"),
    isPrivate: true,
    main: around({
      signed: signature(view, [
        ["Signed by", signerOf(view, "service")],
        ["Mode", view.mode],
        ["Payment", view.payment === null ? null : escapeHtml(view.payment)],
        ["Shared", view.created_at],
        ["Kept until", view.expires_at],
      ]),
      end: '<p class="soft"><a href="/">Check your own code</a></p>',
    }),
  };
}

function write(cid: string, view: VerdictView): string {
  const raw = `/ipfs/${encodeURIComponent(cid)}${view.file === null ? "" : `/${encodeURIComponent(view.file)}`}`;
  return around({
    signed: signature(view, factsOf(view)),
    end: `<section id="rate" hidden><h2>Rate this agent</h2>
<form id="rate-form"><label>Rating, 0 to 100 <input name="rating" type="number" min="0" max="100" value="100" required></label> <button type="submit">Rate with your wallet</button></form>
<p id="rate-status" role="status"></p></section>
<p class="soft"><a href="${escapeHtml(raw)}">The signed document</a></p>`,
  });
}

function around({ signed, end }: Readonly<{ signed: string; end: string }>): string {
  return `<h1>Verdict</h1>
<p id="headline"></p>
<p id="why" class="soft"></p>
${signed}
<div class="columns wide-columns">
<div>
<section id="source" hidden><h2>Code</h2><div id="code" class="code-box"></div></section>
<section id="fix" hidden></section>
<section id="examples-outcome" hidden></section>
<section id="run-outcome" hidden></section>
<section id="translation" hidden></section>
</div>
<div>
<section id="findings"></section>
<section id="tools" hidden><h2>Tools</h2><table><thead><tr><th scope="col">Tool</th><th scope="col">Version</th><th scope="col">Findings</th></tr></thead><tbody id="tools-list"></tbody></table></section>
</div>
</div>
${end}`;
}

type Fact = [name: string, value: string | null];

/** Who signed, for which request, on which chain. */
function factsOf(view: VerdictView): Fact[] {
  return [
    ["Signed by", signerOf(view, "service's agent")],
    ["Request", view.request_id === null ? null : `<code>${escapeHtml(view.request_id)}</code>`],
    ["Chain", view.chain_name],
    ["Tool", view.tool === null ? null : `<code>${escapeHtml(view.tool)}</code>`],
    ["Marketplace", view.marketplace === null ? null : `<code>${view.marketplace}</code>`],
    ["Executed", view.executed_at === null ? null : escapeHtml(view.executed_at)],
    ...view.transactions.map(({ name, tx, href }): [string, string] => [
      `${name} transaction`,
      href === null
        ? `<code>${escapeHtml(tx)}</code>`
        : `<a href="${href}"><code>${escapeHtml(tx)}</code></a>`,
    ]),
  ];
}

function signature(
  view: Readonly<{ valid_signature: boolean; problems: readonly string[] }>,
  facts: readonly Fact[],
): string {
  const state = view.valid_signature
    ? '<span class="badge good">signature valid</span>'
    : '<span class="badge bad">signature not valid</span>';
  return `<section id="signature" aria-labelledby="signature-title"><h2 id="signature-title">Signature ${state}</h2>
${view.problems.length > 0 ? `<ul>${view.problems.map((one) => `<li>${escapeHtml(one)}</li>`).join("")}</ul>` : ""}
<dl class="facts">${facts
    .filter((fact) => fact[1] !== null)
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`)
    .join("\n")}</dl>
<p><button id="check" type="button">Check the signature again</button> <span id="checked" role="status"></span></p></section>`;
}

function signerOf(
  { signer, is_ours: isOurs }: Readonly<{ signer: string | null; is_ours: boolean | null }>,
  who: string,
): string | null {
  if (signer === null) return null;
  const whose = isOurs === null ? "" : ` (${isOurs ? "" : "not "}this ${who})`;
  return `<code>${signer}</code>${whose}`;
}

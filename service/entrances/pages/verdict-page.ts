import { readVerdictView, type VerdictView } from "../../marketplace/verdict-view.ts";
import { compareWithRegistry, type RegisteredSigner } from "../../marketplace/registered-signer.ts";
import { summarize } from "../../marketplace/verdict-summary.ts";
import { addressPage } from "../../terms/chains.ts";
import { escapeHtml } from "./frame/assets.ts";
import { pageRoute } from "./frame/page-route.ts";
import type { Route } from "../http/route.ts";
import { writeVerdict, type Detail, type VerdictPage } from "./verdict-markup.ts";

export const verdictPage: Route = pageRoute({
  path: "/verdicts/{cid}",
  summary: "A published verdict: findings, fix, and who signed it",
  refusals: ["not_found", "store_unavailable"],
  jsonRoute: {
    answer: async (parts, { pathPiece, signal }) => ({
      status: 200,
      body: await readVerdictView(parts, pathPiece("cid"), signal),
    }),
  },
  explain: (fault) => (fault.code === "not_found" ? missing : {}),
  content: async (parts, { pathPiece, signal }) => {
    const cid = pathPiece("cid");
    const view = await readVerdictView(parts, cid, signal);
    const { result, prompt } = view;
    const registered = await compareWithRegistry(parts, { signer: view.signer, chainId: view.chain_id });
    return {
      title: `Assay: verdict on request ${view.request_id ?? cid}`,
      description: "A verdict on a Python program, with who signed it.",
      section: "/marketplace",
      look: "verdict-page",
      scripts: ["verdict.js"],
      data: { cid, result, prompt, isSigned: view.valid_signature },
      main: `${writeVerdict(toPage(cid, view, registered))}
<p class="small soft">Did you ask for this verdict? <a href="/marketplace#rate">Rate the agent</a>. Have another one? <a href="/verify">Check a file, a CID or pasted JSON</a>.</p>`,
    };
  },
});

const missing = {
  title: "No such verdict here",
  message: "This service does not hold a verdict at this address.",
  hint: "A published verdict can still be on IPFS: check its CID or its file with `assay verify`, or paste it under Verify.",
};

function toPage(cid: string, view: VerdictView, registered: RegisteredSigner | undefined): VerdictPage {
  const { result, prompt, signer } = view;
  return {
    hasCode: prompt !== null,
    summary: summarize(result),
    refusal: result === null ? "The document cannot be read." : `The agent answered: ${result.slice(0, 500)}`,
    isSigned: view.valid_signature,
    problems: view.problems,
    signedBy: signer === null ? "" : `Its signer is ${accountLink(view.chain_id, signer)}`,
    signer: signerPoint(view, registered),
    at: view.executed_at ?? undefined,
    notSigned: view.not_signed,
    details: detailsOf(cid, view),
  };
}

function signerPoint(
  { is_ours: isOurs, chain_name: chain }: VerdictView,
  registered: RegisteredSigner | undefined,
): VerdictPage["signer"] {
  if (registered?.outcome === "same")
    return {
      outcome: "good",
      title: "The signer is this agent",
      html: `The identity registry names it as the wallet of agent ${registered.agentId} on ${escapeHtml(chain ?? "its chain")}.`,
    };
  if (registered?.outcome === "unreachable")
    return {
      outcome: "unknown",
      title: "The chain cannot be reached",
      html: `Whether the signer is agent ${registered.agentId} is not known right now. The signature was checked all the same. Load this page again in a minute.`,
    };
  if (isOurs === true)
    return {
      outcome: "good",
      title: "The signer is this agent",
      html: `It is the key of the agent that this service shows on ${escapeHtml(chain ?? "its chain")}.`,
    };
  if (isOurs === false)
    return {
      outcome: "bad",
      title: "The signer is not this agent",
      html: "Anybody can sign with a key of their own. Compare the address with the agent that was asked.",
    };
  return {
    outcome: "unknown",
    title: "Compare the signer",
    html: "This service has no agent on that marketplace. Compare the address with the agent that was asked.",
  };
}

function detailsOf(cid: string, view: VerdictView): readonly Detail[] {
  const raw = `/ipfs/${encodeURIComponent(cid)}${view.file === null ? "" : `/${encodeURIComponent(view.file)}`}`;
  const code = (text: string | null): string | null =>
    text === null ? null : `<code>${escapeHtml(text)}</code>`;
  const rows: readonly (readonly [string, string | null])[] = [
    ["Request", code(view.request_id)],
    ...view.transactions.map(({ name, tx, href }): [string, string] => [
      `${name} transaction`,
      href === null ? code(tx)! : onExplorer(href, tx),
    ]),
    ["Chain", view.chain_name],
    ["Tool", code(view.tool)],
    ["Mech (the agent's contract)", view.mech === null ? null : accountLink(view.chain_id, view.mech)],
    ["Marketplace", view.marketplace === null ? null : accountLink(view.chain_id, view.marketplace)],
    ["Signer", view.signer === null ? null : accountLink(view.chain_id, view.signer)],
    ["Executed", view.executed_at === null ? null : escapeHtml(view.executed_at)],
    [
      "Document on IPFS",
      `<a href="${escapeHtml(raw)}"><code>${escapeHtml(cid)}</code></a>${copyButton("CID", cid)}`,
    ],
    ["Request on IPFS", code(view.request_cid)],
    ["Verdict SHA-256", code(view.verdict_sha256)],
    [
      "Without this page",
      `<code>${escapeHtml(withoutPage(cid, view.signer))}</code>${copyButton("command", withoutPage(cid, view.signer))}`,
    ],
  ];
  return rows.flatMap(([name, html]) => (html === null ? [] : [{ name, html }]));
}

function withoutPage(cid: string, signer: string | null): string {
  return `assay verify ${cid}${signer === null ? "" : ` --signer ${signer}`}`;
}

function copyButton(what: string, text: string): string {
  return ` <button class="copy quiet" type="button" data-what="${what}" data-copy="${escapeHtml(text)}">Copy</button>`;
}

/** An account, with a link to the chain's explorer where there is one. */
function accountLink(chainId: number | null, address: string): string {
  const href = chainId === null ? undefined : addressPage(chainId, address);
  return href === undefined ? `<code>${escapeHtml(address)}</code>` : onExplorer(href, address);
}

function onExplorer(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}"><code>${escapeHtml(text)}</code><span class="sr"> (on the explorer)</span></a>`;
}

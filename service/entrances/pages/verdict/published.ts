import type { RegisteredSigner } from "../../../marketplace/registered-signer.ts";
import type { VerdictView } from "../../../marketplace/verdict-view.ts";
import { summarize } from "../../../marketplace/verdict-summary.ts";
import { addressPage } from "../../../terms/chains.ts";
import { escapeHtml } from "../frame/assets.ts";
import { copyButton, type Detail, type VerdictPage } from "./write-verdict.ts";

/** A verdict that the agent published for a request on the marketplace. */
export function describePublished(
  cid: string,
  view: VerdictView,
  registered: RegisteredSigner | undefined,
): VerdictPage {
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

/** An account, with a link to the chain's explorer where there is one. */
function accountLink(chainId: number | null, address: string): string {
  const href = chainId === null ? undefined : addressPage(chainId, address);
  return href === undefined ? `<code>${escapeHtml(address)}</code>` : onExplorer(href, address);
}

function onExplorer(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}"><code>${escapeHtml(text)}</code><span class="sr"> (on the explorer)</span></a>`;
}

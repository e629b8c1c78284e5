import { readVerdictView } from "../../marketplace/verdict-view.ts";
import { compareWithRegistry } from "../../marketplace/registered-signer.ts";
import { readSharedVerdict, type SharedVerdictView } from "../../sharing/read-shared.ts";
import { isSharedId } from "../../sharing/share-verdict.ts";
import type { PageContent } from "./frame/frame.ts";
import { pageRoute } from "./frame/page-route.ts";
import { describePublished } from "./verdict/published.ts";
import { describeShared } from "./verdict/shared.ts";
import { writeVerdict } from "./verdict/write-verdict.ts";
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
  explain: (fault, { pathPiece }) => {
    if (fault.code !== "not_found") return {};
    return isSharedId(pathPiece("cid")) ? expired : missing;
  },
  content: async (parts, { pathPiece, signal }) => {
    const cid = pathPiece("cid");
    if (isSharedId(cid)) return showShared(await readSharedVerdict(parts, cid));
    const view = await readVerdictView(parts, cid, signal);
    const { result, prompt } = view;
    const registered = await compareWithRegistry(parts, { signer: view.signer, chainId: view.chain_id });
    return {
      title: `Assay: verdict on request ${view.request_id ?? cid}`,
      description: "A verdict on a Python program, with who signed it.",
      section: "/marketplace",
      look: "verdict-page",
      scripts: ["verdict.js"],
      data: { check: { cid }, result, prompt, isSigned: view.valid_signature },
      main: `${writeVerdict(describePublished(cid, view, registered))}
<p class="small soft">Did you ask for this verdict? <a href="/marketplace#rate">Rate the agent</a>. ${haveAnother}</p>`,
    };
  },
});

const haveAnother = 'Have another one? <a href="/verify">Check a file, a CID or pasted JSON</a>.';

function showShared(view: SharedVerdictView): PageContent {
  const { request, verdict } = view;
  return {
    title: "Assay: a shared verdict",
    description: "A verdict on a Python program, with who signed it.",
    look: "verdict-page",
    scripts: ["verdict.js"],
    data: {
      check: { response: verdict, request },
      result: JSON.stringify(verdict),
      prompt: JSON.stringify(request),
      isSigned: view.valid_signature,
    },
    isPrivate: true,
    main: `${writeVerdict(describeShared(view))}
<p class="small soft">${haveAnother}</p>`,
  };
}

const missing = {
  title: "No such verdict here",
  message: "This service does not hold a verdict at this address.",
  hint: "Ask the sender for a new link. A published verdict can still be on IPFS: check its CID or its file with assay verify, or paste it under Verify.",
};

const expired = {
  title: "This link has expired",
  message: "Its verdict was kept for a time and is deleted now, or was deleted by its sender.",
  hint: "Ask the sender for a new link, or run the code yourself in the playground.",
};

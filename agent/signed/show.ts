import { isAnswerPublic, readRequest } from "../../service/parts/marketplace-request.ts";
import { maxDocumentBytes, readDocument } from "../../service/parts/verdict-document.ts";
import type { DoorAnswer } from "../door-answer.ts";
import type { AgentParts } from "../parts.ts";
import { idOf } from "./submission.ts";

/** The outcome of a signed request: nothing yet, the published document, or why there will be none. */
export async function showSigned(
  { store, market, ipfs, stopping }: AgentParts,
  requestId: string | null,
): Promise<DoorAnswer> {
  if (requestId === null || !/^\d{1,78}$/.test(requestId)) {
    return {
      status: 400,
      body: { error: "bad_request", message: "Name the request by its decimal request_id." },
    };
  }
  const entry = await store.readEntry(market.book, idOf({ request_id: BigInt(requestId) }));
  const request = entry && readRequest(entry);
  if (!entry || !request?.signed)
    return { status: 404, body: { error: "not_found", message: "No such request." } };
  if (entry.state === "refused") {
    return {
      status: 200,
      body: { request_id: requestId, status: "rejected", reason: request.problem ?? "" },
    };
  }
  if (!isAnswerPublic(entry.state) || request.verdictCid === undefined) return { status: 200, body: {} };
  const response =
    request.document ?? (await readPublished({ ipfs, stopping }, request.verdictCid, requestId));
  // Clients show `result` as the answer; the whole document is for anyone who wants to check its signature.
  const result = response === undefined ? undefined : readDocument(response).document?.result;
  const content = { content_cid: request.verdictCid, result, response };
  return { status: 200, body: { request_id: requestId, status: "ok", ...content } };
}

async function readPublished(
  { ipfs, stopping }: Pick<AgentParts, "ipfs" | "stopping">,
  cid: string,
  name: string,
): Promise<string | undefined> {
  const bytes = await ipfs.readHeld(cid, [name], { maxBytes: maxDocumentBytes, signal: stopping });
  return bytes && new TextDecoder().decode(bytes);
}

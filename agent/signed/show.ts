import { hashMessage } from "viem";
import {
  isAnswerPublic,
  readRequest,
  type MarketplaceRequest,
} from "../../parts/journal/marketplace-request.ts";
import { maxDocumentBytes, readDocument } from "../../parts/proof/verdict-document.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { AgentParts } from "../parts.ts";
import type { Readings } from "./readings.ts";
import { idOf, Signature } from "./submission.ts";

/**
 * For this long after the settlement, anyone who sends the request's id gets the answer, as clients expect. By then the
 * id can be read on chain, so later requests need the requester's signature too.
 */
const openMs = 3_600_000;

type Question = Readonly<{ form: URLSearchParams; address: string }>;

/** The state of a signed request: pending, the answer, or why there will be none. */
export async function showSigned(
  parts: AgentParts,
  readings: Readings,
  question: Question,
): Promise<HttpReply> {
  const { store, market } = parts;
  const requestId = question.form.get("request_id");
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
  if (!isOpen(parts, request) && !(await isRequester(parts, readings, { ...question, requestId, request })))
    return signatureNeeded(requestId);
  const document = request.document ?? (await readPublished(parts, request.verdictCid, requestId));
  return answerWith({ request_id: requestId, status: "ok", content_cid: request.verdictCid }, document);
}

/** Versions before this one published the answer, and kept no document. */
function isOpen({ clock }: AgentParts, { document, at }: MarketplaceRequest): boolean {
  return document === undefined || clock.now() < (at.delivered ?? 0) + openMs;
}

async function isRequester(
  { limits }: Pick<AgentParts, "limits">,
  readings: Readings,
  { form, address, requestId, request }: Question & { requestId: string; request: MarketplaceRequest },
): Promise<boolean> {
  const signature = Signature.safeParse(form.get("signature"));
  if (!signature.success) return false;
  const giveBack = await limits.keep("unpaidSignedRequests", address);
  const hash = hashMessage(proofOf(requestId));
  const isSigned = await readings.isSigned({ signer: request.requester, hash, signature: signature.data });
  if (isSigned) giveBack();
  return isSigned;
}

/** What a requester signs, as wallets sign messages. */
function proofOf(requestId: string): string {
  return `Show the answer to request ${BigInt(requestId)}.`;
}

function signatureNeeded(requestId: string): HttpReply {
  const message = `This answer was settled more than an hour ago. Add \`signature\`: the requester's signature of the message "${proofOf(requestId)}"`;
  return { status: 401, body: { request_id: requestId, error: "unauthorized", message } };
}

/**
 * Clients show `result`; others read it in `response`, the document as an object. `document` is its text, byte for byte,
 * for anyone who checks its address or its signature.
 */
function answerWith(told: object, document: string | undefined): HttpReply {
  if (document === undefined) return { status: 200, body: told };
  const { result } = readDocument(document).document ?? {};
  // Written by hand: the document holds a 256-bit integer, and JavaScript's numbers would round it.
  const body = `${JSON.stringify({ ...told, result, document }).slice(0, -1)},"response":${document}}`;
  return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body };
}

async function readPublished(
  { ipfs, stopping }: Pick<AgentParts, "ipfs" | "stopping">,
  cid: string,
  name: string,
): Promise<string | undefined> {
  const bytes = await ipfs.readHeld(cid, [name], { maxBytes: maxDocumentBytes, signal: stopping });
  return bytes && new TextDecoder().decode(bytes);
}

import { z } from "zod";
import { isOurReceiptSigner, isSignedByUs } from "../../marketplace/our-signer.ts";
import { checkShared } from "../../sharing/read-shared.ts";
import { isSharedId } from "../../sharing/share-verdict.ts";
import { readJob } from "../../work/read-job.ts";
import { Fault } from "../../../parts/faults.ts";
import {
  checkPublished,
  describeCheck,
  findPublished,
  toContentAddress,
  type ContentLook,
  type PublishedDocument,
} from "../../../parts/proof/published-verdict.ts";
import { checkReceipt, describeReceipt } from "../../../parts/proof/receipts/check.ts";
import type { ExactJson } from "../../../parts/json/exact-json.ts";
import { maxDocumentBytes } from "../../../parts/proof/verdict-document.ts";
import type { CheckedDocument } from "../../../parts/proof/verdict-signature.ts";
import type { Parts } from "../../parts.ts";
import { maxBodyBytesFor } from "../http/body.ts";
import { flag, listOf, record, text, textOrNull } from "../openapi/json-schema.ts";
import { readAround } from "../http/read-body.ts";
import type { Route } from "../http/route.ts";

/** As long as a submission may be: a verdict is about as long as what it is about. */
const maxBodyBytes = maxBodyBytesFor(200_000);

const Body = z
  .object({
    document: z.string().optional().describe("A published verdict's text, byte for byte."),
    cid: z
      .string()
      .max(512)
      .optional()
      .describe(
        "Its address, where this service holds it: <cid>, <cid>/<request id>, `ipfs://…`, an address at a gateway, or the link or id of a shared verdict.",
      ),
    response: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("A whole answer with its `meta.receipt`; it may also be sent as the body itself."),
    request: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("The request that the answer claims to be for."),
  })
  .refine(({ document, cid, response }) => countGiven([document, cid, response]) === 1, {
    message: "send one of document, cid and response",
  });

/** An answer by itself: then all of it must be signed, whatever its members are called. */
function isAnswer(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.hasOwn(body, "meta");
}

function countGiven(values: readonly unknown[]): number {
  return values.filter((value) => value !== undefined).length;
}

/** What only one of the two is about. */
const ofDocuments = ["request_id", "tool", "request_cid", "chain_id", "marketplace", "mech"];
const ofReceipts = ["request_sha256", "payment", "entrance", "issued_at"];

export const verify: Route = {
  method: "post",
  path: "/v1/verify",
  summary: "Check who signed a verdict",
  description:
    "Needs no key and costs nothing. Takes an answer with its receipt, or a verdict that the agent published. `valid_signature` says that the signer it names signed it as it is, with nothing added but what `not_signed` lists; `is_ours` says whether that is this service or its agent, where that is known.",
  isOpenToPages: true,
  request: z.toJSONSchema(Body, { io: "input" }),
  maxBodyBytes,
  response: {
    status: 200,
    description: "Who signed what, or what is wrong with it.",
    schema: record(
      {
        valid_signature: flag,
        signer: textOrNull,
        request_id: textOrNull,
        tool: textOrNull,
        mode: textOrNull,
        request_cid: textOrNull,
        verdict_sha256: textOrNull,
        chain_id: { type: ["integer", "null"] },
        marketplace: textOrNull,
        mech: textOrNull,
        request_sha256: textOrNull,
        payment: textOrNull,
        entrance: textOrNull,
        issued_at: { type: ["integer", "null"] },
        not_signed: listOf(text),
        problems: listOf(text),
        is_ours: flag,
      },
      [...ofDocuments, ...ofReceipts, "is_ours"],
    ),
  },
  refusals: ["unsupported_language", "not_found", "store_unavailable"],
  answer: async (parts, { readExactJson, signal }) => {
    const body = await readExactJson();
    if (isAnswer(body.value)) return { status: 200, body: await checkAnswer(parts, body) };
    const { beside, response } = readAround(Body, body);
    if (beside.response !== undefined)
      return { status: 200, body: await checkAnswer(parts, response, beside.request) };
    const address = beside.cid === undefined ? undefined : toContentAddress(beside.cid);
    if (address !== undefined && isSharedId(address))
      return { status: 200, body: await checkShared(parts, address) };
    const checked = await check(parts, { ...beside, cid: address }, signal);
    const isOurs = checked.ok ? await isSignedByUs(parts, checked) : undefined;
    return {
      status: 200,
      body: { ...describeCheck(checked), ...(isOurs !== undefined && { is_ours: isOurs }) },
    };
  },
};

/** The receipt of an answer; for a request, where one is given. */
async function checkAnswer(parts: Parts, response: ExactJson, request?: Readonly<Record<string, unknown>>) {
  const job = request === undefined ? undefined : readJob(parts, request);
  const checked = await checkReceipt(response, job);
  const isOurs = checked.ok && isOurReceiptSigner(parts, checked.receipt.signer);
  return { ...describeReceipt(checked), ...(checked.ok && { is_ours: isOurs }) };
}

async function check(
  parts: Pick<Parts, "ipfs" | "json">,
  { document, cid }: z.infer<typeof Body>,
  signal: AbortSignal,
): Promise<CheckedDocument> {
  const read = async (published: string) => parts.json.readDocument(published, signal);
  if (document !== undefined) return checkPublished({ text: document, name: undefined }, read);
  try {
    return await checkPublished(await findHeld(parts, cid!, signal), read);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "content_invalid") throw error;
    return { ok: false, signer: undefined, document: undefined, problems: [error.message] };
  }
}

async function findHeld(
  { ipfs }: Pick<Parts, "ipfs">,
  address: string,
  signal: AbortSignal,
): Promise<PublishedDocument> {
  const reading = { maxBytes: maxDocumentBytes, signal };
  const look: ContentLook = {
    list: async (cid) => ipfs.listHeld(cid, [], reading),
    read: async (cid, path) => ipfs.readHeld(cid, path, reading),
  };
  const found = await findPublished(look, address);
  if (found) return found;
  throw new Fault("not_found", {
    message: "This service does not store that content. Send the document itself.",
  });
}

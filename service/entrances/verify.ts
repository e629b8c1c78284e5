import { z } from "zod";
import { isSignedByUs } from "../access/our-signer.ts";
import { Fault } from "../faults.ts";
import {
  checkPublished,
  describeCheck,
  findPublished,
  type ContentLook,
  type PublishedDocument,
} from "../parts/published-verdict.ts";
import { maxDocumentBytes } from "../parts/verdict-document.ts";
import type { CheckedDocument } from "../parts/verdict-signature.ts";
import type { Parts } from "../parts.ts";
import { maxBodyBytesFor } from "./body.ts";
import { flag, listOf, record, text, textOrNull } from "./json-schema.ts";
import { readBody } from "./read-body.ts";
import type { Route } from "./route.ts";

/** As long as a submission may be: a verdict is about as long as what it is about. */
const maxBodyBytes = maxBodyBytesFor(200_000);

const Body = z
  .object({
    document: z.string().optional().describe("The published text, byte for byte."),
    cid: z
      .string()
      .max(512)
      .optional()
      .describe("Its address, as <cid> or <cid>/<request id>, where this service holds it."),
  })
  .refine(({ document, cid }) => (document === undefined) !== (cid === undefined), {
    message: "Send either the document or the cid of one.",
  });

export const verify: Route = {
  method: "post",
  path: "/v1/verify",
  summary: "Check who signed a published verdict",
  description:
    "Needs no key and costs nothing. `valid_signature` says that the signer the document names signed it as it is; whether that is this service's agent, `is_ours` says where that is known.",
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
        problems: listOf(text),
        is_ours: flag,
      },
      ["is_ours"],
    ),
  },
  refusals: ["not_found", "store_unavailable"],
  answer: async (parts, { readJson, signal }) => {
    const body = readBody(Body, await readJson());
    const checked = await check(parts, body, signal);
    const isOurs = checked.ok ? await isSignedByUs(parts, checked) : undefined;
    return {
      status: 200,
      body: { ...describeCheck(checked), ...(isOurs !== undefined && { is_ours: isOurs }) },
    };
  },
};

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

import { z } from "zod";
import { bindReceipt, findBound } from "../../marketplace/feedback.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import { registryOf } from "../../marketplace/reputation.ts";
import { Fault } from "../../../parts/faults.ts";
import { writeFeedback, type RatedAnswer } from "../../../parts/chain/feedback-file.ts";
import { encodeRating } from "../../../parts/chain/reputation-registry.ts";
import type { Parts } from "../../parts.ts";
import { maxBodyBytesFor } from "../http/body.ts";
import { count, record, text } from "../openapi/json-schema.ts";
import { readAround } from "../http/read-body.ts";
import type { Route } from "../http/route.ts";

const maxBodyBytes = maxBodyBytesFor(200_000);

const Body = z.object({
  response: z.record(z.string(), z.unknown()).describe("The whole answer, with its `meta.receipt`."),
  rater: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, "must be 0x and 40 hexadecimal digits")
    .describe("The account that will send the rating."),
  value: z.int().min(0).max(100).describe("The rating, from 0 to 100."),
});

export const prepareFeedback: Route = {
  method: "post",
  path: "/v1/reputation/feedback",
  summary: "Prepare a rating with proof of the answer and its payment",
  description:
    "Takes an answer that was paid for, by x402 or with credits. Its rater counts as served from then on, like a requester of the marketplace; one receipt is for one rater. " +
    "Answers the feedback file of ERC-8004 with its address and hash, and the call that adds the rating.",
  isOpenToPages: true,
  request: z.toJSONSchema(Body, { io: "input" }),
  maxBodyBytes,
  response: {
    status: 200,
    description: "The file, and the call to send from the rater's account.",
    schema: record({
      feedback_uri: text,
      feedback_hash: text,
      file: { type: "object" },
      chain_id: count,
      to: text,
      calldata: text,
    }),
  },
  refusals: ["bad_request", "not_found", "too_large", "unsupported_media_type", "store_unavailable"],
  answer: async (parts, { readExactJson }) => {
    const rated = requireRated(parts);
    const { beside, response } = readAround(Body, await readExactJson());
    const { rater, value } = beside;
    const bound = await bindReceipt(parts, { response, rater: rater.toLowerCase() as `0x${string}` });
    const { text: file, hash } = writeFeedback(rated, bound.rated, value);
    const uri = `${baseUrlOf(parts.config)}/v1/reputation/feedback/${bound.id}-${value}`;
    return {
      status: 200,
      body: {
        feedback_uri: uri,
        feedback_hash: hash,
        file: JSON.parse(file) as object,
        chain_id: rated.chainId,
        ...encodeRating(rated.registry, { value, endpoint: rated.endpoint, uri, hash }),
      },
    };
  },
};

export const feedbackFile: Route = {
  method: "get",
  path: "/v1/reputation/feedback/{file}",
  summary: "A feedback file, byte for byte as its hash on chain has it",
  isOpenToPages: true,
  response: {
    status: 200,
    description: "The file of ERC-8004.",
    schema: record({
      agentRegistry: text,
      agentId: count,
      clientAddress: text,
      createdAt: text,
      value: count,
      valueDecimals: count,
      tag1: text,
      tag2: text,
      endpoint: text,
      receipt: { type: "object" },
    }),
  },
  refusals: ["not_found", "store_unavailable"],
  answer: async (parts, { pathPiece }) => {
    const rated = requireRated(parts);
    const [, id, value] = /^([0-9a-f]{64})-(\d{1,3})$/.exec(pathPiece("file")) ?? [];
    const bound: RatedAnswer | undefined = id === undefined ? undefined : await findBound(parts, id);
    if (!bound || Number(value) > 100) throw new Fault("not_found");
    const { text: file } = writeFeedback(rated, bound, Number(value));
    return { status: 200, type: "application/json", body: file };
  },
};

/** The agent, with what a feedback file says of it. */
function requireRated(parts: Parts) {
  const registry = registryOf(parts);
  const { IDENTITY_REGISTRY: identityRegistry } = parts.config;
  if (!registry || identityRegistry === undefined)
    throw new Fault("not_found", { message: "This deployment has no agent to rate." });
  const { agentId, chain } = registry;
  return { registry, agentId, chainId: chain.chainId, identityRegistry, endpoint: baseUrlOf(parts.config) };
}

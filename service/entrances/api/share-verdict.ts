import { z } from "zod";
import { deleteShared, shareVerdict } from "../../sharing/share-verdict.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import { toIso } from "../../../platform/clock.ts";
import { maxBodyBytesFor } from "../http/body.ts";
import { readAround } from "../http/read-body.ts";
import type { Route } from "../http/route.ts";
import { record, text } from "../openapi/json-schema.ts";

const Body = z.object({
  request: z
    .record(z.string(), z.unknown())
    .describe("The request, as it was sent: `code`, `mode`, `options`, `files`."),
  verdict: z
    .record(z.string(), z.unknown())
    .describe("The whole answer to it, with its `meta.receipt`, as it came."),
});

export const createShare: Route = {
  method: "post",
  path: "/v1/verdicts",
  summary: "Share a verdict by a link",
  description:
    "Keeps the code and its verdict for anyone who has the link, who can check the receipt. Taken only with this service's own receipt over exactly this request and verdict. Needs no key and costs nothing. The link is not listed anywhere, and crawlers are told to leave it out. Code may hold secrets: look before you share.",
  isOpenToPages: true,
  request: z.toJSONSchema(Body, { io: "input" }),
  maxBodyBytes: maxBodyBytesFor(200_000),
  response: {
    status: 201,
    description: "The link, until when it is kept, and what deletes it earlier.",
    schema: record({ id: text, url: text, expires_at: text, delete_token: text }),
  },
  refusals: ["unsupported_language", "not_found", "rate_limited", "busy", "store_unavailable"],
  answer: async (parts, { readExactJson, credential }) => {
    const { beside, response: verdict } = readAround(Body, await readExactJson(), "verdict");
    const { request } = beside;
    const shared = await shareVerdict(parts, { request, verdict, address: credential.address });
    return {
      status: 201,
      headers: { "cache-control": "no-store" },
      body: {
        id: shared.id,
        url: `${baseUrlOf(parts.config)}/verdicts/${shared.id}`,
        expires_at: toIso(shared.expiresAtMs),
        delete_token: shared.deleteToken,
      },
    };
  },
};

export const removeShare: Route = {
  method: "delete",
  path: "/v1/verdicts/{id}",
  summary: "Delete a shared verdict",
  description: "Takes the `delete_token` that came with the link, as `Authorization: Bearer <delete_token>`.",
  isOpenToPages: true,
  response: {
    status: 200,
    description: "It is deleted, and its link leads nowhere.",
    schema: record({ deleted: { const: true } }),
  },
  refusals: ["not_found", "store_unavailable"],
  answer: async (parts, { pathPiece, credential }) => {
    await deleteShared(parts, pathPiece("id"), credential.secret ?? "");
    return { status: 200, body: { deleted: true } };
  },
};

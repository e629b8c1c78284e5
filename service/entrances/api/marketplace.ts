import { z } from "zod";
import { toFieldProblem } from "../../work/field-problem.ts";
import { readMarketplace, type RequestPlace } from "../../marketplace/marketplace.ts";
import { MarketplaceAnswer } from "../../marketplace/marketplace-answer.ts";
import { Fault } from "../../../parts/faults.ts";
import type { Incoming, Route } from "../http/route.ts";

const maxRequests = 100;
const usualRequests = 25;

export const marketplace: Route = {
  method: "get",
  path: "/v1/marketplace",
  summary: "What the marketplace agent is doing",
  description:
    "The agents that share this store, and the requests they have seen, newest first: how far each has come, with its " +
    "times, CIDs and transactions. Amounts are decimal text in wei. At most a second old.",
  isOpenToPages: true,
  query: {
    before: { type: "string", description: "The `next` of the page before; without it the newest." },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: maxRequests,
      default: usualRequests,
      description: "How many requests at most; a page may end before, and then has a `next`.",
    },
  },
  response: {
    status: 200,
    description: "Agents, totals and one page of requests.",
    schema: z.toJSONSchema(MarketplaceAnswer, { io: "input", target: "draft-2020-12" }),
  },
  refusals: ["bad_request", "store_unavailable"],
  answer: async (parts, { query }) => {
    const { last, ...answer } = await readMarketplace(parts, readPage(query));
    return {
      status: 200,
      headers: { "cache-control": "public, max-age=1" },
      body: { ...answer, next: last ? toCursor(last) : null } satisfies MarketplaceAnswer,
    };
  },
};

const Page = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}-0x[0-9a-f]{64}$/, "must be the `next` of an earlier answer")
    .transform(toPlace)
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `must be a number from 1 to ${maxRequests}`)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= maxRequests, `must be a number from 1 to ${maxRequests}`)
    .default(usualRequests),
});

function readPage(query: Incoming["query"]): { before: RequestPlace | undefined; limit: number } {
  const asked = { before: query("before"), limit: query("limit") };
  const read = Page.safeParse(asked);
  if (read.success) return { before: read.data.before, limit: read.data.limit };
  const fields = read.error.issues.map((issue) => toFieldProblem(issue, asked, ["query"]));
  throw new Fault("bad_request", { fields });
}

const toCursor = ({ seenAtMs, id }: RequestPlace): string => `${seenAtMs}-${id}`;

function toPlace(cursor: string): RequestPlace {
  const [seenAtMs = "", id = ""] = cursor.split("-");
  return { seenAtMs: Number(seenAtMs), id };
}

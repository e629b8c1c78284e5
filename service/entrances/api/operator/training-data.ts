import { z } from "zod";
import { requireAdmin } from "../../../caller/admin.ts";
import { toFieldProblem } from "../../../work/field-problem.ts";
import { modes } from "../../../../engine/job.ts";
import { Fault } from "../../../../parts/faults.ts";
import { toIso } from "../../../../platform/clock.ts";
import { listOf, record, text } from "../../openapi/json-schema.ts";
import type { Incoming, Route } from "../../http/route.ts";

const maxItems = 100;

export const trainingData: Route = {
  method: "get",
  path: "/v1/training-data",
  summary: "Rejected snippets, for the operator",
  description:
    "For the operator of this deployment, with `ADMIN_TOKEN` as bearer; 404 where nothing is recorded. Snippets whose verdict was " +
    "`valid: false`, oldest first, each once, with credentials masked and nothing that says whose they were. Ask again " +
    "with `since` set to `next`; there are no more for now when `items` is empty. A caller opts out with `x-no-record: 1`.",
  isForOperator: true,
  query: {
    since: {
      ...text,
      pattern: "^\\d{1,15}$",
      description: "The `next` of the page before; without it the oldest.",
    },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: maxItems,
      default: maxItems,
      description: "How many items at most; a page of long ones ends before.",
    },
  },
  response: {
    status: 200,
    description: "One page, and where the next begins.",
    schema: record({
      items: listOf(
        record({
          cursor: text,
          code: { ...text, description: "Asterisks stand for credentials." },
          rules: { ...listOf(text), description: "What made the verdict invalid." },
          mode: { enum: modes },
          at: { ...text, format: "date-time" },
        }),
      ),
      next: text,
    }),
  },
  refusals: ["bad_request", "unauthorized", "not_found", "rate_limited", "store_unavailable"],
  answer: async (parts, incoming) => {
    if (!parts.recorder) throw new Fault("not_found");
    await requireAdmin(parts, incoming);
    const { since, limit } = readPage(incoming.query);
    const page = await parts.store.listRecordings({ after: since, limit });
    const items = page.map(({ cursor, code, rules, mode, atMs }) => ({
      cursor: String(cursor),
      code,
      rules,
      mode,
      at: toIso(atMs),
    }));
    return {
      status: 200,
      headers: { "cache-control": "no-store" },
      body: { items, next: items.at(-1)?.cursor ?? String(since) },
    };
  },
};

const Page = z.object({
  since: z
    .string()
    .regex(/^\d{1,15}$/, "must be the `next` of an earlier answer")
    .transform(Number)
    .default(0),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, `must be a number from 1 to ${maxItems}`)
    .transform(Number)
    .default(maxItems),
});

function readPage(query: Incoming["query"]): z.infer<typeof Page> {
  const asked = { since: query("since"), limit: query("limit") };
  const read = Page.safeParse(asked);
  if (read.success) return read.data;
  const fields = read.error.issues.map((issue) => toFieldProblem(issue, asked, ["query"]));
  throw new Fault("bad_request", { fields });
}

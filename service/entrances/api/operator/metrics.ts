import { requireAdminWhereSet } from "../../../caller/admin.ts";
import type { Route } from "../../http/route.ts";

export const metrics: Route = {
  method: "get",
  path: "/metrics",
  summary: "Prometheus metrics",
  description: "Where `ADMIN_TOKEN` is set it must be sent as bearer; otherwise anyone may read it.",
  isForOperator: "where ADMIN_TOKEN is set",
  response: { status: 200, description: "Text exposition format.", type: "text/plain" },
  refusals: ["unauthorized", "rate_limited"],
  answer: async (parts, incoming) => {
    await requireAdminWhereSet(parts, incoming);
    return { status: 200, headers: { "cache-control": "no-store" }, ...(await parts.metrics.text()) };
  },
};

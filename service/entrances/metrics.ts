import type { Route } from "./route.ts";

export const metrics: Route = {
  method: "get",
  path: "/metrics",
  summary: "Prometheus metrics",
  response: { status: 200, description: "Text exposition format.", type: "text/plain" },
  answer: async (parts) => ({ status: 200, ...(await parts.metrics.text()) }),
};

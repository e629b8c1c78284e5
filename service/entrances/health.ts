import type { Route } from "./route.ts";

/** Answers 503 only when the store is gone: without it nobody can be served. */
export const health: Route = {
  method: "get",
  path: "/healthz",
  summary: "Liveness probe",
  response: { status: 200, description: "Alive.", schema: { $ref: "#/components/schemas/Health" } },
  answer: async ({ store, types, sandbox, release }) => {
    const hasStore = await store.ping().then(
      () => true,
      () => false,
    );
    const isWhole = hasStore && types.isUp() && sandbox?.state() !== "down";
    return {
      status: hasStore ? 200 : 503,
      headers: { "cache-control": "no-store" },
      body: {
        status: isWhole ? "ok" : hasStore ? "degraded" : "unavailable",
        version: release.version,
        checks: {
          store: hasStore ? "ok" : "down",
          types: types.isUp() ? "ok" : "down",
          sandbox: sandbox?.state() ?? "off",
          chain: "off",
        },
      },
    };
  },
};

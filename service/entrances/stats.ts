import type { Route } from "./route.ts";

export const stats: Route = {
  method: "get",
  path: "/v1/stats",
  summary: "Uptime, workers, calls in progress and totals since the start",
  response: { status: 200, description: "Numbers of this process.", schema: { type: "object" } },
  answer: async ({ clock, startedAtMs, turns, types, sandbox, inFlight, metrics }) => ({
    status: 200,
    body: {
      uptime_s: Math.round((clock.monotonic() - startedAtMs) / 1000),
      workers: {
        types: types.workers(),
        checking: turns.checking.taken(),
        running: turns.running.taken(),
        waiting: turns.checking.waiting() + turns.running.waiting(),
        boxes: sandbox?.numbers() ?? null,
      },
      in_progress: inFlight.count(),
      totals: await metrics.totals(),
    },
  }),
};

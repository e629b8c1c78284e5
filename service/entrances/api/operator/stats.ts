import { count, mapOf, record } from "../../openapi/json-schema.ts";
import type { Route } from "../../http/route.ts";

const boxes = record({ idle: count, starting: count, inUse: count });
const totals = mapOf(mapOf(count));

export const stats: Route = {
  method: "get",
  path: "/v1/stats",
  summary: "Uptime, workers, calls in progress and totals since the start",
  isOpenToPages: true,
  response: {
    status: 200,
    description:
      "Numbers of this process. `boxes` is null where no code is run; `totals` are verdicts by tier and mode.",
    schema: record({
      uptime_s: count,
      workers: record({
        types: count,
        checking: count,
        running: count,
        waiting: count,
        boxes: { anyOf: [boxes, { type: "null" }] },
      }),
      in_progress: count,
      totals,
    }),
  },
  answer: async ({ clock, startedAtMs, turns, engine, inFlight, metrics }) => ({
    status: 200,
    body: {
      uptime_s: Math.round((clock.monotonic() - startedAtMs) / 1000),
      workers: {
        types: engine.status().typeCheckers,
        checking: turns.checking.taken(),
        running: turns.running.taken(),
        waiting: turns.checking.waiting() + turns.running.waiting(),
        boxes: engine.status().boxes,
      },
      in_progress: inFlight.count(),
      totals: await metrics.totals(),
    },
  }),
};

import type { Request, RequestHandler, Response } from "express";
import { startServerSpan } from "../../../platform/tracing/server-span.ts";
import { createNotes, type RequestNotes } from "../../../platform/tracing/stages.ts";
import type { Parts } from "../../parts.ts";

/** Asked for every few seconds by machines: nobody reads a line about each. */
const quietRoutes = new Set(["/healthz", "/metrics"]);

/** Every request is a number in the metrics, a line in the log, and a span where tracing is on. */
export function observeRequest({ clock, log, metrics }: Parts): RequestHandler {
  const observeStage = metrics.timer("assay_stage_seconds", "How long each stage of a call took.", "stage");
  return (request, response, next) => {
    const startedAt = clock.monotonic();
    const notes = createNotes(clock);
    const span = startServerSpan(request.method, request.headers);
    response.once("close", () => {
      const ms = clock.monotonic() - startedAt;
      const seen = describe(request, response);
      if (response.writableFinished) metrics.observeRequest({ ...seen, seconds: ms / 1000 });
      for (const [name, stageMs] of Object.entries(notes.stages())) observeStage(name, stageMs / 1000);
      span.end(seen);
      const level = quietRoutes.has(seen.route) ? "debug" : "info";
      log[level]("request", { ...lineOf(response, seen, notes), ms: Math.round(ms * 10) / 10 });
    });
    span.during(() => notes.during(next));
  };
}

type Seen = Readonly<{ route: string; method: string; status: number }>;

/** Only known routes and methods become labels: a caller must not be able to make up series. */
function describe(request: Request, { statusCode: status }: Response): Seen {
  const route = (request.route as { path?: string } | undefined)?.path ?? "none";
  return { route, method: route === "none" ? "any" : request.method, status };
}

function lineOf(response: Response, seen: Seen, notes: RequestNotes): Record<string, unknown> {
  const stages = notes.stages();
  return {
    requestId: response.getHeader("x-request-id"),
    ...seen,
    ...(!response.writableFinished && { hungUp: true }),
    ...notes.fields(),
    ...(Object.keys(stages).length > 0 && { stages }),
  };
}

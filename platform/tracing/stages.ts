import { AsyncLocalStorage } from "node:async_hooks";
import { SpanStatusCode, trace, type Span } from "@opentelemetry/api";
import type { Clock } from "../clock.ts";

type Fields = Readonly<Record<string, string | number | boolean>>;

/** What is learned of one request while it is served, for its line in the log. Never code, never a key. */
export type RequestNotes = Readonly<{
  /** Whatever `work` starts adds to these notes. */
  during<Result>(work: () => Result): Result;
  fields(): Fields;
  /** Milliseconds by stage. */
  stages(): Readonly<Record<string, number>>;
}>;

type Open = Readonly<{ clock: Clock; fields: Record<string, Fields[string]>; stages: Map<string, number> }>;

const current = new AsyncLocalStorage<Open>();
const tracer = trace.getTracer("assay");

export function createNotes(clock: Clock): RequestNotes {
  const open: Open = { clock, fields: {}, stages: new Map() };
  return {
    during: (work) => current.run(open, work),
    fields: () => open.fields,
    stages: () => Object.fromEntries([...open.stages].map(([name, ms]) => [name, Math.round(ms * 10) / 10])),
  };
}

/** Adds to the line and to the span of the request being served, if there is one. */
export function note(fields: Fields): void {
  Object.assign(current.getStore()?.fields ?? {}, fields);
  trace
    .getActiveSpan()
    ?.setAttributes(
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`assay.${name}`, value])),
    );
}

/** Does one stage of a request's work: its time goes into the request's line, and it is a span where tracing is on. */
export async function stage<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const open = current.getStore();
  const startedAt = open?.clock.monotonic() ?? 0;
  try {
    return await inSpan(name, work);
  } finally {
    if (open) open.stages.set(name, (open.stages.get(name) ?? 0) + open.clock.monotonic() - startedAt);
  }
}

/** A piece of work as a span, and nothing else. */
export async function inSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Only what kind of error it was: its words may hold the caller's text. */
export function fail(span: Span, error: unknown): void {
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  const code = error instanceof Error && "code" in error && String(error.code);
  span.setAttribute("error.type", code || kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

import type { RequestListener } from "node:http";
import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";
import { refuse } from "./entrances/http/answer.ts";
import { createCompression, type Compression } from "./entrances/http/compression.ts";
import { requestIdOf, toIncoming } from "./entrances/http/incoming.ts";
import { observeRequest } from "./entrances/http/observe-request.ts";
import { openToPages } from "./entrances/http/open-to-pages.ts";
import { explainToPeople } from "./entrances/pages/frame/problem-page.ts";
import type { Route } from "./entrances/http/route.ts";
import { routes } from "./entrances/routes.ts";
import { send } from "./entrances/http/send.ts";
import { Fault } from "../parts/faults.ts";
import type { Parts } from "./parts.ts";

/** Every address, the headers of every answer, and the one place where errors become refusals. */
export function createApp(parts: Parts): RequestListener {
  const app = express();
  const compress = createCompression();
  const observe = observeRequest(parts);
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", parts.config.TRUST_PROXY);
  app.use(nameAnswer(parts), observe);
  app.use(requireHost);

  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const address = router.route(path.replaceAll(/\{(\w+)\}/g, ":$1"));
    if (atPath.some(({ isOpenToPages }) => isOpenToPages)) address.all(openToPages(methodsOf(atPath)));
    for (const route of atPath) address[route.method](serveRoute(parts, route, compress));
    address.all(refuseMethod(atPath));
  }
  app.use(router);
  app.use(() => {
    throw new Fault("not_found");
  });
  app.use(answerError(parts, compress));
  return (request, response) =>
    app(
      request as Request,
      response as Response,
      refuseTarget(parts, request as Request, response as Response, { compress, observe }),
    );
}

/**
 * What the framework hands back unanswered: a request whose target is no address, which it does not show to anybody, or
 * an answer that broke off. It would write a page of its own.
 */
function refuseTarget(
  parts: Parts,
  request: Request,
  response: Response,
  { compress, observe }: Readonly<{ compress: Compression; observe: RequestHandler }>,
) {
  return (error?: unknown): void => {
    if (response.headersSent) {
      request.socket.destroy();
      return;
    }
    const fault =
      error ?? new Fault("bad_request", { message: "The request target is not a valid address." });
    const ended = (): void => undefined;
    const tell = (): void => void answerError(parts, compress)(fault, request, response, ended);
    nameAnswer(parts)(request, response, () => void observe(request, response, tell));
  };
}

/** On every response, refusals and health checks included. */
export function standingHeaders(
  { release }: Pick<Parts, "release">,
  requestId: string,
): Record<string, string> {
  return {
    "x-service-version": release.version,
    "x-api-version": "v1",
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
  };
}

function nameAnswer(parts: Parts): RequestHandler {
  return (request, response, next) => {
    response.set(standingHeaders(parts, requestIdOf(request.headers["x-request-id"])));
    next();
  };
}

/** HTTP/1.1 demands the header. Node would refuse without an envelope, so that is left to us. */
const requireHost: RequestHandler = (request, _response, next) => {
  if (request.httpVersion === "1.1" && request.headers.host === undefined)
    throw new Fault("bad_request", { message: "The `host` header is missing." });
  next();
};

function serveRoute(parts: Parts, route: Route, compress: Compression): RequestHandler {
  return async (request, response) => {
    const incoming = toIncoming(parts, route, request, response);
    try {
      await send(request, response, await route.answer(parts, incoming), { compress, route });
    } catch (error) {
      if (!incoming.signal.aborted) throw error;
    }
  };
}

function refuseMethod(atPath: readonly Route[]): RequestHandler {
  const allow = methodsOf(atPath);
  return (request, response) => {
    if (request.method !== "OPTIONS")
      throw new Fault("method_not_allowed", {
        allow,
        message: `This address takes ${allow.join(", ")} only.`,
      });
    response.set("allow", allow.join(", ")).status(204).end();
  };
}

function methodsOf(atPath: readonly Route[]): string[] {
  return atPath.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
}

/** Expected refusals as they are; anything else is a defect, logged here once and told to nobody. */
function answerError(parts: Parts, compress: Compression) {
  return async (error: unknown, request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const requestId = String(response.getHeader("x-request-id"));
    const fault = toFault(error);
    if (fault.code === "internal_error") {
      const cause = error instanceof Error ? error.stack : String(error);
      parts.log.error("request failed", { requestId, cause });
    }
    parts.metrics.countRefusal(fault.code);
    const isForPeople =
      (fault.code === "not_found" || fault.code === "internal_error") && prefersPages(request);
    const tell = isForPeople ? explainToPeople : refuse;
    await send(request, response, tell(parts.config, fault, requestId), { compress });
  };
}

/** Who follows a link in a browser gets a page, also where it is wrong or we are; programs get the envelope. */
function prefersPages({ method, headers }: Request): boolean {
  return method === "GET" && (headers.accept?.includes("text/html") ?? false);
}

function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error.kind.http === undefined ? new Fault("internal_error") : error;
  // Express says so of an address it cannot decode.
  if (error instanceof URIError)
    return new Fault("bad_request", { message: "The address cannot be decoded." });
  return new Fault("internal_error");
}

import { Fault, type RefusalCode } from "../../../../parts/faults.ts";
import type { Parts } from "../../../parts.ts";
import type { PageContent } from "./frame.ts";
import { explainToPeople } from "./problem-page.ts";
import { showPage } from "./show-page.ts";
import type { Incoming, Route } from "../../http/route.ts";

type Page = Pick<
  Route,
  "path" | "summary" | "description" | "query" | "refusals" | "otherAnswers" | "isDocument"
> &
  Readonly<{
    /** The JSON route at the same address, for programs. */
    jsonRoute?: Pick<Route, "answer" | "refusals" | "otherAnswers" | "needsKey">;
    headers?: Readonly<Record<string, string>>;
    content: (parts: Parts, incoming: Incoming) => Promise<PageContent> | PageContent;
    /** Replaces the title or hint on the page that shows a refusal. */
    explain?: (
      fault: Fault,
      incoming: Incoming,
    ) => Readonly<{ title?: string; message?: string; hint?: string }>;
  }>;

/** A page for people. `Accept: application/json` gets the same data as JSON, or a refusal where there is none. */
export function pageRoute({ jsonRoute, content, headers, explain, ...page }: Page): Route {
  return {
    method: "get",
    ...page,
    refusals: [
      ...(page.refusals ?? []),
      ...(jsonRoute ? refusalsOf(jsonRoute) : (["not_acceptable"] as const)),
    ],
    otherAnswers: { ...jsonRoute?.otherAnswers, ...page.otherAnswers },
    response: { status: 200, description: "A page for people.", type: "text/html" },
    answer: async (parts, incoming) => {
      if (!takesPages(incoming)) {
        if (!jsonRoute) throw new Fault("not_acceptable");
        const reply = await jsonRoute.answer(parts, incoming);
        return { ...reply, headers: { ...reply.headers, vary: "accept" } };
      }
      try {
        const { SOURCE_URL: sourceUrl } = parts.config;
        return showPage({ sourceUrl, ...(await content(parts, incoming)) }, headers);
      } catch (error) {
        if (!(error instanceof Fault) || error.kind.http === undefined || !prefersPages(incoming))
          throw error;
        parts.metrics.countRefusal(error.code);
        const told = explainToPeople(parts.config, error, incoming.requestId, explain?.(error, incoming));
        return { ...told, headers: { ...told.headers, ...headers } };
      }
    },
  };
}

function refusalsOf({
  refusals = [],
  needsKey = false,
}: Pick<Route, "refusals" | "needsKey">): RefusalCode[] {
  return [...refusals, ...(needsKey ? (["unauthorized", "store_unavailable"] as const) : [])];
}

/** Whether the caller accepts HTML: browsers name it, and a caller without an Accept header takes anything. */
function takesPages({ header }: Pick<Incoming, "header">): boolean {
  return /text\/html|text\/\*|\*\/\*/.test(header("accept") ?? "*/*");
}

/** Whether a caller asked for HTML by name, as browsers do. */
export function prefersPages({ header }: Pick<Incoming, "header">): boolean {
  return header("accept")?.includes("text/html") ?? false;
}

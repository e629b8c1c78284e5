import { pageHeaders, strictPageHeaders } from "./assets.ts";
import { inlineStyle } from "./built.ts";
import { writePage, type PageContent } from "./frame.ts";
import type { RouteReply } from "../../http/route.ts";

export function showPage(content: PageContent, headers: Readonly<Record<string, string>> = {}): RouteReply {
  return {
    status: 200,
    type: "text/html; charset=utf-8",
    headers: { ...policyFor(content), vary: "accept", ...headers },
    body: writePage(content),
  };
}

/** The style sheet stands in the page: a second round trip would hold up the first thing that is seen. */
function policyFor({ styleNonce }: PageContent): Readonly<Record<string, string>> {
  const nonce = styleNonce === undefined ? "" : ` 'nonce-${styleNonce}'`;
  const policy = strictPageHeaders["content-security-policy"];
  return {
    ...(styleNonce === undefined ? strictPageHeaders : pageHeaders),
    "content-security-policy": policy.replace(
      "style-src 'self'",
      `style-src 'self' ${inlineStyle().digest}${nonce}`,
    ),
  };
}

import { pageHeaders, strictPageHeaders } from "./assets.ts";
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

function policyFor({ styleNonce }: PageContent): Readonly<Record<string, string>> {
  if (styleNonce === undefined) return strictPageHeaders;
  const policy = strictPageHeaders["content-security-policy"];
  return {
    ...pageHeaders,
    "content-security-policy": policy.replace("style-src 'self'", `style-src 'self' 'nonce-${styleNonce}'`),
  };
}

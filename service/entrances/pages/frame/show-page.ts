import { strictPageHeaders } from "./assets.ts";
import { inlineStyle } from "./built.ts";
import { writePage, type PageContent } from "./frame.ts";
import type { RouteReply } from "../../http/route.ts";

export function showPage(content: PageContent, headers: Readonly<Record<string, string>> = {}): RouteReply {
  return {
    status: 200,
    type: "text/html; charset=utf-8",
    headers: { ...policy(content), vary: "accept", ...headers },
    body: writePage(content),
  };
}

/** The style sheet stands in the page: a second round trip would hold up the first thing that is seen. */
function policy({ hasOwnPictures = false }: PageContent): Readonly<Record<string, string>> {
  const strict = strictPageHeaders["content-security-policy"];
  const styled = strict.replace("style-src 'self'", `style-src 'self' ${inlineStyle().digest}`);
  return {
    ...strictPageHeaders,
    "content-security-policy": hasOwnPictures
      ? styled.replace("img-src 'self'", "img-src 'self' data:")
      : styled,
  };
}

import type { Route } from "../http/route.ts";

/** Payments, sign-in and shared verdicts are private, although only people with their address can find them. */
const rules = `User-agent: *
Disallow: /pay/
Disallow: /oauth/
Disallow: /ipfs/
Disallow: /verdicts/
Allow: /
`;

export const robots: Route = {
  method: "get",
  path: "/robots.txt",
  summary: "What crawlers may read",
  isDocument: true,
  response: { status: 200, description: "The rules.", type: "text/plain" },
  answer: () => ({
    status: 200,
    type: "text/plain; charset=utf-8",
    headers: { "cache-control": "public, max-age=86400" },
    body: rules,
  }),
};

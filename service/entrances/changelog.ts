import type { Route } from "./route.ts";

export const changelog: Route = {
  method: "get",
  path: "/v1/changelog",
  summary: "What changed in the serving version",
  response: { status: 200, description: "The newest entry.", schema: { type: "object" } },
  answer: ({ release: { version, date, changes } }) => ({ status: 200, body: { version, date, changes } }),
};

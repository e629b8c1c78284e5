import { listOf, record, text } from "../openapi/json-schema.ts";
import type { Route } from "../http/route.ts";

export const changelog: Route = {
  method: "get",
  path: "/v1/changelog",
  summary: "What changed in the serving version",
  isOpenToPages: true,
  isDocument: true,
  response: {
    status: 200,
    description: "The newest entry.",
    schema: record({
      version: text,
      date: text,
      changes: record({
        added: listOf(text),
        changed: listOf(text),
        fixed: listOf(text),
        security: listOf(text),
      }),
    }),
  },
  answer: ({ release: { version, date, changes } }) => ({ status: 200, body: { version, date, changes } }),
};

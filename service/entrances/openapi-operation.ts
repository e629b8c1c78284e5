import type { Config } from "../config.ts";
import { kinds, type RefusalCode } from "../faults.ts";
import { groupByStatus, headerParameters, headersOfAnswer, headersOfRefusals } from "./openapi-headers.ts";
import { tagOf } from "./openapi-tags.ts";
import type { Route } from "./route.ts";

/** A route's page in the API's description. */
export function describeRoute(route: Route, { ADMIN_TOKEN }: Pick<Config, "ADMIN_TOKEN">): object {
  const { summary, description, needsKey = false, isForOperator = false, request, response } = route;
  const wantsOperator = isForOperator === true || (isForOperator !== false && ADMIN_TOKEN !== undefined);
  return {
    operationId: `${route.method} ${route.path}`.replaceAll(/[^a-z0-9]+/gi, "_").replaceAll(/^_|_$/g, ""),
    tags: [tagOf(route.path)],
    summary,
    ...(description && { description }),
    ...(needsKey && { security: [{ bearer: [] }, { apiKey: [] }] }),
    ...(wantsOperator && { security: [{ operator: [] }] }),
    parameters: describeParameters(route),
    ...(request && { requestBody: describeRequest(route) }),
    responses: { [response.status]: describeAnswer(route), ...describeRefusals(route) },
  };
}

function describeParameters(route: Route): object[] {
  const schema = { type: "string" };
  return [
    ...Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: "path",
      required: true,
      schema,
    })),
    ...Object.entries(route.query ?? {}).map(([name, value]) => ({ name, in: "query", schema: value })),
    ...headerParameters(route),
  ];
}

function describeRequest({ request, requestType = "application/json", requestExamples }: Route): object {
  const body = { schema: request, ...(requestExamples && { examples: requestExamples }) };
  return { content: { [requestType]: body } };
}

function describeAnswer(route: Route): object {
  const { description, type = "application/json", schema, example } = route.response;
  const content = { ...(schema && { schema }), ...(example !== undefined && { example }) };
  return { description, headers: headersOfAnswer(route), content: { [type]: content } };
}

const envelope = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };
const ofOAuth = { "application/json": { schema: { $ref: "#/components/schemas/OAuthRefusal" } } };

/** One response a status, naming every error code that can come with it. */
function describeRefusals(route: Route): Record<string, object> {
  const { refusals = [], oauthRefusals = {}, needsKey = false } = route;
  const ours: RefusalCode[] = [
    ...refusals,
    ...(needsKey ? (["unauthorized"] as const) : []),
    "internal_error",
  ];
  const tell = (code: RefusalCode): string => `\`${code}\`: ${kinds[code].message}`;
  return Object.fromEntries([
    ...Object.entries(oauthRefusals).map(([status, description]) => [
      status,
      { description, headers: headersOfRefusals(route, []), content: ofOAuth },
    ]),
    ...Array.from(groupByStatus(ours), ([status, codes]) => [
      status,
      {
        description: codes.map(tell).join("  \n"),
        headers: headersOfRefusals(route, codes),
        content: envelope,
      },
    ]),
  ]);
}

import type { Config } from "../../config.ts";
import { faults, type RefusalCode } from "../../../parts/faults.ts";
import { groupByStatus, headerParameters, headersOfAnswer, headersOfRefusals } from "./openapi-headers.ts";
import { text, type JsonSchema } from "./json-schema.ts";
import { tagOf } from "./openapi-tags.ts";
import { parameterMeaning } from "./with-meanings.ts";
import type { Route } from "../http/route.ts";

type Described = Readonly<{ description: string; headers: object; content?: object }>;

const keys: readonly object[] = [{ bearer: [] }, { apiKey: [] }];

/** A route's page in the API's description. */
export function describeRoute(route: Route, { ADMIN_TOKEN }: Pick<Config, "ADMIN_TOKEN">): object {
  const { summary, description, needsKey = false, isForOperator = false, request, response } = route;
  const wantsOperator = isForOperator === true || (isForOperator !== false && ADMIN_TOKEN !== undefined);
  const takesKey = needsKey || route.mayTakeKey === true;
  return {
    operationId: nameOf(route),
    tags: [tagOf(route.path)],
    summary,
    ...(description && { description }),
    security: wantsOperator
      ? [{ operator: [] }]
      : [...(takesKey ? keys : []), ...(needsKey || !takesKey ? [] : [{}])],
    parameters: describeParameters(route),
    ...(request && { requestBody: describeRequest(route) }),
    responses: byStatus([
      [String(response.status), describeAnswer(route)],
      ...describeRefusals(route),
      ...describeOthers(route),
    ]),
  };
}

/** What clients made from the description call it: `post_v1_validate`. */
function nameOf({ method, path }: Route): string {
  const words = path === "/" ? "home" : path.replaceAll(/[^a-z0-9]+/gi, "_").replaceAll(/^_|_$/g, "");
  return `${method}_${words}`;
}

function describeParameters(route: Route): object[] {
  const describe = (name: string, schema: JsonSchema): object => {
    const description = schema["description"] ?? parameterMeaning(route.path, name);
    return { name, ...(description !== undefined && { description }), schema };
  };
  return [
    ...Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      ...describe(name!, text),
      in: "path",
      required: true,
    })),
    ...Object.entries(route.query ?? {}).map(([name, schema]) => ({
      ...describe(name, schema),
      in: "query",
    })),
    ...headerParameters(route),
  ];
}

function describeRequest(route: Route): object {
  const { request, requestType = "application/json", requestExamples, isBodyOptional = false } = route;
  const body = { schema: request, ...(requestExamples && { examples: requestExamples }) };
  return { required: !isBodyOptional, content: { [requestType]: body } };
}

function describeAnswer(route: Route): Described {
  const { description, type = "application/json", schema, example } = route.response;
  const content = { ...(schema && { schema }), ...(example !== undefined && { example }) };
  return { description, headers: headersOfAnswer(route), content: { [type]: content } };
}

const refer = (name: string) => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
});

/** Why a body is not even read. */
const ofBodies = ["bad_request", "too_large", "unsupported_media_type", "busy"] as const;

/** One response a status, naming every error code that can come with it. */
function describeRefusals(route: Route): [string, Described][] {
  const { refusals = [], oauthRefusals, needsKey = false, refusalsAs = "Refusal" } = route;
  const ours: RefusalCode[] = [
    ...refusals,
    ...(route.path.includes("{") ? (["bad_request"] as const) : []),
    ...(route.request && !oauthRefusals ? ofBodies : []),
    ...(needsKey ? (["unauthorized", "store_unavailable"] as const) : []),
    "internal_error",
  ];
  const tell = (code: RefusalCode): string => `\`${code}\`: ${faults[code].message}`;
  return [
    ...Array.from(groupByStatus(ours), ([status, codes]): [string, Described] => [
      String(status),
      {
        description: codes.map(tell).join("  \n"),
        headers: headersOfRefusals(route, codes),
        content: refer(refusalsAs),
      },
    ]),
    // Said before any route is looked for.
    [
      "431",
      {
        description: "The headers of the request are too large.",
        headers: headersOfRefusals(route, []),
        content: refer("Refusal"),
      },
    ],
    ...Object.entries(oauthRefusals ?? {}).map(([status, description]): [string, Described] => [
      status,
      { description, headers: headersOfRefusals(route, []), content: refer("OAuthRefusal") },
    ]),
  ];
}

/** Answers that are neither the usual one nor a refusal. */
function describeOthers(route: Route): [string, Described][] {
  const headers = headersOfAnswer(route);
  const unchanged = { description: "The same as `if-none-match` names.", headers };
  return [
    ...(route.isDocument ? [["304", unchanged] as [string, Described]] : []),
    ...Object.entries(route.otherAnswers ?? {}).map(
      ([status, { description, type = "application/json", schema }]): [string, Described] => [
        status,
        { description, headers, ...(schema && { content: { [type]: { schema } } }) },
      ],
    ),
  ];
}

/** Lists every meaning of a status that has several. */
function byStatus(answers: readonly [string, Described][]): Record<string, Described> {
  const all: Record<string, Described> = {};
  for (const [status, { description, headers, content }] of answers) {
    const known = all[status];
    all[status] = {
      description: known ? `${known.description}  \n${description}` : description,
      headers: { ...known?.headers, ...headers },
      ...((known?.content ?? content) && { content: { ...known?.content, ...content } }),
    };
  }
  return all;
}

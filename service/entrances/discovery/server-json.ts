import { isIP } from "node:net";
import { listOf, record, text } from "../openapi/json-schema.ts";
import { describeOffer, slogan, type Offer } from "./offer.ts";
import { Fault } from "../../../parts/faults.ts";
import type { Route } from "../http/route.ts";

const schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** The entry for the MCP registry, ready to be published: `docs/discovery.md` says how. */
export function serverJsonRoute(paths: ReadonlySet<string>): Route {
  return {
    method: "get",
    path: "/server.json",
    summary: "The MCP server's entry for registries",
    description:
      "Its first address is for clients that send a key; the second, where there is one, for those that sign in.",
    isOpenToPages: true,
    isDocument: true,
    response: {
      status: 200,
      description: "In the schema of the MCP registry.",
      schema: record({
        $schema: { const: schema },
        name: text,
        title: text,
        description: { ...text, maxLength: 100 },
        version: text,
        websiteUrl: text,
        remotes: listOf(
          record({ type: { const: "streamable-http" }, url: text, headers: listOf({ type: "object" }) }, [
            "headers",
          ]),
        ),
        _meta: { type: "object" },
      }),
    },
    refusals: ["not_found"],
    answer: (parts) => {
      if (!paths.has("/mcp")) throw new Fault("not_found");
      return {
        status: 200,
        headers: { "cache-control": "public, max-age=300" },
        body: describeServer(describeOffer(parts, paths)),
      };
    },
  };
}

function describeServer({ baseUrl, version, signsIn }: Offer): object {
  const [keyed, signedIn] = [`${baseUrl}/mcp`, `${baseUrl}/mcp?auth=required`];
  const authorization = {
    name: "Authorization",
    description: `Bearer and a key; POST ${baseUrl}/v1/keys creates a free one. Listing tools needs none.`,
    isRequired: false,
    isSecret: true,
  };
  return {
    $schema: schema,
    name: `${namespaceOf(baseUrl)}/assay`,
    title: "Assay",
    description: slogan,
    version,
    websiteUrl: baseUrl,
    remotes: [
      { type: "streamable-http", url: keyed, headers: [authorization] },
      ...(signsIn ? [{ type: "streamable-http", url: signedIn }] : []),
    ],
    _meta: {
      "io.modelcontextprotocol.registry/publisher-provided": {
        remotes: {
          [keyed]: "For clients that send a key, or pay by call where that is on.",
          ...(signsIn && {
            [signedIn]: "For hosts that sign in by OAuth: every call without a key is challenged.",
          }),
        },
      },
    },
  };
}

/** The host's name read from behind, which its owner can prove to be theirs; a machine without one is nobody's. */
function namespaceOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const isPublic = hostname.includes(".") && isIP(hostname) === 0;
  return isPublic ? hostname.split(".").toReversed().join(".") : "local";
}

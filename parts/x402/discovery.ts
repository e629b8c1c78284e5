import {
  bazaarResourceServerExtension,
  declareDiscoveryExtension,
  type DiscoveryExtension,
} from "@x402/extensions/bazaar";

type Described = Readonly<{
  /** The JSON Schema that requests are held against. */
  schema: object;
  example: object;
  /** What the example is answered. */
  answer: object;
}>;

/** What payers' programs and catalogues read of a resource: how it is called, and what it answers. */
export type Discovery = Readonly<{ bazaar?: DiscoveryExtension }>;

/** For an address that takes JSON. */
export function describeHttp({ schema, example, answer }: Described): Discovery {
  const declared = declareDiscoveryExtension({
    bodyType: "json",
    input: { ...example },
    inputSchema: withoutProse(schema),
    output: { example: answer },
  });
  const context = { method: "POST", adapter: {} };
  const bazaar = bazaarResourceServerExtension.enrichDeclaration!(declared.bazaar, context);
  return { bazaar: bazaar as DiscoveryExtension };
}

/** For a tool of an MCP server. */
export function describeTool({
  toolName,
  description,
  schema,
  example,
  answer,
}: Described & { toolName: string; description: string }): Discovery {
  const declared = declareDiscoveryExtension({
    toolName,
    description,
    transport: "streamable-http",
    inputSchema: withoutProse(schema),
    example: { ...example },
    output: { example: answer },
  });
  return { bazaar: declared.bazaar as DiscoveryExtension };
}

/** Members that refuse nothing: names are text in all JSON. */
const explaining = new Set(["description", "default", "propertyNames"]);

/** The same schema in fewer bytes: it travels in headers, and payers send it back. */
function withoutProse(schema: object): Record<string, unknown> {
  const strip = (value: unknown, isNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((entry) => strip(entry, false));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => isNames || !explaining.has(name))
        .map(([name, inner]) => [name, strip(inner, name === "properties" && !isNames)]),
    );
  };
  return strip(schema, false) as Record<string, unknown>;
}

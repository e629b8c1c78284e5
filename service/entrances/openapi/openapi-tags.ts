/** The groups of the API's description, and the addresses that each begins with; the first that fits counts. */
const groups: readonly Readonly<{ name: string; description: string; starts: readonly string[] }>[] = [
  {
    name: "Check",
    description: "Source in, verdict out.",
    starts: ["/v1/validate", "/v1/samples", "/v1/info", "/v1/rules"],
  },
  {
    name: "Keys and credits",
    description: "Create a key, see its balance, buy credits.",
    starts: ["/v1/keys", "/v1/pricing", "/v1/webhooks", "/pay/"],
  },
  { name: "Pay per request", description: "x402: no key, one payment a request.", starts: ["/v1/x402"] },
  {
    name: "Agents",
    description: "MCP, A2A and signing in.",
    starts: ["/mcp", "/a2a", "/oauth", "/.well-known"],
  },
  {
    name: "Marketplace",
    description: "The agent on chain, its verdicts and its reputation.",
    starts: ["/v1/marketplace", "/v1/verify", "/v1/verdicts", "/v1/reputation", "/ipfs", "/server.json"],
  },
  {
    name: "Operation",
    description: "Health, numbers and the service's own description.",
    starts: ["/v1/", "/healthz", "/metrics", "/openapi.json"],
  },
  { name: "Pages", description: "For people.", starts: ["/"] },
];

export function tagOf(path: string): string {
  return groups.find(({ starts }) => starts.some((start) => path.startsWith(start)))!.name;
}

export const tags: readonly object[] = groups.map(({ name, description }) => ({ name, description }));

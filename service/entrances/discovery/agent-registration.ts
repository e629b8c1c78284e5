import { baseUrlOf, paymentRoutes } from "../../terms/remedy.ts";
import type { Config } from "../../config.ts";
import { nameContract } from "../../../parts/chain/contract-name.ts";
import { count, flag, listOf, record, text } from "../openapi/json-schema.ts";
import { slogan } from "./offer.ts";
import type { Route } from "../http/route.ts";

/** The names that ERC-8004 has for entrances, and the addresses they are found at. */
const entrances = [
  { name: "web", path: "/" },
  { name: "HTTP", path: "/v1/validate", version: "v1" },
  { name: "MCP", path: "/mcp" },
  { name: "A2A", path: "/.well-known/agent-card.json" },
] as const;

/** Made from all other routes, so it is always there. */
const description = { name: "OpenAPI", path: "/openapi.json", version: "3.1.0" };

const schema = record({
  type: text,
  name: text,
  description: text,
  image: text,
  services: listOf(record({ name: text, endpoint: text, version: text }, ["version"])),
  x402Support: flag,
  active: flag,
  registrations: listOf(record({ agentId: count, agentRegistry: text })),
  supportedTrust: listOf(text),
});

/** The agent's registration file of ERC-8004. Of the entrances it names those that are there. */
export function agentRegistrationRoute(paths: ReadonlySet<string>): Route {
  const served = [...entrances.filter(({ path }) => paths.has(path)), description];
  return {
    method: "get",
    path: "/.well-known/agent-registration.json",
    summary: "The agent's registration file",
    description:
      "As ERC-8004 defines it. `registrations` is empty where the agent is not registered on any chain.",
    isOpenToPages: true,
    isDocument: true,
    response: { status: 200, description: "The file.", schema },
    answer: ({ config, release }) => ({
      status: 200,
      body: {
        type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
        name: release.name,
        description: slogan,
        image: `${baseUrlOf(config)}/icon.svg`,
        services: served.map(({ path, ...entrance }) => ({
          ...entrance,
          endpoint: baseUrlOf(config) + path,
        })),
        x402Support: paymentRoutes(config).some(({ route }) => route === "x402"),
        active: true,
        registrations: registrationsOf(config),
        supportedTrust: trustModels(config),
      },
    }),
  };
}

/** A validation registry counts where the agent answers somebody in it. */
function trustModels({ REPUTATION_REGISTRY, VALIDATION_REGISTRY, VALIDATION_ALLOW }: Config): string[] {
  const isValidating = VALIDATION_REGISTRY !== undefined && VALIDATION_ALLOW.length > 0;
  return [
    ...(REPUTATION_REGISTRY === undefined ? [] : ["reputation"]),
    ...(isValidating ? ["validation"] : []),
  ];
}

function registrationsOf({
  IDENTITY_REGISTRY: registry,
  AGENT_ID: agentId,
  CHAIN_ID: chainId,
}: Config): object[] {
  if (registry === undefined || agentId === undefined || chainId === undefined) return [];
  return [{ agentId, agentRegistry: nameContract(chainId, registry) }];
}

import { z } from "zod";
import { readAgentConfig } from "../../agent/config.ts";
import {
  chainAddress,
  count,
  httpUrl,
  keyFile,
  privateKey,
  readEnvironment,
} from "../../parts/settings/environment.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const Identity = z
  .object({
    CHAIN_RPC_URL: httpUrl,
    CHAIN_ID: count(1, Number.MAX_SAFE_INTEGER).optional(),
    AGENT_PRIVATE_KEY: privateKey.optional(),
    AGENT_PRIVATE_KEY_FILE: keyFile.optional(),
    IDENTITY_REGISTRY: chainAddress,
    BASE_URL: httpUrl,
    AGENT_ID: count(0, Number.MAX_SAFE_INTEGER).optional(),
  })
  .refine((env) => env.AGENT_PRIVATE_KEY !== undefined || env.AGENT_PRIVATE_KEY_FILE !== undefined, {
    path: ["AGENT_PRIVATE_KEY"],
    message: "must be set, or AGENT_PRIVATE_KEY_FILE to a file that holds it",
    when: () => true,
  });

/** What registering the agent needs. */
export function readIdentitySettings(env: Environment) {
  const read = readEnvironment(Identity, env);
  return {
    account: {
      rpcUrl: read.CHAIN_RPC_URL,
      chainId: read.CHAIN_ID,
      privateKey: (read.AGENT_PRIVATE_KEY ?? read.AGENT_PRIVATE_KEY_FILE)!,
    },
    identity: {
      registry: read.IDENTITY_REGISTRY,
      uri: `${read.BASE_URL}/.well-known/agent-registration.json`,
      agentId: read.AGENT_ID,
    },
  };
}

/** Clients show a name of at most so many characters, without control characters. */
const maxNameLength = 2048;
const isShown = (name: string): boolean => name.length <= maxNameLength && !/\p{C}/u.test(name);

const ToolListing = z
  .object({
    SERVICE_METADATA: chainAddress,
    BASE_URL: httpUrl,
    OPERATOR_NAME: z
      .string()
      .trim()
      .refine(isShown, `must be at most ${maxNameLength} characters, none of them a control character`)
      .optional(),
    TERMS_URL: z.url({ protocol: /^https$/, error: "must be an https address" }).optional(),
  })
  .refine((env) => env.OPERATOR_NAME === undefined || domainOf(env.BASE_URL) !== undefined, {
    path: ["OPERATOR_NAME"],
    message: "needs BASE_URL to be https://HOST with a host name: clients look for the proof there",
  });

/** The host that serves the registration file, where clients can find it: by https, on its usual port. */
function domainOf(baseUrl: string): string | undefined {
  return /^https:\/\/((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]+|xn--[a-z0-9-]+))$/.exec(baseUrl)?.[1];
}

/** What publishing the list of tools needs: the agent's own settings, and where the list is named. */
export function readToolSettings(env: Environment) {
  const agent = readAgentConfig(env);
  const { SERVICE_METADATA, BASE_URL, OPERATOR_NAME, TERMS_URL } = readEnvironment(ToolListing, env);
  const operator =
    OPERATOR_NAME === undefined ? undefined : { name: OPERATOR_NAME, domain: domainOf(BASE_URL)! };
  return {
    account: { rpcUrl: agent.CHAIN_RPC_URL, chainId: agent.CHAIN_ID, privateKey: agent.privateKey },
    offer: { agent, metadata: SERVICE_METADATA, baseUrl: BASE_URL, operator, termsUrl: TERMS_URL },
  };
}

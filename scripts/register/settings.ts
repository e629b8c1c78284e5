import { z } from "zod";
import { readAgentConfig } from "../../agent/config.ts";
import {
  chainAddress,
  count,
  httpUrl,
  keyFile,
  privateKey,
  readEnvironment,
} from "../../service/parts/environment.ts";

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

/** What publishing the list of tools needs: the agent's own settings, and where the list is named. */
export function readToolSettings(env: Environment) {
  const agent = readAgentConfig(env);
  const read = readEnvironment(z.object({ SERVICE_METADATA: chainAddress, BASE_URL: httpUrl }), env);
  return {
    account: { rpcUrl: agent.CHAIN_RPC_URL, chainId: agent.CHAIN_ID, privateKey: agent.privateKey },
    offer: { agent, metadata: read.SERVICE_METADATA, baseUrl: read.BASE_URL },
  };
}

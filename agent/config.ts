import { fileURLToPath } from "node:url";
import { z } from "zod";
import { tracingVariables } from "../parts/observe/tracing-variables.ts";
import { logLevels } from "../platform/log.ts";
import {
  blockNumber,
  chainAddress,
  count,
  creditPriceWei,
  httpUrl,
  keyFile,
  list,
  operatorSecret,
  packagesFolder,
  privateKey,
  readEnvironment,
  storeVariables,
  validationAllow,
  webSocketUrl,
  wei,
} from "../parts/settings/environment.ts";
import { toolNames, type ToolName } from "./verdicts/tools.ts";

/** A mech of ours and the tools it answers for. */
export type MechSetting = Readonly<{ address: `0x${string}`; tools: readonly ToolName[] }>;

/** One of `MECH`: an address, or an address and the tools it answers for, as `0x…=tool+tool`. */
const mechSetting = z.string().transform((text, context): MechSetting => {
  const [address = "", tools, ...more] = text.split("=");
  const read = chainAddress.safeParse(address.trim());
  const named = z.array(z.enum(toolNames)).safeParse(tools?.split("+").map((tool) => tool.trim()));
  if (read.success && (tools === undefined || named.success) && more.length === 0) {
    return { address: read.data, tools: named.data ?? toolNames };
  }
  context.addIssue(`must be an address, or an address=tool+tool with tools of ${toolNames.join(", ")}`);
  return z.NEVER;
});

const mechs = z
  .array(mechSetting)
  .min(1, "must name a mech")
  .refine(
    (settings) => new Set(settings.map(({ address }) => address)).size === settings.length,
    "must not name a mech twice",
  );

/** Clients append a path to it. */
const publicUrl = httpUrl.refine(
  (url) => /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(url),
  "must be an http or https address without a user name, a query or a fragment",
);

/** Every variable the agent reads, with its default. `deploy/agent.example.env` explains each. */
export const AgentEnvironment = z.object({
  CHAIN_RPC_URL: httpUrl,
  CHAIN_WS_URL: webSocketUrl.optional(),
  CHAIN_ID: count(1, Number.MAX_SAFE_INTEGER).optional(),
  MARKETPLACE: chainAddress,
  MECH: list.pipe(mechs),
  AGENT_PRIVATE_KEY: privateKey.optional(),
  AGENT_PRIVATE_KEY_FILE: keyFile.optional(),
  SERVICE_URL: httpUrl.default("http://127.0.0.1:8402"),
  SERVICE_KEY: operatorSecret.optional(),
  ...storeVariables,
  HOST: z.string().default("127.0.0.1"),
  AGENT_PORT: count(0, 65_535).default(8403),
  TRUST_PROXY: count(0, 16).default(0),
  AGENT_START_BLOCK: blockNumber.optional(),
  AGENT_CONFIRMATIONS: count(1, 1000).default(1),
  CHAIN_CONFIRMATIONS: count(1, 1000).default(12),
  DEPOSIT_CONTRACT: chainAddress.optional(),
  DEPOSIT_START_BLOCK: blockNumber.optional(),
  CREDIT_PRICE_WEI: creditPriceWei,
  AGENT_POLL_MS: count(50, 60_000).default(2000),
  AGENT_BATCH: count(1, 500).default(100),
  STEP_IN: z.enum(["on", "off"]).default("off"),
  SIGNED_REQUESTS: z.enum(["on", "off"]).default("off"),
  PUBLIC_AGENT_URL: publicUrl.optional(),
  VALIDATION_REGISTRY: chainAddress.optional(),
  VALIDATION_ALLOW: validationAllow.default([]),
  COLLECT_ABOVE_WEI: wei.default(10n ** 17n),
  MAX_FEE_PER_GAS_WEI: wei.optional(),
  STUCK_AFTER_S: count(1, 3600).default(60),
  FETCH_PATIENCE_S: count(1, 3600).default(60),
  SERVICE_PATIENCE_S: count(1, 3600).default(20),
  IPFS_API_URL: httpUrl.optional(),
  IPFS_GATEWAY_URL: list.pipe(z.array(httpUrl)).optional(),
  IPFS_LISTEN: list.default(["/ip4/127.0.0.1/tcp/0"]),
  IPFS_PEERS: list.default([]),
  LOG_LEVEL: z.enum(logLevels).default("info"),
  ...tracingVariables,
  SANDBOX_PACKAGES_DIR: packagesFolder,
  PYTHON: z.string().default(fileURLToPath(new URL("../.tools/python/bin/python", import.meta.url))),
});

export type AgentConfig = Readonly<
  Omit<z.infer<typeof AgentEnvironment>, "AGENT_PRIVATE_KEY" | "AGENT_PRIVATE_KEY_FILE"> & {
    privateKey: `0x${string}`;
  }
>;

const noKey = "must be set, or AGENT_PRIVATE_KEY_FILE to a file that holds the key to sign with";
const AgentEnvironmentWithKey = AgentEnvironment.extend({
  AGENT_PRIVATE_KEY: z.string(noKey).pipe(privateKey),
});

/** Reads the environment, and the key's file where one is named. */
export function readAgentConfig(env: Readonly<Record<string, string | undefined>>): AgentConfig {
  const hasFile = (env["AGENT_PRIVATE_KEY_FILE"] ?? "").trim() !== "";
  const schema = hasFile ? AgentEnvironment : AgentEnvironmentWithKey;
  const { AGENT_PRIVATE_KEY, AGENT_PRIVATE_KEY_FILE, ...config } = readEnvironment(
    schema as typeof AgentEnvironment,
    env,
    "deploy/agent.example.env",
  );
  return { ...config, privateKey: (AGENT_PRIVATE_KEY ?? AGENT_PRIVATE_KEY_FILE)! };
}

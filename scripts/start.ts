import { once } from "node:events";
import { readAgentConfig } from "../agent/config.ts";
import { startAgent, type Agent } from "../agent/start.ts";
import { grantCredits } from "../service/credits/credits.ts";
import { createKey } from "../service/caller/keys.ts";
import { readConfig } from "../service/config.ts";
import { serve, type Service } from "../service/serve.ts";
import { openLocalChain, type LocalChain } from "./chain/local-chain.ts";
import { writeLocalProduct } from "./local-product.ts";
import { whatToTry } from "./what-to-try.ts";

const demoCredits = 1000;
/** For every key made here, so that repair and execute can be tried at once. */
const welcomeCredits = "100";
/** What programs import most: installed behind everything else, so that the start is no slower. */
const usualPackages = "numpy pandas pytest requests pydantic";
const chainPort = 8545;
/** Here calls are paid for on the local chain alone, whatever else this machine is set up for. */
const paidElsewhere = {
  X402_FACILITATOR_URL: undefined,
  X402_RPC_URL: undefined,
  CDP_API_KEY_ID: undefined,
  CDP_API_KEY_SECRET: undefined,
};
/** Time passes on the chain, with or without transactions. */
const mining = { auto: true, intervalMs: 2000 };

/** A key for the user who ran `npm start`, no matter how many were created today. */
async function createDemoKey({ parts }: Service): Promise<string> {
  const config = { ...parts.config, KEYS_PER_ADDRESS_PER_DAY: Number.MAX_SAFE_INTEGER, WELCOME_CREDITS: 0 };
  const { key, fingerprint } = await createKey({ ...parts, config }, "npm start", "npm start");
  await grantCredits(parts, fingerprint, { credits: demoCredits, reference: `demo:${fingerprint}` });
  return key;
}

async function openChain(): Promise<LocalChain> {
  return openLocalChain({ port: chainPort, mining }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return openLocalChain({ port: 0, mining });
  });
}

async function openAgent(chain: LocalChain, service: Service, signal: AbortSignal): Promise<Agent> {
  const rateWei = await chain.mech.read.maxDeliveryRate();
  const config = readAgentConfig({
    // It would warn that it knows no gateway: here requesters dial its node.
    LOG_LEVEL: "error",
    AGENT_POLL_MS: "500",
    SIGNED_REQUESTS: "on",
    // Low enough that a few requests show how payment is collected.
    COLLECT_ABOVE_WEI: String(rateWei * 2n),
    ...process.env,
    ...chain.env,
    SERVICE_URL: service.url,
  });
  return startAgent(config, signal);
}

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());

try {
  await using chain = await openChain();
  const config = readConfig({
    LOG_LEVEL: "warn",
    WELCOME_CREDITS: welcomeCredits,
    PACKAGE_SETS: usualPackages,
    // Everyone who tries it out comes from one address.
    KEYS_PER_ADDRESS_PER_DAY: "100",
    ...process.env,
    ...paidElsewhere,
    ...chain.env,
  });
  await using service = await serve(config);
  await using agent = await openAgent(chain, service, stopping.signal);
  const key = await createDemoKey(service);
  writeLocalProduct(config.DATA_DIR, {
    pid: process.pid,
    service_url: service.url,
    agent_url: agent.url,
    rpc_url: chain.url,
    chain_id: chain.chainId,
    marketplace: chain.marketplace.address,
    mech: chain.mech.address,
    operator: chain.operator,
    x402_asset: chain.payments.token.address,
    ipfs_addresses: [...agent.parts.ipfs.addresses()],
    api_key: key,
    accounts: chain.users.map(({ address, privateKey }) => ({ address, private_key: privateKey })),
  });
  console.log(whatToTry({ chain, service, agent, key, credits: demoCredits }));
  if (!stopping.signal.aborted) await once(stopping.signal, "abort");
  console.log("Stopping: finishing open requests.");
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

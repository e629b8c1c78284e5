import { formatUnits } from "viem";
import type { LocalChain } from "./local-chain.ts";
import { fixedPriceNative } from "./marketplace.ts";
import { heldByEach, tokenDecimals } from "./payments.ts";

/** What another program needs to use the chain, as one line of JSON. */
export function toJson(chain: LocalChain): string {
  return JSON.stringify({
    rpc_url: chain.url,
    chain_id: chain.chainId,
    marketplace: chain.marketplace.address,
    mech: chain.mech.address,
    payment_type: fixedPriceNative,
    service_metadata: chain.metadata.address,
    deposit_contract: chain.deposits.address,
    x402_asset: chain.payments.token.address,
    identity_registry: chain.identity.address,
    reputation_registry: chain.reputation.address,
    validation_registry: chain.validation.address,
    agent_id: Number(chain.agentId),
    accounts: chain.users.map(({ address, privateKey }) => ({ address, private_key: privateKey })),
    env: chain.env,
  });
}

/** The same for a reader, with the contracts that only people look at. */
export function toTable(chain: LocalChain): string {
  const places = {
    "JSON-RPC": `${chain.url}   (chain ${chain.chainId})`,
    marketplace: chain.marketplace.address,
    mech: `${chain.mech.address}   (service ${chain.serviceId})`,
    operator: `${chain.operator}   (${chain.safe ? `a Safe of ${chain.agent.address}` : "the agent's account"})`,
    tracker: chain.tracker.address,
    karma: chain.karma.address,
    metadata: chain.metadata.address,
    deposits: chain.deposits.address,
    token: `${chain.payments.token.address}   (x402, paid to ${chain.payments.payee.address})`,
    identity: `${chain.identity.address}   (agent ${chain.agentId})`,
    reputation: chain.reputation.address,
    validation: chain.validation.address,
  };
  const variables = Object.entries(chain.env).map(([name, value]) => `  export ${name}=${value}`);
  const accounts = chain.users.map(({ address, privateKey }) => `  ${address}  ${privateKey}`);
  return `
The chain is running. Its data is lost when it stops.

${columns(places)}

Accounts with 10000 ETH and ${formatUnits(heldByEach, tokenDecimals)} of the token each, for requesters, raters and payers; their keys are public:

${accounts.join("\n")}

For npm run service and npm run agent:

${variables.join("\n")}

Stop with Ctrl-C.
`;
}

function columns(rows: Readonly<Record<string, string>>): string {
  return Object.entries(rows)
    .map(([name, value]) => `  ${name.padEnd(12)} ${value}`)
    .join("\n");
}

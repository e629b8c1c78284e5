import { afterEach, beforeAll } from "vitest";
import type { Hex } from "viem";
import type { AgentOverrides, AgentParts } from "../../agent/parts.ts";
import { requestWork } from "../../scripts/chain/actions.ts";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import type { LocalChain, LocalChainOptions } from "../../scripts/chain/local-chain.ts";
import type { LocalMech, Marketplace } from "../../scripts/chain/marketplace.ts";
import { openTestAgent, openTestParts, type TestAgent } from "../support/agent.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../support/ipfs-stand-in.ts";
import { useLocalChain } from "../support/local-chain.ts";
import { startServiceStandIn, type ServiceStandIn } from "./service-stand-in.ts";

type Asking = Readonly<{
  requester?: LocalAccount;
  timeoutS?: bigint;
  of?: Pick<Marketplace, "marketplace"> & Pick<LocalMech, "mech">;
}>;

/** What an agent needs around it: a chain, IPFS and a service, the same for all tests of a file. */
export type Scene = Readonly<{
  chain: LocalChain;
  ipfs: IpfsStandIn;
  service: ServiceStandIn;
  /** A complete agent, publishing through the stand-in's RPC. */
  openAgent(env?: Readonly<Record<string, string>>, overrides?: AgentOverrides): Promise<TestAgent>;
  /** The parts of an agent that does nothing by itself. */
  openParts(env?: Readonly<Record<string, string>>, overrides?: AgentOverrides): Promise<AgentParts>;
  /** Publishes requests as a client does and asks for them in one transaction; text is published as it is. */
  ask(contents: readonly unknown[], asking?: Asking): Promise<readonly Hex[]>;
  /** Sends any data on chain as a request. */
  askRaw(datas: readonly Hex[], asking?: Asking): Promise<readonly Hex[]>;
}>;

export function useScene(options?: LocalChainOptions): Scene {
  const chain = useLocalChain(options);
  const open = {} as { ipfs: IpfsStandIn; service: ServiceStandIn };
  beforeAll(async () => {
    await using opening = new AsyncDisposableStack();
    open.ipfs = opening.use(await startIpfsStandIn());
    open.service = opening.use(await startServiceStandIn());
    const opened = opening.move();
    return async () => opened.disposeAsync();
  });
  afterEach(() => {
    open.ipfs.heal();
    open.ipfs.delay(async () => undefined);
    open.service.heal();
    open.service.asked.length = 0;
  });

  const askRaw: Scene["askRaw"] = async (datas, { requester, timeoutS, of } = {}) => {
    const { requestIds } = await requestWork(of ? { clients: chain.clients, ...of } : chain, {
      requester: requester ?? chain.users[0]!,
      datas,
      ...(timeoutS !== undefined && { responseTimeoutS: timeoutS }),
    });
    return requestIds;
  };
  const environment = (env: Readonly<Record<string, string>> = {}) => ({
    ...chain.env,
    DEPOSIT_CONTRACT: "", // requests are enough for it to do
    SERVICE_URL: open.service.url,
    IPFS_API_URL: open.ipfs.apiUrl,
    IPFS_GATEWAY_URL: open.ipfs.gatewayUrl,
    COLLECT_ABOVE_WEI: String(10n ** 24n),
    ...env,
  });
  return {
    chain,
    get ipfs() {
      return open.ipfs;
    },
    get service() {
      return open.service;
    },
    askRaw,
    ask: async (contents, asking) => {
      const put = async (content: unknown) =>
        open.ipfs.put(typeof content === "string" ? content : JSON.stringify(content));
      const digests = await Promise.all(contents.map(async (content) => (await put(content)).digest));
      return askRaw(digests, asking);
    },
    openAgent: async (env, overrides) => openTestAgent(environment(env), overrides),
    openParts: async (env, overrides) => openTestParts(environment(env), overrides),
  };
}

let nonce = 0;

/** A request to have code validated; each is different from all others. */
export function validation(code: string, more: Readonly<Record<string, unknown>> = {}) {
  nonce += 1;
  return { prompt: code, tool: "python_code_validator", nonce: String(nonce), ...more };
}

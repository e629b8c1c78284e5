import { AsyncLocalStorage } from "node:async_hooks";
import { x402Facilitator } from "@x402/core/facilitator";
import type { FacilitatorClient } from "@x402/core/server";
import { toFacilitatorEvmSigner, type FacilitatorEvmSigner } from "@x402/evm";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import {
  createWalletClient,
  defineChain,
  http,
  publicActions,
  type EIP1193RequestFn,
  type Hex,
  type HttpTransport,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { revertOf } from "../../chain/chain-fault.ts";
import type { NetworkSettings } from "../settings.ts";

const timeoutMs = 10_000;
const pollingInterval = 250;
const confirmationTimeoutMs = 15_000;

/** What went wrong between us and the node during one call. */
type Trouble = { error?: unknown };

/**
 * A facilitator in this process, which sends what payers signed at its own cost. The SDK takes a node that fails for a
 * signature that is wrong; so what fails on the way to the node is noted, and no answer that came of it is believed.
 */
export function openLocalFacilitator(
  privateKey: Hex,
  networks: readonly NetworkSettings[],
): FacilitatorClient {
  const troubles = new AsyncLocalStorage<Trouble>();
  const facilitator = new x402Facilitator();
  for (const settings of networks) {
    const signer = openSigner(privateKey, settings, troubles);
    facilitator.register(settings.network, new ExactEvmScheme(signer, { simulateInSettle: true }));
  }

  async function believable<Answer>(
    ask: () => Promise<Answer>,
    isGood: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const trouble: Trouble = {};
    const answer = await troubles.run(trouble, ask);
    if (isGood(answer) || trouble.error === undefined) return answer;
    throw new Error("The chain cannot be reached.", { cause: trouble.error });
  }

  return {
    verify: async (payload, terms) =>
      believable(
        async () => facilitator.verify(payload, terms),
        ({ isValid }) => isValid,
      ),
    settle: async (payload, terms) =>
      believable(
        async () => facilitator.settle(payload, terms),
        ({ success, transaction }) => success || transaction !== "",
      ),
    getSupported: async () =>
      facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient["getSupported"]>>,
  };
}

function openSigner(
  privateKey: Hex,
  { chainId, rpcUrl }: NetworkSettings,
  troubles: AsyncLocalStorage<Trouble>,
): FacilitatorEvmSigner {
  const account = privateKeyToAccount(privateKey);
  const transport = noting(http(rpcUrl, { timeout: timeoutMs, retryCount: 0 }), troubles);
  const chain = chainOf(chainId, rpcUrl);
  const node = createWalletClient({ account, chain, transport, pollingInterval }).extend(publicActions);
  const inTurn = createQueue();
  const signer = {
    address: account.address,
    getCode: node.getCode,
    readContract: node.readContract,
    verifyTypedData: node.verifyTypedData,
    writeContract: async (write: never) => inTurn(async () => node.writeContract(write)),
    sendTransaction: async (transaction: never) => inTurn(async () => node.sendTransaction(transaction)),
    waitForTransactionReceipt: node.waitForTransactionReceipt,
  };
  // The SDK's types of these functions are looser than viem's.
  return toFacilitatorEvmSigner(signer as never, { confirmationTimeoutMs });
}

/** Notes what fails between us and the node, for the call in whose course it was asked. */
function noting(transport: HttpTransport, troubles: AsyncLocalStorage<Trouble>): HttpTransport {
  return (config) => {
    const opened = transport(config);
    const request = async (asked: Parameters<EIP1193RequestFn>[0]): Promise<unknown> => {
      try {
        return await opened.request(asked);
      } catch (error) {
        const trouble = troubles.getStore();
        if (trouble && revertOf(error) === undefined) trouble.error = error;
        throw error;
      }
    };
    return { ...opened, request: request as EIP1193RequestFn };
  };
}

function chainOf(id: number, rpcUrl: string) {
  const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 };
  return defineChain({ id, name: `chain ${id}`, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } });
}

/** Sends one after another: two transactions of one account that are prepared at once would have one nonce. */
function createQueue(): <Sent>(send: () => Promise<Sent>) => Promise<Sent> {
  let last: Promise<unknown> = Promise.resolve();
  return async (send) => {
    const sent = last.then(send, send);
    last = sent.catch(() => undefined);
    return sent;
  };
}

import { randomBytes } from "node:crypto";
import { encodeFunctionData, type Hex, multicall3Abi, toHex } from "viem";
import { mined } from "../../scripts/chain/deployer.ts";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { multicall3 } from "../../scripts/chain/payments.ts";

/** A signature of a token holder that lets others move some of the tokens. */
export type Authorization = Readonly<{
  from: Hex;
  to: Hex;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
}>;

const terms = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

const types = {
  TransferWithAuthorization: terms,
  ReceiveWithAuthorization: terms,
  CancelAuthorization: [
    { name: "authorizer", type: "address" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** One to the payee that is valid for an hour by default. */
export function anAuthorization(
  chain: LocalChain,
  from: Hex,
  changed: Partial<Authorization> = {},
): Authorization {
  const validBefore = BigInt(Math.floor(Date.now() / 1000) + 3600);
  const nonce = toHex(randomBytes(32));
  const usual = {
    from,
    to: chain.payments.payee.address,
    value: 10_000n,
    validAfter: 0n,
    validBefore,
    nonce,
  };
  return { ...usual, ...changed };
}

/** In the order of the contract's functions. */
export function termsOf({ from, to, value, validAfter, validBefore, nonce }: Authorization) {
  return [from, to, value, validAfter, validBefore, nonce] as const;
}

async function domainOf({ chainId, payments: { token } }: LocalChain) {
  const [name, version] = await Promise.all([token.read.name(), token.read.version()]);
  return { name, version, chainId, verifyingContract: token.address };
}

export async function typedTransfer(chain: LocalChain, message: Authorization) {
  const domain = await domainOf(chain);
  return { domain, types, primaryType: "TransferWithAuthorization" as const, message };
}

export async function signTransfer(
  chain: LocalChain,
  signer: LocalAccount,
  message: Authorization,
  primaryType: "TransferWithAuthorization" | "ReceiveWithAuthorization" = "TransferWithAuthorization",
): Promise<Hex> {
  return signer.signTypedData({ domain: await domainOf(chain), types, primaryType, message });
}

export async function signCancelling(chain: LocalChain, signer: LocalAccount, nonce: Hex): Promise<Hex> {
  const message = { authorizer: signer.address, nonce };
  return signer.signTypedData({
    domain: await domainOf(chain),
    types,
    primaryType: "CancelAuthorization",
    message,
  });
}

/** The call that moves the signed amount, for callers that send several of them at once. */
export async function transferCall(chain: LocalChain, signer: LocalAccount, authorization: Authorization) {
  const { abi, address: target } = chain.payments.token;
  const signature = await signTransfer(chain, signer, authorization);
  const args = [...termsOf(authorization), signature] as const;
  const callData = encodeFunctionData({ abi, functionName: "transferWithAuthorization", args });
  return { target, callData };
}

export async function cancelCall(chain: LocalChain, signer: LocalAccount, nonce: Hex) {
  const { abi, address: target } = chain.payments.token;
  const signature = await signCancelling(chain, signer, nonce);
  const args = [signer.address, nonce, signature] as const;
  return { target, callData: encodeFunctionData({ abi, functionName: "cancelAuthorization", args }) };
}

/** One transaction, of a contract that makes all of the calls. */
export async function sendTogether(
  chain: LocalChain,
  calls: readonly Readonly<{ target: Hex; callData: Hex }>[],
): Promise<Hex> {
  const each = calls.map((call) => ({ ...call, allowFailure: false }));
  const call = { address: multicall3, abi: multicall3Abi, functionName: "aggregate3", args: [each] } as const;
  const sent = chain.clients.wallet.writeContract({ ...call, value: 0n });
  return (await mined(chain.clients, sent)).transactionHash;
}

/** Moves all payment tokens of an account to another. */
export async function emptyWallet(chain: LocalChain, account: LocalAccount): Promise<void> {
  const { token } = chain.payments;
  const held = await token.read.balanceOf([account.address]);
  const to = chain.users[15]!.address;
  await mined(chain.clients, token.write.transfer([to, held], { account }));
}

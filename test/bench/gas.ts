import { encodeFunctionData, keccak256, parseSignature, toHex, zeroHash, type Hex } from "viem";
import { mechAbi, trackerAbi } from "../../agent/marketplace/abi.ts";
import { byOperator } from "../../agent/marketplace/operator-call.ts";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { requestWork } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { openLocalChain, type LocalChain } from "../../scripts/chain/local-chain.ts";
import { anAuthorization, signTransfer, termsOf } from "../support/token-authorizations.ts";
import { quantile } from "./numbers.ts";
import type { Row } from "./row.ts";

type Measured = Readonly<Record<string, number>>;

const batches = [1, 10, 100];
/** Accounts have other addresses on every chain, and a zero byte in a call costs less than another. */
const chains = 5;

/** The gas of what is paid for on chain: the median of some chains. A batch is divided by what is in it. */
export async function measureGas(): Promise<Row[]> {
  const each: Measured[] = [];
  for (let opened = 0; opened < chains; opened++) {
    const work = await gasOfWork(false);
    each.push({ ...work, ...(await gasOfWork(true)), ...(await gasOfTheRest()) });
  }
  return Object.keys(each[0]!).map((what) => {
    const values = each.map((one) => one[what]!);
    return { what, value: quantile(values, 0.5), unit: "" };
  });
}

/** Requester and mech are not new: the first request of all pays for counters that begin at nothing. */
async function gasOfWork(safe: boolean): Promise<Measured> {
  await using chain = await openLocalChain({ safe });
  const through = safe ? " through a Safe" : "";
  const measured: Record<string, number> = {};
  await request(chain, 1).then((first) => deliver(chain, first.requestIds));
  for (const count of batches) {
    const { requestIds, receipt } = await request(chain, count);
    if (!safe) measured[`request, ${of(count)}`] = Number(receipt.gasUsed) / count;
    measured[`delivery${through}, ${of(count)}`] = (await deliver(chain, requestIds)) / count;
  }
  const collection = { abi: trackerAbi, functionName: "processPaymentByMultisig" } as const;
  const data = encodeFunctionData({ ...collection, args: [chain.mech.address] });
  measured[`collection${through}`] = await asOperator(chain, { to: chain.tracker.address, data });
  return measured;
}

async function gasOfTheRest(): Promise<Measured> {
  await using chain = await openLocalChain();
  const { clients, tracker, deposits, identity, reputation, users } = chain;
  const [one, two] = [users[0]!, users[1]!];
  const gas = async (sent: Promise<Hex>) => Number((await mined(clients, sent)).gasUsed);
  const prepay = async () =>
    gas(tracker.write.depositFor([one.address], { account: one, value: 10n ** 16n }));
  const pay = async (data: Hex) =>
    gas(clients.wallet.sendTransaction({ account: one, to: deposits.address, value: 1n, data }));
  const texts = ["starred", "repair", "https://endpoint", "ipfs://feedback"] as const;
  const rating = [chain.agentId, 87n, 0, ...texts, zeroHash] as const;
  const rate = async () => gas(reputation.write.giveFeedback(rating, { account: one }));
  return {
    "deposit with the tracker, first": await prepay(),
    "deposit with the tracker, next": await prepay(),
    "deposit for credits": await pay("0x"),
    "deposit for a key's credits": await pay(keccak256(toHex("a key"))),
    "register an agent": await gas(identity.write.register(["ipfs://agent"], { account: two })),
    "feedback, first of a client": await rate(),
    "feedback, next": await rate(),
    "EIP-3009 payment, first to a payee": await gas(payBySignature(chain, one)),
    "EIP-3009 payment, next": await gas(payBySignature(chain, one)),
  };
}

const of = (count: number) => (count === 1 ? "alone" : `each of ${count}`);

async function request(chain: LocalChain, count: number) {
  const datas = Array.from({ length: count }, (_, n) => keccak256(toHex(n)));
  return requestWork(chain, { requester: chain.users[0]!, datas });
}

async function deliver(chain: LocalChain, requestIds: readonly Hex[]): Promise<number> {
  const functionName = "deliverToMarketplace";
  const args = [requestIds, requestIds.map((_, n) => keccak256(toHex(n)))] as const;
  return asOperator(chain, {
    to: chain.mech.address,
    data: encodeFunctionData({ abi: mechAbi, functionName, args }),
  });
}

/** As the agent sends it. */
async function asOperator(chain: LocalChain, call: { to: Hex; data: Hex }): Promise<number> {
  const { operator, owner, clients, safe } = chain;
  const sent = byOperator({ operator, isSafe: safe !== undefined }, call, owner.address);
  const { gasUsed, logs } = await mined(clients, clients.wallet.sendTransaction({ account: owner, ...sent }));
  if (logs.length === 0) throw new Error("nothing was delivered or collected");
  return Number(gasUsed);
}

async function payBySignature(chain: LocalChain, payer: LocalAccount): Promise<Hex> {
  const signed = anAuthorization(chain, payer.address);
  const { v, r, s } = parseSignature(await signTransfer(chain, payer, signed));
  const { token, facilitator: account } = chain.payments;
  return token.write.transferWithAuthorization([...termsOf(signed), Number(v), r, s], { account });
}

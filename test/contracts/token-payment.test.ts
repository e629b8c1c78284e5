import { encodeFunctionData, keccak256, toHex, zeroAddress } from "viem";
import { beforeEach, describe, expect, test } from "vitest";
import { deliverWork, requestWork } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import {
  deployTokenPayment,
  fixedPriceToken,
  fixedPriceTokenUsdc,
  type LocalMech,
  type TokenPayment,
} from "../../scripts/chain/marketplace.ts";
import { refusal, useLocalChain } from "../support/local-chain.ts";

const rate = 20_000n;
const digest = keccak256(toHex("a document"));
const chain = useLocalChain();
let payment: TokenPayment;
let shop: LocalMech;
const requester = () => chain.users[0]!;

beforeEach(async () => {
  const { clients, contracts, payments } = chain;
  const terms = { token: payments.token.address, paymentType: fixedPriceTokenUsdc } as const;
  payment = await deployTokenPayment(clients, contracts, chain, terms);
  shop = await chain.createMech({ owner: chain.agent, rateWei: rate }, { ...chain, ...payment });
});

const of = () => ({ ...chain, ...shop });
const held = (account: `0x${string}`) => chain.payments.token.read.balanceOf([account]);
const allow = async (amount: bigint) =>
  mined(
    chain.clients,
    chain.payments.token.write.approve([payment.tracker.address, amount], { account: requester() }),
  );
const ask = async (count: number) =>
  requestWork(of(), { requester: requester(), datas: Array(count).fill(digest) });

test("the payment types are the hashes of their names", () => {
  expect(fixedPriceToken).toBe(keccak256(toHex("FixedPriceToken")));
  expect(fixedPriceTokenUsdc).toBe(keccak256(toHex("FixedPriceTokenUSDC")));
});

describe("a mech paid in a token", () => {
  test("is paid from the requester's allowance, and no coin", async () => {
    const before = await held(requester().address);
    await expect(ask(1)).rejects.toThrow("ERC20InsufficientAllowance");
    await allow(rate * 2n);
    await expect(
      requestWork(of(), { requester: requester(), datas: [digest], valueWei: 1n }),
    ).rejects.toThrow("NoDepositAllowed");
    const { requestIds, receipt } = await ask(2);
    expect(await held(requester().address)).toBe(before - rate * 2n);
    await deliverWork(of(), requestIds, requestIds);
    expect(await payment.tracker.read.mapMechBalances([shop.mech.address])).toBe(rate * 2n);
    const told = await payment.tracker.getEvents.Deposit({}, { fromBlock: receipt.blockNumber });
    expect(told.map(({ args }) => args)).toEqual([
      { account: chain.marketplace.address, token: chain.payments.token.address, amount: rate * 2n },
    ]);
  });

  test("is paid from the prepaid balance first", async () => {
    await allow(rate * 2n);
    const by = { account: requester() };
    await mined(chain.clients, payment.tracker.write.deposit([rate], by));
    await mined(chain.clients, payment.tracker.write.depositFor([requester().address, rate / 2n], by));
    await ask(2);
    expect(await payment.tracker.read.mapRequesterBalances([requester().address])).toBe(0n);
    expect(await chain.payments.token.read.allowance([requester().address, payment.tracker.address])).toBe(
      0n,
    );
  });

  test("has its earnings sent to its contract and from there to its operator", async () => {
    await allow(rate);
    const { requestIds } = await ask(1);
    await deliverWork(of(), requestIds, requestIds);
    const order = [shop.mech.address] as const;
    expect(
      await refusal(payment.tracker.simulate.processPaymentByMultisig(order, { account: requester() })),
    ).toBe(`UnauthorizedAccount(${requester().address})`);
    await mined(
      chain.clients,
      payment.tracker.write.processPaymentByMultisig(order, { account: chain.agent }),
    );
    expect(await held(shop.mech.address)).toBe(rate);
    const data = encodeFunctionData({
      abi: chain.payments.token.abi,
      functionName: "transfer",
      args: [chain.agent.address, rate],
    });
    const call = [chain.payments.token.address, 0n, data, 0, 0n] as const;
    await mined(chain.clients, shop.mech.write.exec(call, { account: chain.agent }));
    expect([await held(shop.mech.address), await held(chain.agent.address)]).toEqual([0n, rate]);
  });

  test("needs a tracker with a token", async () => {
    const terms = [chain.marketplace.address, chain.agent.address, zeroAddress] as const;
    await expect(chain.contracts.deploy("TokenBalanceTracker", terms)).rejects.toThrow("ZeroAddress");
  });
});

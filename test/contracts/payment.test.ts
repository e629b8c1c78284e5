import { encodeFunctionData, keccak256, parseAbi, toHex, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { deliverWork, execute, requestWork } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { borrowChain, refusal, useLocalChain } from "../support/local-chain.ts";
import { eventsIn } from "./events.ts";

const rateWei = 10n ** 16n;
const digest = keccak256(toHex("a document"));
const balanceOf = ({ clients }: LocalChain, address: `0x${string}`) => clients.public.getBalance({ address });

async function earn(chain: LocalChain, count: number): Promise<void> {
  const { requestIds } = await requestWork(chain, {
    requester: chain.users[0]!,
    datas: Array(count).fill(digest),
  });
  await deliverWork(chain, requestIds, requestIds);
}

describe("the earnings of a mech", () => {
  const chain = useLocalChain({ rateWei });

  test("go to the mech contract on the operator's order", async () => {
    await earn(chain, 2);
    const receipt = await mined(
      chain.clients,
      chain.tracker.write.processPaymentByMultisig([chain.mech.address], { account: chain.agent }),
    );
    expect(eventsIn(chain, receipt)).toEqual([
      ["tracker.Withdraw", { account: chain.mech.address, token: zeroAddress, amount: rateWei * 2n }],
    ]);
    expect(await balanceOf(chain, chain.mech.address)).toBe(rateWei * 2n);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(0n);
  });

  test("go from the mech contract wherever its operator sends them", async () => {
    await earn(chain, 1);
    await mined(
      chain.clients,
      chain.tracker.write.processPaymentByMultisig([chain.mech.address], { account: chain.agent }),
    );
    const receiver = keccak256(toHex("nobody")).slice(0, 42) as `0x${string}`;
    const order = [receiver, rateWei, "0x", 0, 0n] as const;
    expect(await refusal(chain.mech.simulate.exec(order, { account: chain.users[0]! }))).toBe(
      "Only callable by the mech operator or the entry point contract",
    );
    await mined(chain.clients, chain.mech.write.exec(order, { account: chain.agent }));
    expect(await balanceOf(chain, receiver)).toBe(rateWei);
  });

  test("go to the mech contract on the mech's own order too", async () => {
    await earn(chain, 1);
    const data = encodeFunctionData({ abi: parseAbi(["function processPayment()"]) });
    const order = [chain.tracker.address, 0n, data, 0, 0n] as const;
    await mined(chain.clients, chain.mech.write.exec(order, { account: chain.agent }));
    expect(await balanceOf(chain, chain.mech.address)).toBe(rateWei);
  });

  test("are not paid on a stranger's order or when there are none", async () => {
    const { mech, tracker, users, agent } = chain;
    const [stranger] = users;
    expect(
      await refusal(tracker.simulate.processPaymentByMultisig([mech.address], { account: stranger! })),
    ).toBe(`UnauthorizedAccount(${stranger!.address})`);
    expect(await refusal(tracker.simulate.processPaymentByMultisig([mech.address], { account: agent }))).toBe(
      "ZeroValue()",
    );
  });

  test("are not paid when a call of the mech fails, which returns the callee's error", async () => {
    const data = encodeFunctionData({ abi: chain.tracker.abi, functionName: "processPayment" });
    const order = [chain.tracker.address, 0n, data, 0, 0n] as const;
    expect(await refusal(chain.mech.simulate.exec(order, { account: chain.agent }))).toBe("ZeroValue()");
  });
});

describe("with a marketplace fee", () => {
  const chain = useLocalChain({ rateWei, marketplace: { fee: 100n } });

  test("the marketplace keeps its share of the earnings, rounded up, until it is drained", async () => {
    await mined(chain.clients, chain.mech.write.changeMaxDeliveryRate([101n], { account: chain.agent }));
    await earn(chain, 1);
    await mined(
      chain.clients,
      chain.tracker.write.processPaymentByMultisig([chain.mech.address], { account: chain.agent }),
    );
    expect(await balanceOf(chain, chain.mech.address)).toBe(99n);
    expect(await chain.tracker.read.collectedFees()).toBe(2n);
    const receipt = await mined(chain.clients, chain.tracker.write.drain());
    expect(eventsIn(chain, receipt)).toEqual([
      ["tracker.Drained", { token: zeroAddress, collectedFees: 2n }],
    ]);
    expect(await balanceOf(chain, chain.tracker.address)).toBe(0n);
  });

  test("a Safe that operates the mech collects like an account", async () => {
    const { clients, users } = chain;
    const other = await chain.createMech({ owner: users[5]!, safe: true, rateWei });
    const { requestIds } = await requestWork(
      { ...chain, ...other },
      { requester: users[0]!, datas: [digest] },
    );
    await deliverWork({ clients, ...other }, requestIds, [digest]);
    const data = encodeFunctionData({
      abi: chain.tracker.abi,
      functionName: "processPaymentByMultisig",
      args: [other.mech.address],
    });
    await execute({ clients, owner: other.owner, safe: other.safe! }, { to: chain.tracker.address, data });
    expect(await balanceOf(chain, other.mech.address)).toBe((rateWei * 99n) / 100n);
  });
});

describe("a deposit", () => {
  const chain = useLocalChain();

  test("counts for the given account or for the sender", async () => {
    const [one, two] = chain.users;
    await mined(chain.clients, chain.tracker.write.depositFor([two!.address], { account: one!, value: 5n }));
    const receipt = await mined(
      chain.clients,
      chain.clients.wallet.sendTransaction({ account: one!, to: chain.tracker.address, value: 7n }),
    );
    expect(eventsIn(chain, receipt)).toEqual([
      ["tracker.Deposit", { account: one!.address, token: zeroAddress, amount: 7n }],
    ]);
    expect(await chain.tracker.read.mapRequesterBalances([one!.address])).toBe(7n);
    expect(await chain.tracker.read.mapRequesterBalances([two!.address])).toBe(5n);
  });
});

test("only the marketplace moves balances and karma", async () => {
  await using chain = await borrowChain();
  const options = { account: chain.users[0]! };
  const { tracker, karma, mech, marketplace, users } = chain;
  const stranger = users[0]!.address;
  const marketplaceOnly = `MarketplaceOnly(${stranger}, ${marketplace.address})`;
  expect(
    await Promise.all([
      refusal(tracker.simulate.checkAndRecordDeliveryRates([stranger, 1n, 1n, "0x"], options)),
      refusal(tracker.simulate.finalizeDeliveryRates([stranger, [], [], [], []], options)),
      refusal(tracker.simulate.adjustMechRequesterBalances([stranger, stranger, [1n], "0x"], options)),
      refusal(mech.simulate.requestFromMarketplace([[digest], [digest]], options)),
      refusal(mech.simulate.updateNumRequests([1n], options)),
      refusal(karma.simulate.changeMechKarma([mech.address, 1n], options)),
      refusal(karma.simulate.changeRequesterMechKarma([stranger, mech.address, 1n], options)),
    ]),
  ).toEqual([
    ...Array(5).fill(marketplaceOnly),
    `UnauthorizedAccount(${stranger})`,
    `UnauthorizedAccount(${stranger})`,
  ]);
});

import { keccak256, toHex, zeroHash } from "viem";
import { describe, expect, test } from "vitest";
import { deliverWork, requestWork } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import type { LocalMech } from "../../scripts/chain/marketplace.ts";
import { passTime, refusal, useLocalChain } from "../support/local-chain.ts";
import { eventsIn } from "./events.ts";

const rateWei = 10n ** 16n;
const digest = keccak256(toHex("a document"));
const answer = keccak256(toHex("an answer"));

const chain = useLocalChain({ rateWei });
const requester = () => chain.users[0]!;
const ask = async (count = 1, responseTimeoutS = 60n) =>
  (await requestWork(chain, { requester: requester(), datas: Array(count).fill(digest), responseTimeoutS }))
    .requestIds;
const deliver = (ids: readonly `0x${string}`[], mech: LocalMech = chain) =>
  deliverWork(
    { clients: chain.clients, ...mech },
    ids,
    ids.map(() => answer),
  );
const anotherMech = (rate = rateWei) => chain.createMech({ owner: chain.users[5]!, rateWei: rate }, chain);
const changeRate = (rate: bigint) =>
  mined(chain.clients, chain.mech.write.changeMaxDeliveryRate([rate], { account: chain.agent }));
const open = () => chain.mech.read.getUndeliveredRequestIds([0n, 0n]);

describe("a delivery", () => {
  test("emits events of karma, the tracker, the marketplace and the mech, in this order", async () => {
    const requestIds = await ask();
    const { address: mech } = chain.mech;
    expect(eventsIn(chain, await deliver(requestIds))).toEqual([
      ["karma.MechKarmaChanged", { mech, karmaChange: 1n }],
      ["tracker.MechBalanceAdjusted", { mech, deliveryRate: rateWei, balance: rateWei, rateDiff: 0n }],
      [
        "marketplace.MarketplaceDelivery",
        {
          deliveryMech: mech,
          requesters: [requester().address],
          numDeliveries: 1n,
          requestIds,
          deliveredRequests: [true],
        },
      ],
      [
        "mech.Deliver",
        {
          mech,
          mechServiceMultisig: chain.operator,
          requestId: requestIds[0],
          deliveryRate: rateWei,
          data: answer,
        },
      ],
    ]);
    expect(await chain.marketplace.read.getRequestStatus([requestIds[0]!])).toBe(3);
    expect((await chain.marketplace.read.mapRequestIdInfos([requestIds[0]!]))[1]).toBe(mech);
  });

  test("is counted for the requester, the mech and its operator", async () => {
    await deliver(await ask(3));
    const { marketplace, mech } = chain;
    expect(await marketplace.read.mapDeliveryCounts([requester().address])).toBe(3n);
    expect(await marketplace.read.mapMechDeliveryCounts([mech.address])).toBe(3n);
    expect(await marketplace.read.mapMechServiceDeliveryCounts([chain.operator])).toBe(3n);
    expect(await marketplace.read.numUndeliveredRequests()).toBe(0n);
    expect(await mech.read.numTotalDeliveries()).toBe(3n);
    expect(await chain.karma.read.mapMechKarma([mech.address])).toBe(3n);
  });

  test("is refused with an error when a stranger sends it", async () => {
    const requestIds = await ask();
    const call = chain.mech.simulate.deliverToMarketplace([requestIds, [answer]], { account: requester() });
    expect(await refusal(call)).toBe("Only callable by the mech operator or the entry point contract");
  });

  test("is refused without ids or with fewer answers than ids", async () => {
    const requestIds = await ask(2);
    const options = { account: chain.agent };
    expect(await refusal(chain.mech.simulate.deliverToMarketplace([[], []], options))).toBe(
      "WrongArrayLength(0, 0)",
    );
    expect(await refusal(chain.mech.simulate.deliverToMarketplace([requestIds, [answer]], options))).toBe(
      "WrongArrayLength(2, 1)",
    );
  });

  test("is refused by the marketplace when the sender is not a mech", async () => {
    const requestIds = await ask();
    const call = chain.marketplace.simulate.deliverMarketplace([requestIds, [rateWei]], {
      account: requester(),
    });
    expect(await refusal(call)).toBe(`UnauthorizedAccount(${requester().address})`);
  });
});

describe("the marketplace silently skips", () => {
  const outcome = async (ids: readonly `0x${string}`[], mech: LocalMech = chain) => {
    const receipt = await deliver(ids, mech);
    const told = eventsIn({ ...chain, ...mech }, receipt);
    return {
      status: receipt.status,
      delivered: told.find(([name]) => name === "marketplace.MarketplaceDelivery")?.[1]["deliveredRequests"],
      told: told.map(([name]) => name).filter((name) => name.startsWith("mech.")),
    };
  };
  const refused = { status: "success", delivered: [false], told: ["mech.RevokeRequest"] };

  test("a request that was delivered before", async () => {
    const requestIds = await ask();
    await deliver(requestIds);
    expect(await outcome(requestIds)).toEqual(refused);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
  });

  test("a request that still belongs to another mech, up to and including the last second", async () => {
    const requestIds = await ask(1, 60n);
    const other = await anotherMech();
    const deadline = (await chain.marketplace.read.mapRequestIdInfos([requestIds[0]!]))[3];
    await chain.clients.test.setNextBlockTimestamp({ timestamp: deadline });
    expect(await outcome(requestIds, other)).toEqual(refused);
    await chain.clients.test.setNextBlockTimestamp({ timestamp: deadline + 1n });
    expect(await outcome(requestIds, other)).toEqual({
      status: "success",
      delivered: [true],
      told: ["mech.Deliver"],
    });
  });

  test("a request below the mech's current rate", async () => {
    const requestIds = await ask();
    await changeRate(rateWei + 1n);
    expect(await outcome(requestIds)).toEqual(refused);
    await changeRate(rateWei);
    expect(await outcome(requestIds)).toMatchObject({ delivered: [true] });
  });

  test("only the requests of a batch that cannot be delivered", async () => {
    const [first, second] = await ask(2);
    await deliver([first!]);
    expect(await outcome([first!, second!])).toEqual({
      status: "success",
      delivered: [false, true],
      told: ["mech.RevokeRequest", "mech.Deliver"],
    });
  });
});

describe("a whole delivery batch", () => {
  const simulate = (ids: readonly `0x${string}`[]) =>
    chain.mech.simulate.deliverToMarketplace([ids, ids.map(() => answer)], { account: chain.agent });

  test.for([digest, zeroHash])("fails for the unknown id %s", async (unknown) => {
    const [requestId] = await ask(2);
    expect(await refusal(simulate([requestId!, unknown]))).toBe("ZeroAddress()");
  });

  test("fails for the zero id when the mech's list would count below zero", async () => {
    expect(await refusal(simulate([zeroHash]))).toBe("Panic(17)");
    const [only] = await ask();
    expect(await refusal(simulate([only!, zeroHash]))).toBe("Panic(17)");
  });

  test("does not fail for an id that is listed twice", async () => {
    const [requestId] = await ask();
    expect((await simulate([requestId!, requestId!])).result).toEqual([true, false]);
  });
});

describe("after the deadline of a request", () => {
  test("its mech still delivers and is paid if no other mech did", async () => {
    const requestIds = await ask();
    await passTime(chain, 1000);
    await deliver(requestIds);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
    expect(await chain.karma.read.mapMechKarma([chain.mech.address])).toBe(1n);
  });

  test("another mech is paid for it, and the first loses karma", async () => {
    const other = await anotherMech();
    const requestIds = await ask(2);
    await passTime(chain, 61);
    await deliver(requestIds, other);
    expect(await chain.karma.read.mapMechKarma([chain.mech.address])).toBe(-2n);
    expect(await chain.karma.read.mapMechKarma([other.mech.address])).toBe(2n);
    expect(await chain.tracker.read.mapMechBalances([other.mech.address])).toBe(rateWei * 2n);
  });

  test("a more expensive mech may not deliver, and nobody loses karma", async () => {
    const dearer = await anotherMech(rateWei + 1n);
    const requestIds = await ask();
    await passTime(chain, 61);
    await deliver(requestIds, dearer);
    expect(await chain.marketplace.read.getRequestStatus([requestIds[0]!])).toBe(2);
    expect(await chain.karma.read.mapMechKarma([chain.mech.address])).toBe(0n);
  });
});

test("a mech that lowers its rate refunds the difference to the requester", async () => {
  const requestIds = await ask(2);
  await changeRate(rateWei / 4n);
  const told = eventsIn(chain, await deliver(requestIds));
  expect(told.find(([name]) => name === "tracker.MechBalanceAdjusted")?.[1]).toMatchObject({
    deliveryRate: rateWei / 2n,
    rateDiff: (rateWei * 3n) / 2n,
  });
  expect(await chain.tracker.read.mapRequesterBalances([requester().address])).toBe((rateWei * 3n) / 2n);
});

describe("the mech's own list of requests", () => {
  test("has the newest first and is read in pages", async () => {
    const requestIds = await ask(4);
    expect(await open()).toEqual(requestIds.toReversed());
    expect(await chain.mech.read.getUndeliveredRequestIds([2n, 1n])).toEqual(
      requestIds.slice(1, 3).toReversed(),
    );
    expect(await refusal(chain.mech.read.getUndeliveredRequestIds([4n, 1n]))).toBe("Overflow(5, 4)");
  });

  test("is empty without requests and after all were delivered in any order", async () => {
    expect(await open()).toEqual([]);
    const [first, second, third, fourth] = await ask(4);
    await deliver([second!]);
    expect(await open()).toEqual([fourth, third, first]);
    await deliver([fourth!, first!]);
    expect(await open()).toEqual([third]);
    await deliver([third!]);
    expect(await open()).toEqual([]);
    const later = await ask();
    expect(await open()).toEqual(later);
  });

  test("keeps requests that another mech delivered", async () => {
    const requestIds = await ask();
    const other = await anotherMech();
    await passTime(chain, 61);
    await deliver(requestIds, other);
    expect(await open()).toEqual(requestIds);
    expect(await chain.mech.read.numUndeliveredRequests()).toBe(1n);
  });

  test("drops requests that the marketplace refused", async () => {
    const requestIds = await ask();
    await changeRate(rateWei + 1n);
    await deliver(requestIds);
    expect(await open()).toEqual([]);
    expect(await chain.marketplace.read.getRequestStatus([requestIds[0]!])).toBe(1);
  });
});

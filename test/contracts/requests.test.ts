import { concatHex, encodeAbiParameters, keccak256, toHex, zeroHash } from "viem";
import { describe, expect, test } from "vitest";
import { requestWork } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { fixedPriceNative } from "../../scripts/chain/marketplace.ts";
import { passTime, refusal, useLocalChain } from "../support/local-chain.ts";
import { eventsIn } from "./events.ts";

const rateWei = 10n ** 16n;
const digest = keccak256(toHex("a document"));
const chain = useLocalChain({ rateWei });
const requester = () => chain.users[0]!;

type Terms = Partial<{
  data: `0x${string}`;
  max: bigint;
  type: `0x${string}`;
  mech: `0x${string}`;
  timeoutS: bigint;
}>;

/** Asks with terms of which all but the given ones are good. */
function ask(
  { data = digest, max = rateWei, type = fixedPriceNative, mech, timeoutS = 300n }: Terms,
  valueWei = rateWei,
) {
  const to = mech ?? chain.mech.address;
  return chain.marketplace.simulate.request([data, max, type, to, timeoutS, "0x"], {
    account: requester(),
    value: valueWei,
  });
}

describe("a request", () => {
  test("emits events of the tracker, karma, the mech and the marketplace, in this order", async () => {
    const { requestIds, receipt } = await requestWork(chain, { requester: requester(), datas: [digest] });
    const [requestId] = requestIds;
    const { address: mech } = chain.mech;
    expect(eventsIn(chain, receipt)).toEqual([
      [
        "tracker.Deposit",
        { account: chain.marketplace.address, token: `0x${"0".repeat(40)}`, amount: rateWei },
      ],
      [
        "tracker.RequesterBalanceAdjusted",
        { requester: requester().address, deliveryRate: rateWei, balance: 0n },
      ],
      ["karma.RequesterMechKarmaChanged", { requester: requester().address, mech, karmaChange: 1n }],
      ["mech.Request", { mech, requestId, data: digest }],
      [
        "marketplace.MarketplaceRequest",
        {
          priorityMech: mech,
          requester: requester().address,
          numRequests: 1n,
          requestIds,
          requestDatas: [digest],
        },
      ],
    ]);
  });

  test("is recorded with the mech's rate and its deadline", async () => {
    const { requestIds, receipt } = await requestWork(chain, {
      requester: requester(),
      datas: [digest],
      responseTimeoutS: 90n,
    });
    const { timestamp } = await chain.clients.public.getBlock({ blockNumber: receipt.blockNumber });
    expect(await chain.marketplace.read.mapRequestIdInfos([requestIds[0]!])).toEqual([
      chain.mech.address,
      `0x${"0".repeat(40)}`,
      requester().address,
      timestamp + 90n,
      rateWei,
      fixedPriceNative,
    ]);
    expect(await chain.marketplace.read.getRequestStatus([requestIds[0]!])).toBe(1);
    await passTime(chain, 91);
    expect(await chain.marketplace.read.getRequestStatus([requestIds[0]!])).toBe(2);
  });

  test("does not exist when nobody made it", async () => {
    expect(await chain.marketplace.read.getRequestStatus([zeroHash])).toBe(0);
  });

  test("costs the mech's rate even if the requester offers more, and the rest stays prepaid", async () => {
    const { result } = await ask({ max: rateWei * 5n }, rateWei * 3n);
    await requestWork(chain, { requester: requester(), datas: [digest], valueWei: rateWei * 3n });
    expect(result).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await chain.tracker.read.mapRequesterBalances([requester().address])).toBe(rateWei * 2n);
  });

  test("is paid from the prepaid balance without its own deposit", async () => {
    await mined(chain.clients, chain.tracker.write.depositFor([requester().address], { value: rateWei }));
    const { receipt } = await requestWork(chain, { requester: requester(), datas: [digest], valueWei: 0n });
    expect(eventsIn(chain, receipt)[0]).toEqual([
      "tracker.RequesterBalanceAdjusted",
      { requester: requester().address, deliveryRate: rateWei, balance: 0n },
    ]);
  });

  test.for<[string, Terms, string]>([
    ["less than a minute", { timeoutS: 59n }, "OutOfBounds(59, 60, 300)"],
    ["more than five minutes", { timeoutS: 301n }, "OutOfBounds(301, 60, 300)"],
    ["no rate", { max: 0n }, "ZeroValue()"],
    ["no payment type", { type: zeroHash }, "ZeroValue()"],
    ["no mech", { mech: `0x${"0".repeat(40)}` }, "ZeroAddress()"],
    ["a rate below the mech's", { max: rateWei - 1n }, `Overflow(${rateWei}, ${rateWei - 1n})`],
    ["another payment type", { type: digest }, `WrongPaymentType(${digest})`],
    ["no data", { data: "0x" }, "ZeroValue()"],
  ])("is refused with %s", async ([, terms, answer]) => {
    expect(await refusal(ask(terms))).toBe(answer);
  });

  test("is refused before its bounds are checked when its deadline exceeds 32 bits", async () => {
    const last = 2n ** 32n - 1n;
    const { timestamp } = await chain.clients.public.getBlock();
    const [, end] = /^Overflow\((\d+), 4294967295\)$/.exec(await refusal(ask({ timeoutS: last }))) ?? [];
    expect(BigInt(end ?? 0)).toBeGreaterThanOrEqual(timestamp + last);
    expect(await refusal(ask({ timeoutS: 2n ** 31n }))).toBe(`OutOfBounds(${2n ** 31n}, 60, 300)`);
    expect(await refusal(ask({ timeoutS: 2n ** 256n - 1n }))).toBe("Panic(17)");
  });

  test("is refused for less than the rate", async () => {
    expect(await refusal(ask({}, rateWei - 1n))).toBe(`InsufficientBalance(${rateWei - 1n}, ${rateWei})`);
  });

  test("is refused for a mech that the marketplace did not create", async () => {
    const other = await chain.createMech({ owner: chain.users[5]! }, await chain.deployMarketplace());
    expect(await refusal(ask({ mech: other.mech.address }))).toBe(
      `UnauthorizedAccount(${other.mech.address})`,
    );
  });

  test("is refused for a mech whose service is not in operation", async () => {
    await mined(chain.clients, chain.registry.write.terminate([chain.serviceId], { account: chain.agent }));
    expect(await refusal(ask({}))).toBe(`WrongServiceState(5, ${chain.serviceId})`);
  });
});

describe("a batch", () => {
  test("logs each request in turn and all of them once", async () => {
    const datas = [digest, digest, keccak256(digest)];
    const { requestIds, receipt } = await requestWork(chain, { requester: requester(), datas });
    expect(new Set(requestIds).size).toBe(3);
    expect(eventsIn(chain, receipt).map(([name]) => name)).toEqual([
      "tracker.Deposit",
      "tracker.RequesterBalanceAdjusted",
      "karma.RequesterMechKarmaChanged",
      "mech.Request",
      "mech.Request",
      "mech.Request",
      "marketplace.MarketplaceRequest",
    ]);
    expect(await chain.mech.read.getUndeliveredRequestIds([0n, 0n])).toEqual(requestIds.toReversed());
    expect(await chain.karma.read.mapRequesterMechKarma([requester().address, chain.mech.address])).toBe(3n);
  });

  test("is refused when it is empty or contains an empty request", async () => {
    const terms = [rateWei, fixedPriceNative, chain.mech.address, 300n, "0x"] as const;
    const options = { account: requester(), value: rateWei * 2n };
    expect(await refusal(chain.marketplace.simulate.requestBatch([[], ...terms], options))).toBe(
      "ZeroValue()",
    );
    expect(await refusal(chain.marketplace.simulate.requestBatch([[digest, "0x"], ...terms], options))).toBe(
      "ZeroValue()",
    );
  });

  test("is refused for its timeout when it is also empty", async () => {
    const terms = [rateWei, fixedPriceNative, chain.mech.address, 1n, "0x"] as const;
    const asked = chain.marketplace.simulate.requestBatch([[], ...terms], { account: requester() });
    expect(await refusal(asked)).toBe("OutOfBounds(1, 60, 300)");
  });
});

describe("the id of a request", () => {
  test("can be computed off the chain, with the version hashed as an ABI string", async () => {
    const { address } = chain.marketplace;
    const domain = encodeAbiParameters(
      [
        { type: "bytes32" },
        { type: "bytes32" },
        { type: "bytes32" },
        { type: "uint256" },
        { type: "address" },
      ],
      [
        keccak256(
          toHex("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
        ),
        keccak256(toHex("MechMarketplace")),
        keccak256(encodeAbiParameters([{ type: "string" }], ["1.1.0"])),
        31337n,
        address,
      ],
    );
    expect(await chain.marketplace.read.getDomainSeparator()).toBe(keccak256(domain));

    const idWith = (nonce: bigint) => {
      const content = encodeAbiParameters(
        [
          { type: "address" },
          { type: "address" },
          { type: "address" },
          { type: "bytes32" },
          { type: "uint256" },
          { type: "bytes32" },
          { type: "uint256" },
        ],
        [
          address,
          chain.mech.address,
          requester().address,
          keccak256(digest),
          rateWei,
          fixedPriceNative,
          nonce,
        ],
      );
      return keccak256(concatHex(["0x1901", keccak256(domain), keccak256(content)]));
    };
    const { requestIds } = await requestWork(chain, { requester: requester(), datas: [digest, digest] });
    expect(requestIds).toEqual([idWith(0n), idWith(1n)]);
    expect(await chain.marketplace.read.mapNonces([requester().address])).toBe(2n);
  });
});

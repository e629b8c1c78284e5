import { encodeAbiParameters, keccak256, parseAbi, parseEventLogs, toEventSelector, toHex } from "viem";
import { expect, test } from "vitest";
import { deliverWork, requestWork } from "../../scripts/chain/actions.ts";
import { useLocalChain } from "../support/local-chain.ts";

const digest = keccak256(toHex("a document"));
const chain = useLocalChain({ marketplace: { events: "old" } });
const oldEvents = parseAbi([
  "event MarketplaceRequest(address indexed priorityMech, address indexed requester, uint256 numRequests, bytes32[] requestIds)",
  "event MarketplaceDelivery(address indexed deliveryMech, address[] indexed requesters, uint256 numDeliveries, bytes32[] requestIds, bool[] deliveredRequests)",
]);

test("the version does not distinguish the generations", async () => {
  const newer = await chain.deployMarketplace({ events: "new" });
  expect(await chain.marketplace.read.VERSION()).toBe("1.1.0");
  expect(await newer.marketplace.read.VERSION()).toBe("1.1.0");
});

test("the version and the address are part of the domain of ids", async () => {
  const other = await chain.deployMarketplace({ events: "old" });
  const domain = await chain.marketplace.read.getDomainSeparator();
  const version = keccak256(encodeAbiParameters([{ type: "string" }], ["1.1.0"]));
  const expected = encodeAbiParameters(
    [{ type: "bytes32" }, { type: "bytes32" }, { type: "bytes32" }, { type: "uint256" }, { type: "address" }],
    [
      await chain.marketplace.read.DOMAIN_SEPARATOR_TYPE_HASH(),
      keccak256(toHex("MechMarketplace")),
      version,
      31337n,
      chain.marketplace.address,
    ],
  );
  expect(domain).toBe(keccak256(expected));
  expect(domain).not.toBe(await other.marketplace.read.getDomainSeparator());
});

test("a request of the older generation is logged without its data, which only the mech logs", async () => {
  const [requester] = chain.users;
  const { requestIds, receipt } = await requestWork(chain, {
    requester: requester!,
    datas: [digest, digest],
  });
  const [told] = parseEventLogs({ abi: oldEvents, logs: receipt.logs, eventName: "MarketplaceRequest" });
  expect(told?.args).toEqual({
    priorityMech: chain.mech.address,
    requester: requester!.address,
    numRequests: 2n,
    requestIds,
  });
  const requests = parseEventLogs({ abi: chain.mech.abi, logs: receipt.logs, eventName: "Request" });
  expect(requests.map(({ args }) => args.data)).toEqual([digest, digest]);
  expect(parseEventLogs({ abi: chain.marketplace.abi, logs: receipt.logs })).toEqual([]);
});

test("a delivery of the older generation has the newer one's topic and another layout", async () => {
  const { requestIds } = await requestWork(chain, { requester: chain.users[0]!, datas: [digest] });
  const receipt = await deliverWork(chain, requestIds, [digest]);
  const [told] = parseEventLogs({ abi: oldEvents, logs: receipt.logs, eventName: "MarketplaceDelivery" });
  expect(told?.args).toMatchObject({ numDeliveries: 1n, requestIds, deliveredRequests: [true] });
  expect(told?.topics).toHaveLength(3);
  const newer = chain.marketplace.abi.find(
    (item) => item.type === "event" && item.name === "MarketplaceDelivery",
  );
  expect(told?.topics[0]).toBe(toEventSelector(newer!));
});

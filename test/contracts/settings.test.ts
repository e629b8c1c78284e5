import { encodeAbiParameters, encodeFunctionData, keccak256, toHex, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { execute } from "../../scripts/chain/actions.ts";
import { deployer } from "../../scripts/chain/accounts.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { fixedPriceNative } from "../../scripts/chain/marketplace.ts";
import { refusal, useLocalChain } from "../support/local-chain.ts";
import { eventsIn } from "./events.ts";
import { refusalData } from "./refusal-data.ts";

const digest = keccak256(toHex("a document"));
const chain = useLocalChain();
const stranger = () => ({ account: chain.users[0]! });
const rate = (wei: bigint) => encodeAbiParameters([{ type: "uint256" }], [wei]);

describe("a mech", () => {
  test("knows its service, its price and its operator", async () => {
    const { read } = chain.mech;
    expect(await read.serviceId()).toBe(chain.serviceId);
    expect(await read.tokenId()).toBe(chain.serviceId);
    expect(await read.token()).toBe(chain.registry.address);
    expect(await read.mechMarketplace()).toBe(chain.marketplace.address);
    expect(await read.paymentType()).toBe(fixedPriceNative);
    expect(await read.getOperator()).toBe(chain.agent.address);
    expect(await read.isOperator([chain.agent.address])).toBe(true);
    expect(await read.isOperator([deployer.address])).toBe(false);
  });

  test("is created only by its service's owner or operator", async () => {
    const { marketplace, factory, serviceId, agent } = chain;
    const order = [serviceId, factory.address, rate(5n)] as const;
    expect(await refusal(marketplace.simulate.create(order, stranger()))).toBe(
      `UnauthorizedAccount(${stranger().account.address})`,
    );
    const before = await marketplace.read.numMechs();
    await mined(chain.clients, marketplace.write.create(order, { account: agent }));
    expect(await marketplace.read.numMechs()).toBe(before + 1n);
  });

  test("is created by a listed factory, with a non-zero rate of one word", async () => {
    const { marketplace, factory, serviceId, agent } = chain;
    const create = (by: `0x${string}`, payload: `0x${string}`) =>
      refusal(marketplace.simulate.create([serviceId, by, payload], { account: agent }));
    expect(await create(agent.address, rate(5n))).toBe(`UnauthorizedAccount(${agent.address})`);
    expect(await create(factory.address, "0x05")).toBe("IncorrectDataLength(1, 32)");
    expect(await create(factory.address, rate(0n))).toBe("ZeroValue()");
    expect(
      await refusal(factory.simulate.createMech([chain.registry.address, serviceId, rate(5n)], stranger())),
    ).toBe(`MarketplaceOnly(${stranger().account.address}, ${marketplace.address})`);
  });

  test("is not created for a service that is unknown, out of operation or without an operator", async () => {
    const { clients, marketplace, registry, factory, agent } = chain;
    await mined(clients, registry.write.create([agent.address]));
    const serviceId = await registry.read.totalSupply();
    const create = (id = serviceId, wei = 5n) =>
      refusal(marketplace.simulate.create([id, factory.address, rate(wei)], { account: agent }));
    expect(await create()).toBe("ZeroAddress()");
    expect(await create(serviceId, 0n)).toBe("ZeroValue()");
    await mined(clients, registry.write.deploy([serviceId, agent.address], { account: agent }));
    expect(await create()).toBe("not refused");
    await mined(clients, registry.write.terminate([serviceId], { account: agent }));
    expect(await create()).toBe(`WrongServiceState(5, ${serviceId})`);
    expect(await create(serviceId + 1n)).toBe("NOT_MINTED");
  });

  test("has its rate changed by its operator to any value but zero", async () => {
    const receipt = await mined(
      chain.clients,
      chain.mech.write.changeMaxDeliveryRate([7n], { account: chain.agent }),
    );
    expect(eventsIn(chain, receipt)).toEqual([["mech.MaxDeliveryRateUpdated", { maxDeliveryRate: 7n }]]);
    expect(await refusal(chain.mech.simulate.changeMaxDeliveryRate([0n], { account: chain.agent }))).toBe(
      "ZeroValue()",
    );
    expect(await refusal(chain.mech.simulate.changeMaxDeliveryRate([7n], stranger()))).toBe(
      "Only callable by the mech operator or the entry point contract",
    );
  });

  test("makes only calls and delegate calls for its operator", async () => {
    const { mech, agent, users } = chain;
    const exec = (operation: number) =>
      refusalData(mech.simulate.exec([users[0]!.address, 0n, "0x", operation, 0n], { account: agent }));
    expect(await exec(0)).toBe("not refused");
    expect(await exec(1)).toBe("not refused");
    expect(await exec(2)).toBe("0x");
  });

  test("obeys its Safe and not the Safe's owner", async () => {
    const { clients, users } = chain;
    const { mech, owner, safe, operator } = await chain.createMech({ owner: users[5]!, safe: true });
    expect(await mech.read.getOperator()).toBe(operator);
    expect(operator).toBe(safe!.address);
    expect(await refusal(mech.simulate.changeMaxDeliveryRate([7n], { account: owner }))).toBe(
      "Only callable by the mech operator or the entry point contract",
    );
    const data = encodeFunctionData({ abi: mech.abi, functionName: "changeMaxDeliveryRate", args: [7n] });
    await execute({ clients, owner, safe: safe! }, { to: mech.address, data });
    expect(await mech.read.maxDeliveryRate()).toBe(7n);
  });
});

describe("the marketplace's owner", () => {
  test("sets the fee and the timeout's bounds", async () => {
    const { marketplace } = chain;
    await mined(chain.clients, marketplace.write.changeMarketplaceParams([10_000n, 1n, 2n]));
    expect(await marketplace.read.fee()).toBe(10_000n);
    expect(await marketplace.read.minResponseTimeout()).toBe(1n);
    expect(await marketplace.read.maxResponseTimeout()).toBe(2n);
    const set = (...terms: [bigint, bigint, bigint]) =>
      refusal(marketplace.simulate.changeMarketplaceParams(terms, { account: deployer }));
    expect(await set(10_001n, 1n, 2n)).toBe("Overflow(10001, 10000)");
    expect(await set(0n, 0n, 2n)).toBe("ZeroValue()");
    expect(await set(0n, 3n, 2n)).toBe("Overflow(3, 2)");
    expect(await set(0n, 1n, 2n ** 32n)).toBe(`Overflow(${2n ** 32n}, ${2n ** 32n - 1n})`);
  });

  test("is the only one who sets them and lists factories and trackers", async () => {
    const { marketplace, karma } = chain;
    const ownerOnly = `OwnerOnly(${stranger().account.address}, ${deployer.address})`;
    expect(
      await Promise.all([
        refusal(marketplace.simulate.changeMarketplaceParams([0n, 1n, 2n], stranger())),
        refusal(marketplace.simulate.setMechFactoryStatuses([[], []], stranger())),
        refusal(marketplace.simulate.setPaymentTypeBalanceTrackers([[], []], stranger())),
        refusal(marketplace.simulate.changeOwner([deployer.address], stranger())),
        refusal(karma.simulate.setMechMarketplaceStatuses([[], []], stranger())),
      ]),
    ).toEqual(Array(5).fill(ownerOnly));
  });

  test("cannot list a missing contract", async () => {
    const { marketplace } = chain;
    const options = { account: deployer };
    expect(await refusal(marketplace.simulate.setMechFactoryStatuses([[zeroAddress], [true]], options))).toBe(
      "ZeroAddress()",
    );
    expect(await refusal(marketplace.simulate.setMechFactoryStatuses([[], [true]], options))).toBe(
      "WrongArrayLength(0, 1)",
    );
    expect(
      await refusal(marketplace.simulate.setPaymentTypeBalanceTrackers([[digest], [zeroAddress]], options)),
    ).toBe("ZeroAddress()");
  });

  test("transfers the ownership", async () => {
    const { marketplace, users } = chain;
    await mined(chain.clients, marketplace.write.changeOwner([users[0]!.address]));
    expect(await marketplace.read.owner()).toBe(users[0]!.address);
  });
});

describe("a service", () => {
  test("publishes the digest of its document, which tokenURI returns as a dag-pb CID", async () => {
    const { metadata, serviceId, agent } = chain;
    const receipt = await mined(
      chain.clients,
      metadata.write.changeHash([serviceId, digest], { account: agent }),
    );
    expect(eventsIn(chain, receipt)).toEqual([
      ["metadata.ComplementaryMetadataUpdated", { serviceId, hash: digest }],
    ]);
    expect(await metadata.read.tokenURI([serviceId])).toBe(`ipfs://f01701220${digest.slice(2)}`);
    expect(await metadata.read.mapServiceHashes([serviceId])).toBe(digest);
  });

  test("has its digest set by the operator while in operation and by the owner otherwise", async () => {
    const { clients, metadata, registry, users } = chain;
    const owner = users[5]!;
    const { serviceId, safe, operator } = await chain.createMech({ owner, safe: true });
    const mayChange = (account: `0x${string}`) => metadata.read.isAbleChangeHash([account, serviceId]);
    const change = () => metadata.simulate.changeHash([serviceId, digest], { account: owner });
    expect(await refusal(change())).toBe(`UnauthorizedAccount(${owner.address})`);
    expect(await Promise.all([owner.address, operator].map(mayChange))).toEqual([false, true]);
    const data = encodeFunctionData({
      abi: metadata.abi,
      functionName: "changeHash",
      args: [serviceId, digest],
    });
    await execute({ clients, owner, safe: safe! }, { to: metadata.address, data });
    expect(await metadata.read.mapServiceHashes([serviceId])).toBe(digest);

    await mined(clients, registry.write.terminate([serviceId], { account: owner }));
    expect(await refusal(change())).toBe("not refused");
    expect(await Promise.all([owner.address, operator].map(mayChange))).toEqual([true, false]);
    const stranger = metadata.simulate.changeHash([serviceId, digest], { account: users[0]! });
    expect(await refusal(stranger)).toBe(`UnauthorizedAccount(${users[0]!.address})`);
  });

  test("restarts with another operator, whom its mech then obeys", async () => {
    const { registry, serviceId, agent, users, clients, mech } = chain;
    await mined(clients, registry.write.terminate([serviceId], { account: agent }));
    await mined(clients, registry.write.unbond([serviceId], { account: agent }));
    expect(await refusal(mech.read.getOperator())).toBe(`WrongServiceState(1, ${serviceId})`);
    await mined(clients, registry.write.deploy([serviceId, users[0]!.address], { account: agent }));
    expect(await mech.read.getOperator()).toBe(users[0]!.address);
  });

  test("belongs to its owner", async () => {
    const { registry, serviceId, agent } = chain;
    expect(await registry.read.ownerOf([serviceId])).toBe(agent.address);
    expect(await refusal(registry.read.ownerOf([serviceId + 1n]))).toBe("NOT_MINTED");
    expect(await refusal(registry.simulate.terminate([serviceId], stranger()))).toBe(
      `OwnerOnly(${stranger().account.address}, ${agent.address})`,
    );
  });
});

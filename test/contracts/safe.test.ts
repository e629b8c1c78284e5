import { encodeFunctionData, hashMessage, keccak256, parseAbi, toFunctionSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { byOperator } from "../../agent/marketplace/operator-call.ts";
import { execute, requestWork } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { createSafe, placeParts, safeVersions } from "../../scripts/chain/safe.ts";
import { refusal, useLocalChain } from "../support/local-chain.ts";
import { signForSafe } from "../support/safe-message.ts";

const chain = useLocalChain();
const owner = () => chain.users[0]!;
const erc1271 = parseAbi(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"]);

/** Where the same code is on other chains: @safe-global/safe-deployments lists these addresses. */
const published = {
  "1.3.0": {
    singleton: "0xfb1bffC9d739B8D520DaF37dF666da4C687191EA",
    factory: "0xC22834581EbC8527d974F8a1c97E1bEA4EF910BC",
    handler: "0x017062a1dE2FE6b99BE3d9d37841FeD19F573804",
  },
  "1.4.1": {
    singleton: "0x29fcB43b46531BcA003ddC8FCB67FFE91900C762",
    factory: "0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67",
    handler: "0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99",
  },
  "1.5.0": {
    singleton: "0xEdd160fEBBD92E350D4D398fb636302fccd67C7e",
    factory: "0x14F2982D601c9458F93bd70B218933A6f8165e7b",
    handler: "0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4",
  },
};

describe.each(safeVersions)("a Safe %s", (version) => {
  const open = async () => createSafe(chain.clients, [owner().address], { version });

  test("has the same code and addresses as on other chains", async () => {
    expect(await placeParts(chain.clients, version)).toEqual(published[version]);
    const { address } = await open();
    const abi = parseAbi(["function VERSION() view returns (string)"]);
    expect(await chain.clients.public.readContract({ address, abi, functionName: "VERSION" })).toBe(version);
  });

  test("delivers for the agent", async () => {
    const shop = await chain.createMech({ owner: owner(), safe: version });
    const datas = [keccak256(toHex("a document"))];
    const { requestIds } = await requestWork({ ...chain, ...shop }, { requester: chain.users[1]!, datas });
    const functionName = "deliverToMarketplace";
    const data = encodeFunctionData({ abi: shop.mech.abi, functionName, args: [requestIds, datas] });
    const call = byOperator(
      { operator: shop.operator, isSafe: true },
      { to: shop.mech.address, data },
      owner().address,
    );
    await mined(chain.clients, chain.clients.wallet.sendTransaction({ account: owner(), ...call }));
    expect(await chain.marketplace.read.getRequestStatus([requestIds[0]!])).toBe(3);
  });

  test("fails as a whole when its call fails", async () => {
    const safe = await open();
    const { abi, address: to } = chain.marketplace;
    const data = encodeFunctionData({ abi, functionName: "changeOwner", args: [owner().address] });
    const call = execute({ clients: chain.clients, owner: owner(), safe }, { to, data });
    // Older versions say that something failed inside, the newest one what: OwnerOnly(address,address).
    await expect(call).rejects.toThrow(
      version === "1.5.0" ? toFunctionSelector("OwnerOnly(address,address)") : "GS013",
    );
  });

  test("accepts agents, which are tokens", async () => {
    const safe = await open();
    const data = encodeFunctionData({ abi: chain.identity.abi, functionName: "register", args: [] });
    await execute({ clients: chain.clients, owner: owner(), safe }, { to: chain.identity.address, data });
    expect(await chain.identity.read.ownerOf([1n])).toBe(safe.address);
  });

  test("accepts a message that its owner signed for it, and none for another Safe", async () => {
    const [safe, other] = [await open(), await open()];
    const hash = hashMessage("a message");
    const signature = await signForSafe(chain, { safe: safe.address, owner: owner(), hash });
    const asked = async (address: `0x${string}`) => {
      const call = {
        address,
        abi: erc1271,
        functionName: "isValidSignature",
        args: [hash, signature],
      } as const;
      return chain.clients.public.readContract(call);
    };
    expect(await asked(safe.address)).toBe("0x1626ba7e");
    expect(await refusal(asked(other.address))).toBe("GS026");
  });
});

import { type Hex, parseEventLogs, toHex } from "viem";
import { describe, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { passTime, refusal, useLocalChain } from "../support/local-chain.ts";

const chain = useLocalChain();
const owner = () => chain.users[0]!;
const stranger = () => chain.users[1]!;
const register = (uri = "ipfs://one") =>
  mined(chain.clients, chain.identity.write.register([uri], { account: owner() }));

async function blockTime(): Promise<bigint> {
  return (await chain.clients.public.getBlock()).timestamp;
}

describe("an agent", () => {
  test("may have the id 0: the local chain's has it", async () => {
    expect(chain.agentId).toBe(0n);
    expect(await chain.identity.read.ownerOf([0n])).toBe(chain.agent.address);
  });

  test("is registered with a URI and paid at its owner's account", async () => {
    const { logs } = await register();
    expect(
      parseEventLogs({ abi: chain.identity.abi, logs }).map(({ eventName, args }) => [eventName, args]),
    ).toEqual([
      ["Transfer", { from: `0x${"0".repeat(40)}`, to: owner().address, tokenId: 1n }],
      ["Registered", { agentId: 1n, agentURI: "ipfs://one", owner: owner().address }],
      [
        "MetadataSet",
        expect.objectContaining({
          agentId: 1n,
          metadataKey: "agentWallet",
          metadataValue: owner().address.toLowerCase(),
        }),
      ],
    ]);
    expect(await chain.identity.read.tokenURI([1n])).toBe("ipfs://one");
    expect(await chain.identity.read.getAgentWallet([1n])).toBe(owner().address);
  });

  test("is registered without a URI, which only its owner sets later", async () => {
    await mined(chain.clients, chain.identity.write.register({ account: owner() }));
    expect(await chain.identity.read.tokenURI([1n])).toBe("");
    expect(
      await refusal(chain.identity.simulate.setAgentURI([1n, "ipfs://x"], { account: stranger() })),
    ).toBe("Not authorized");
    const { logs } = await mined(
      chain.clients,
      chain.identity.write.setAgentURI([1n, "ipfs://two"], { account: owner() }),
    );
    expect(parseEventLogs({ abi: chain.identity.abi, logs, eventName: "URIUpdated" })[0]?.args).toEqual({
      agentId: 1n,
      newURI: "ipfs://two",
      updatedBy: owner().address,
    });
    expect(await chain.identity.read.tokenURI([1n])).toBe("ipfs://two");
  });

  test("is registered with metadata, in which the wallet's key is reserved", async () => {
    const entry = (metadataKey: string) => ({ metadataKey, metadataValue: toHex("1.29.0") });
    await mined(
      chain.clients,
      chain.identity.write.register(["ipfs://one", [entry("version")]], { account: owner() }),
    );
    expect(await chain.identity.read.getMetadata([1n, "version"])).toBe(toHex("1.29.0"));
    const reserved = chain.identity.simulate.register(["", [entry("agentWallet")]], { account: owner() });
    expect(await refusal(reserved)).toBe("reserved key");
    const later = chain.identity.simulate.setMetadata([1n, "agentWallet", "0x12"], { account: owner() });
    expect(await refusal(later)).toBe("reserved key");
  });

  test("has neither owner nor URI when it was never registered", async () => {
    expect(await refusal(chain.identity.read.ownerOf([7n]))).toBe("ERC721NonexistentToken(7)");
    expect(await refusal(chain.identity.read.tokenURI([7n]))).toBe("ERC721NonexistentToken(7)");
  });

  test("loses its wallet when it is transferred", async () => {
    await register();
    const { identity, clients } = chain;
    const order = [owner().address, stranger().address, 1n] as const;
    expect(await refusal(identity.simulate.transferFrom(order, { account: stranger() }))).toBe(
      `ERC721InsufficientApproval(${stranger().address}, 1)`,
    );
    await mined(clients, identity.write.transferFrom(order, { account: owner() }));
    expect(await identity.read.ownerOf([1n])).toBe(stranger().address);
    expect(await identity.read.balanceOf([owner().address])).toBe(0n);
    expect(await identity.read.getAgentWallet([1n])).toBe(`0x${"0".repeat(40)}`);
  });

  test("is not transferred to a contract that does not accept tokens", async () => {
    await register();
    const order = [owner().address, chain.karma.address, 1n] as const;
    expect(await refusal(chain.identity.simulate.safeTransferFrom(order, { account: owner() }))).toBe(
      `ERC721InvalidReceiver(${chain.karma.address})`,
    );
  });

  test("may be operated by accounts that its owner approves", async () => {
    await register();
    const { identity, clients } = chain;
    expect(await identity.read.isAuthorizedOrOwner([stranger().address, 1n])).toBe(false);
    await mined(clients, identity.write.approve([stranger().address, 1n], { account: owner() }));
    expect(await identity.read.isAuthorizedOrOwner([stranger().address, 1n])).toBe(true);
    await mined(
      clients,
      identity.write.setApprovalForAll([chain.users[2]!.address, true], { account: owner() }),
    );
    expect(await identity.read.isAuthorizedOrOwner([chain.users[2]!.address, 1n])).toBe(true);
  });
});

describe("another wallet", () => {
  async function signedBy(wallet: LocalAccount, deadline: bigint): Promise<Hex> {
    return wallet.signTypedData({
      domain: {
        name: "ERC8004IdentityRegistry",
        version: "1",
        chainId: chain.chainId,
        verifyingContract: chain.identity.address,
      },
      types: {
        AgentWalletSet: [
          { name: "agentId", type: "uint256" },
          { name: "newWallet", type: "address" },
          { name: "owner", type: "address" },
          { name: "deadline", type: "uint256" },
        ],
      },
      primaryType: "AgentWalletSet",
      message: { agentId: 1n, newWallet: stranger().address, owner: owner().address, deadline },
    });
  }
  const set = (deadline: bigint, signature: Hex) =>
    chain.identity.simulate.setAgentWallet([1n, stranger().address, deadline, signature], {
      account: owner(),
    });

  test("is set with its own signature and removed again", async () => {
    await register();
    const deadline = (await blockTime()) + 200n;
    const order = [1n, stranger().address, deadline, await signedBy(stranger(), deadline)] as const;
    await mined(chain.clients, chain.identity.write.setAgentWallet(order, { account: owner() }));
    expect(await chain.identity.read.getAgentWallet([1n])).toBe(stranger().address);
    await mined(chain.clients, chain.identity.write.unsetAgentWallet([1n], { account: owner() }));
    expect(await chain.identity.read.getAgentWallet([1n])).toBe(`0x${"0".repeat(40)}`);
  });

  test("is refused with another account's signature, after the deadline, and with a deadline too far ahead", async () => {
    await register();
    const deadline = (await blockTime()) + 200n;
    expect(await refusal(set(deadline, await signedBy(owner(), deadline)))).toBe("invalid wallet sig");
    const far = deadline + 1000n;
    expect(await refusal(set(far, await signedBy(stranger(), far)))).toBe("deadline too far");
    await passTime(chain, 300);
    expect(await refusal(set(deadline, await signedBy(stranger(), deadline)))).toBe("expired");
  });
});

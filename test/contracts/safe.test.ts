import {
  concatHex,
  encodeFunctionData,
  hashTypedData,
  type Hex,
  keccak256,
  padHex,
  parseEventLogs,
  toHex,
  zeroAddress,
} from "viem";
import { describe, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { execute, signedBySending } from "../../scripts/chain/actions.ts";
import { type Contract, mined } from "../../scripts/chain/deployer.ts";
import { refusal, useLocalChain } from "../support/local-chain.ts";
import { refusalData } from "./refusal-data.ts";

const chain = useLocalChain();
const owner = () => chain.users[0]!;
const hash = keccak256(toHex("a message"));
const noRefund = [0n, 0n, zeroAddress, zeroAddress] as const;

const open = (owners: readonly LocalAccount[] = [owner()], threshold = 1n) =>
  chain.contracts.deploy("Safe", [owners.map(({ address }) => address), threshold]);

/** A call that the marketplace refuses: the Safe is not its owner. */
const failing = () =>
  encodeFunctionData({
    abi: chain.marketplace.abi,
    functionName: "changeOwner",
    args: [owner().address],
  });

async function signTransaction(
  safe: Contract<"Safe">,
  by: LocalAccount,
  to: Hex,
  nonce: bigint,
): Promise<Hex> {
  return by.sign({ hash: await safe.read.getTransactionHash([to, 0n, "0x", 0, 0n, ...noRefund, nonce]) });
}

describe("a Safe", () => {
  test("tells of its version, owners, threshold and nonce", async () => {
    const safe = await open([owner(), chain.users[1]!], 2n);
    expect(await safe.read.VERSION()).toBe("1.3.0");
    expect(await safe.read.getOwners()).toEqual([owner().address, chain.users[1]!.address]);
    expect(await safe.read.getThreshold()).toBe(2n);
    expect(await safe.read.isOwner([chain.users[2]!.address])).toBe(false);
    expect(await safe.read.nonce()).toBe(0n);
  });

  test("hashes a transaction in its own domain, as EIP-712 has it", async () => {
    const safe = await open();
    const fields = ["to address", "value uint256", "data bytes", "operation uint8", "safeTxGas uint256"];
    const rest = [
      "baseGas uint256",
      "gasPrice uint256",
      "gasToken address",
      "refundReceiver address",
      "nonce uint256",
    ];
    const SafeTx = [...fields, ...rest].map((field) => {
      const [name = "", type = ""] = field.split(" ");
      return { name, type };
    });
    const message = {
      to: owner().address,
      value: 1n,
      data: "0x1234",
      operation: 0,
      safeTxGas: 2n,
      baseGas: 3n,
      gasPrice: 4n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: 5n,
    };
    const expected = hashTypedData({
      domain: { chainId: chain.chainId, verifyingContract: safe.address },
      types: { SafeTx },
      primaryType: "SafeTx",
      message,
    });
    const call = [message.to, 1n, "0x1234", 0, 2n, 3n, 4n, zeroAddress, zeroAddress, 5n] as const;
    expect(await safe.read.getTransactionHash(call)).toBe(expected);
  });

  test("tells what it receives", async () => {
    const safe = await open();
    const { logs } = await mined(
      chain.clients,
      chain.clients.wallet.sendTransaction({ account: owner(), to: safe.address, value: 5n }),
    );
    const [received] = parseEventLogs({ abi: safe.abi, logs, eventName: "SafeReceived" });
    expect(received?.args).toEqual({ sender: owner().address, value: 5n });
  });

  test("accepts agents, which are tokens", async () => {
    const safe = await open();
    const data = encodeFunctionData({ abi: chain.identity.abi, functionName: "register", args: [] });
    await execute({ clients: chain.clients, owner: owner(), safe }, { to: chain.identity.address, data });
    expect(await chain.identity.read.ownerOf([1n])).toBe(safe.address);
  });
});

describe("a transaction of a Safe", () => {
  const transfer = (safe: Contract<"Safe">, signatures: Hex, by = owner()) =>
    safe.simulate.execTransaction([owner().address, 0n, "0x", 0, 0n, ...noRefund, signatures], {
      account: by,
    });

  test("is done for an owner who sends it, and counted", async () => {
    const safe = await open();
    const { logs } = await execute({ clients: chain.clients, owner: owner(), safe }, { to: owner().address });
    expect(parseEventLogs({ abi: safe.abi, logs }).map(({ eventName }) => eventName)).toEqual([
      "ExecutionSuccess",
    ]);
    expect(await safe.read.nonce()).toBe(1n);
  });

  test("is done for anyone who brings an owner's signature, once", async () => {
    const safe = await open();
    const stranger = chain.users[3]!;
    const signature = await signTransaction(safe, owner(), owner().address, 0n);
    expect((await transfer(safe, signature, stranger)).result).toBe(true);
    await mined(
      chain.clients,
      safe.write.execTransaction([owner().address, 0n, "0x", 0, 0n, ...noRefund, signature], {
        account: stranger,
      }),
    );
    expect(await refusal(transfer(safe, signature, stranger))).toBe("GS026");
  });

  test("needs as many owners as its threshold, in the order of their addresses", async () => {
    const two = [owner(), chain.users[1]!].toSorted((a, b) =>
      a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1,
    );
    const safe = await open(two, 2n);
    const [low, high] = await Promise.all(two.map((one) => signTransaction(safe, one, owner().address, 0n)));
    expect((await transfer(safe, concatHex([low!, high!]))).result).toBe(true);
    expect(await refusal(transfer(safe, concatHex([high!, low!])))).toBe("GS026");
    expect(await refusal(transfer(safe, concatHex([low!, low!])))).toBe("GS026");
    expect(await refusal(transfer(safe, low!))).toBe("GS020");
  });

  test("is refused to strangers, whatever they claim", async () => {
    const safe = await open();
    const stranger = chain.users[3]!;
    expect(await refusal(transfer(safe, signedBySending(owner().address), stranger))).toBe("GS025");
    expect(await refusal(transfer(safe, signedBySending(stranger.address), stranger))).toBe("GS026");
    expect(await refusal(transfer(safe, "0x"))).toBe("GS020");
    expect(await refusal(transfer(safe, padHex("0x", { size: 65 })))).toBe("GS021");
  });

  test("whose call fails fails as a whole without gas values: GS013", async () => {
    const safe = await open();
    const call = [chain.marketplace.address, 0n, failing(), 0, 0n, ...noRefund] as const;
    const signatures = signedBySending(owner().address);
    expect(await refusal(safe.simulate.execTransaction([...call, signatures], { account: owner() }))).toBe(
      "GS013",
    );
  });

  test("whose call fails succeeds with a gas value, and only an event tells", async () => {
    const safe = await open();
    const call = [chain.marketplace.address, 0n, failing(), 0, 100_000n, ...noRefund] as const;
    const { status, logs } = await mined(
      chain.clients,
      safe.write.execTransaction([...call, signedBySending(owner().address)], {
        account: owner(),
        gas: 500_000n,
      }),
    );
    expect(status).toBe("success");
    expect(parseEventLogs({ abi: safe.abi, logs }).map(({ eventName }) => eventName)).toEqual([
      "ExecutionFailure",
    ]);
  });

  test("is a call or a delegate call; there is no third operation", async () => {
    const safe = await open();
    const exec = (operation: number) =>
      refusalData(
        safe.simulate.execTransaction(
          [owner().address, 0n, "0x", operation, 0n, ...noRefund, signedBySending(owner().address)],
          { account: owner() },
        ),
      );
    expect(await exec(0)).toBe("not refused");
    expect(await exec(1)).toBe("not refused");
    expect(await exec(2)).toBe("0x");
  });

  test("with more gas promised than there is left is refused: GS010", async () => {
    const safe = await open();
    const call = [owner().address, 0n, "0x", 0, 400_000n, ...noRefund] as const;
    const signatures = signedBySending(owner().address);
    const simulated = safe.simulate.execTransaction([...call, signatures], {
      account: owner(),
      gas: 400_000n,
    });
    expect(await refusal(simulated)).toBe("GS010");
  });
});

describe("the gas of a Safe's transaction", () => {
  const measure = async (to: Hex, data: Hex = "0x") => {
    const safe = await open();
    return refusalData(safe.simulate.requiredTxGas([to, 0n, data, 0], { account: chain.users[3]! }));
  };

  test("is told to anyone by refusing with a reason of 32 bytes, and nothing is done", async () => {
    const data = await measure(chain.marketplace.address, "0x8da5cb5b");
    // Error(string): the selector, where the text begins, its length, and the number in place of a text.
    expect(data).toMatch(/^0x08c379a0(?:0{62}20){2}[0-9a-f]{64}$/);
    const gas = BigInt(`0x${data.slice(-64)}`);
    expect(gas).toBeGreaterThan(2_600n);
    expect(gas).toBeLessThan(20_000n);
  });

  test("of one that fails is not told: it is refused without a word", async () => {
    expect(await measure(chain.marketplace.address, failing())).toBe("0x");
  });
});

describe("a message of a Safe", () => {
  const message = (safe: Contract<"Safe">, by: LocalAccount) =>
    by.signTypedData({
      domain: { chainId: chain.chainId, verifyingContract: safe.address },
      types: { SafeMessage: [{ name: "message", type: "bytes" }] },
      primaryType: "SafeMessage",
      message: { message: hash },
    });

  test("counts when an owner signed it", async () => {
    const safe = await open();
    expect(await safe.read.isValidSignature([hash, await message(safe, owner())])).toBe("0x1626ba7e");
  });

  test("is refused when a stranger did, or when an owner signed it for another Safe", async () => {
    const safe = await open();
    expect(await refusal(safe.read.isValidSignature([hash, await message(safe, chain.users[3]!)]))).toBe(
      "GS026",
    );
    const other = await open();
    expect(await refusal(safe.read.isValidSignature([hash, await message(other, owner())]))).toBe("GS026");
  });
});

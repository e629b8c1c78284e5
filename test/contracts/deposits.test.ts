import {
  type BaseError,
  concatHex,
  decodeErrorResult,
  encodeAbiParameters,
  keccak256,
  parseEventLogs,
  toHex,
  zeroAddress,
  zeroHash,
  type Hex,
  type TransactionReceipt,
} from "viem";
import { describe, expect, test } from "vitest";
import { execute } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { createSafe } from "../../scripts/chain/safe.ts";
import { refusal, useLocalChain } from "../support/local-chain.ts";

const chain = useLocalChain();
const fingerprint = keccak256(toHex("a key"));
const payer = () => chain.users[0]!;
const receiver = "0x000000000000000000000000000000000000cafE";

const pay = async (value: bigint, data: Hex = "0x"): Promise<TransactionReceipt> =>
  mined(
    chain.clients,
    chain.clients.wallet.sendTransaction({ account: payer(), to: chain.deposits.address, value, data }),
  );
const told = ({ logs }: TransactionReceipt, { abi } = chain.deposits) =>
  parseEventLogs({ abi, logs }).map(({ eventName, args }) => [eventName, args]);
const balanceOf = (address: Hex): Promise<bigint> => chain.clients.public.getBalance({ address });

/** As `refusal`, for a transaction that calls no function. */
async function refusedWith(value: bigint, data: Hex): Promise<string> {
  try {
    await chain.clients.public.call({ account: payer(), to: chain.deposits.address, value, data });
    return "not refused";
  } catch (error) {
    const cause = (error as BaseError).walk((one) => typeof (one as { data?: unknown }).data === "string");
    const reverted = (cause as { data?: Hex } | null)?.data;
    if (!reverted || reverted === "0x") return "without a word";
    const { errorName, args } = decodeErrorResult({ abi: chain.deposits.abi, data: reverted });
    return `${errorName}(${args?.join(", ") ?? ""})`;
  }
}

describe("a payment", () => {
  test("is logged with its sender and amount", async () => {
    expect(told(await pay(5n))).toEqual([
      ["DepositReceived", { sender: payer().address, fingerprint: zeroHash, amount: 5n }],
    ]);
    expect(await balanceOf(chain.deposits.address)).toBe(5n);
  });

  test("is logged with its fingerprint", async () => {
    expect(told(await pay(7n, fingerprint))).toEqual([
      ["DepositReceived", { sender: payer().address, fingerprint, amount: 7n }],
    ]);
  });

  test("is logged with the Safe as sender when a Safe pays", async () => {
    const safe = await createSafe(chain.clients, [payer().address]);
    await mined(
      chain.clients,
      chain.clients.wallet.sendTransaction({ account: payer(), to: safe.address, value: 9n }),
    );
    const call = { to: chain.deposits.address, value: 9n, data: fingerprint };
    expect(told(await execute({ clients: chain.clients, owner: payer(), safe }, call))).toEqual([
      ["DepositReceived", { sender: safe.address, fingerprint, amount: 9n }],
    ]);
  });

  test("fits into the gas stipend of an old wallet's transfer", async () => {
    const wallet = await chain.contracts.deploy("DepositPayer", []);
    const sent = wallet.write.payWithTransfer([chain.deposits.address], { account: payer(), value: 3n });
    expect(told(await mined(chain.clients, sent))).toEqual([
      ["DepositReceived", { sender: wallet.address, fingerprint: zeroHash, amount: 3n }],
    ]);
  });

  test("is distinguished from others of the same transaction", async () => {
    const wallet = await chain.contracts.deploy("DepositPayer", []);
    const payments = [chain.deposits.address, [1n, 2n], [zeroHash, fingerprint]] as const;
    const receipt = await mined(
      chain.clients,
      wallet.write.payEach(payments, { account: payer(), value: 3n }),
    );
    expect(told(receipt)).toEqual([
      ["DepositReceived", { sender: wallet.address, fingerprint: zeroHash, amount: 1n }],
      ["DepositReceived", { sender: wallet.address, fingerprint, amount: 2n }],
    ]);
  });

  test.for<[string, bigint, Hex, string]>([
    ["of nothing", 0n, "0x", "DepositsZeroValue()"],
    ["of nothing for a key", 0n, fingerprint, "DepositsZeroValue()"],
    ["with less than a fingerprint", 1n, fingerprint.slice(0, -2) as Hex, "DepositsNoFingerprint(31)"],
    ["with more than a fingerprint", 1n, concatHex([fingerprint, "0x00"]), "DepositsNoFingerprint(33)"],
    ["with a call of something else", 1n, "0xa9059cbb", "DepositsNoFingerprint(4)"],
    // `owner()` takes no money: the sender keeps it.
    [
      "whose fingerprint reads as a call",
      1n,
      concatHex(["0x8da5cb5b", toHex(0, { size: 28 })]),
      "without a word",
    ],
  ])("%s is refused", async ([, value, data, expected]) => {
    expect(await refusedWith(value, data)).toBe(expected);
  });
});

describe("the contract's balance", () => {
  test("is sent where the owner says, and logged", async () => {
    await pay(10n);
    const receipt = await mined(chain.clients, chain.deposits.write.withdraw([receiver, 4n]));
    expect(told(receipt)).toEqual([["Withdrawn", { receiver, amount: 4n }]]);
    expect(await balanceOf(receiver)).toBe(4n);
    expect(await balanceOf(chain.deposits.address)).toBe(6n);
  });

  test("can be withdrawn to the last wei, including a forced transfer", async () => {
    await pay(10n);
    // PUSH20 <the contract> SELFDESTRUCT: a contract that ends as it begins, and leaves its money behind.
    const data = concatHex(["0x73", chain.deposits.address, "0xff"]);
    const sent = chain.clients.wallet.sendTransaction({ account: payer(), value: 5n, data });
    expect((await mined(chain.clients, sent)).logs).toEqual([]);
    expect(await balanceOf(chain.deposits.address)).toBe(15n);
    await mined(chain.clients, chain.deposits.write.withdraw([receiver, 15n]));
    expect(await balanceOf(receiver)).toBe(15n);
  });

  test("stays when the receiver rejects it", async () => {
    await pay(10n);
    const { address } = chain.marketplace; // takes no money
    expect(await refusal(chain.deposits.simulate.withdraw([address, 1n]))).toBe(
      `DepositsTransferFailed(${address}, 1)`,
    );
  });

  test("is not sent to the zero address, to the contract itself, or beyond the balance", async () => {
    await pay(10n);
    const { deposits } = chain;
    const asked = [
      [zeroAddress, 1n],
      [deposits.address, 1n],
      [receiver, 11n],
    ] as const;
    expect(await Promise.all(asked.map((one) => refusal(deposits.simulate.withdraw(one))))).toEqual([
      `DepositsInvalidReceiver(${zeroAddress})`,
      `DepositsInvalidReceiver(${deposits.address})`,
      "DepositsInsufficientBalance(10, 11)",
    ]);
  });

  test("is not sent to strangers", async () => {
    const { deposits } = chain;
    const stranger = { account: payer() };
    const refused = `OwnableUnauthorizedAccount(${payer().address})`;
    expect(await refusal(deposits.simulate.withdraw([receiver, 0n], stranger))).toBe(refused);
    expect(await refusal(deposits.simulate.withdrawToken([receiver, receiver, 0n], stranger))).toBe(refused);
    expect(await refusal(deposits.simulate.transferOwnership([payer().address], stranger))).toBe(refused);
    expect(await refusal(deposits.simulate.acceptOwnership(stranger))).toBe(refused);
  });

  test("cannot be overdrawn by an owner that withdraws again while it is paid", async () => {
    const owner = await chain.contracts.deploy("DepositReenterer", []);
    const deposits = await owner.read.deposits();
    await mined(
      chain.clients,
      chain.clients.wallet.sendTransaction({ account: payer(), to: deposits, value: 10n }),
    );
    expect(await refusal(owner.simulate.take([4n, 2n]))).toMatch(/^0x|^DepositsTransferFailed/);
    expect(await balanceOf(deposits)).toBe(10n);
    await mined(chain.clients, owner.write.take([5n, 1n]));
    expect(await balanceOf(owner.address)).toBe(10n);
  });
});

describe("tokens sent by mistake", () => {
  const yes = encodeAbiParameters([{ type: "bool" }], [true]);
  const no = encodeAbiParameters([{ type: "bool" }], [false]);

  test.for([
    ["that answers as it should", yes],
    ["that answers nothing", "0x"],
  ] as const)("can be withdrawn from a token %s", async ([, answer]) => {
    const token = await chain.contracts.deploy("DepositToken", [answer]);
    await mined(chain.clients, token.write.mint([chain.deposits.address, 5n]));
    const receipt = await mined(
      chain.clients,
      chain.deposits.write.withdrawToken([token.address, receiver, 5n]),
    );
    expect(await token.read.balanceOf([receiver])).toBe(5n);
    expect(told(receipt)).toEqual([["TokenWithdrawn", { token: token.address, receiver, amount: 5n }]]);
  });

  test("are not logged as withdrawn when the transfer fails", async () => {
    const refusing = await chain.contracts.deploy("DepositToken", [no]);
    const failed = `DepositsTransferFailed(${receiver}, 0)`;
    const taken = (token: Hex) => refusal(chain.deposits.simulate.withdrawToken([token, receiver, 0n]));
    expect(await taken(refusing.address)).toBe(failed);
    expect(await taken(payer().address)).toBe(failed); // no contract
    expect(await taken(chain.marketplace.address)).toBe(failed); // no token
  });
});

describe("the owner", () => {
  test("changes only when the new owner accepts", async () => {
    const { deposits, clients } = chain;
    const first = clients.wallet.account.address;
    const next = { account: payer() };
    const named = await mined(clients, deposits.write.transferOwnership([payer().address]));
    expect(told(named)).toEqual([
      ["OwnershipTransferStarted", { previousOwner: first, newOwner: payer().address }],
    ]);
    expect(await deposits.read.owner()).toBe(first);
    expect(await deposits.read.pendingOwner()).toBe(payer().address);
    const accepted = await mined(clients, deposits.write.acceptOwnership(next));
    expect(told(accepted)).toEqual([
      ["OwnershipTransferred", { previousOwner: first, newOwner: payer().address }],
    ]);
    expect(await deposits.read.owner()).toBe(payer().address);
    expect(await refusal(deposits.simulate.withdraw([receiver, 0n]))).toBe(
      `OwnableUnauthorizedAccount(${first})`,
    );
  });

  test("can cancel the offer", async () => {
    const { deposits, clients } = chain;
    await mined(clients, deposits.write.transferOwnership([payer().address]));
    await mined(clients, deposits.write.transferOwnership([zeroAddress]));
    expect(await refusal(deposits.simulate.acceptOwnership({ account: payer() }))).toBe(
      `OwnableUnauthorizedAccount(${payer().address})`,
    );
  });

  test("is never the zero address", async () => {
    await expect(chain.contracts.deploy("Deposits", [zeroAddress])).rejects.toThrow("OwnableInvalidOwner");
    const owner = { account: chain.clients.wallet.account };
    expect(await refusal(chain.deposits.read.renounceOwnership(owner))).toBe("DepositsOwnerRequired()");
  });
});

/** Measured on 2026-11-18, rounded up to the next hundred: an address in a call costs more where it has fewer zeros. */
const gasOf: Record<string, readonly [gas: number, send: () => Promise<TransactionReceipt>]> = {
  "a plain payment": [23_000, async () => pay(1n)],
  "a payment for a key": [23_700, async () => pay(1n, fingerprint)],
  "a payment by an old wallet's transfer": [
    33_100,
    async () => {
      const wallet = await chain.contracts.deploy("DepositPayer", []);
      const sent = { account: payer(), value: 1n };
      return mined(chain.clients, wallet.write.payWithTransfer([chain.deposits.address], sent));
    },
  ],
  "a Safe's payment for a key": [
    82_400,
    async () => {
      const safe = await createSafe(chain.clients, [payer().address]);
      const filling = { account: payer(), to: safe.address, value: 1n };
      await mined(chain.clients, chain.clients.wallet.sendTransaction(filling));
      const call = { to: chain.deposits.address, value: 1n, data: fingerprint };
      return execute({ clients: chain.clients, owner: payer(), safe }, call);
    },
  ],
  "a withdrawal to a new account": [
    60_000,
    async () => {
      await pay(1n);
      return mined(chain.clients, chain.deposits.write.withdraw([receiver, 1n]));
    },
  ],
};

test.for(Object.entries(gasOf))("%s costs no more gas than it did", async ([, [maxGas, send]]) => {
  const { gasUsed } = await send();
  expect(gasUsed).toBeLessThanOrEqual(maxGas);
  expect(gasUsed).toBeGreaterThan(maxGas - 150);
});

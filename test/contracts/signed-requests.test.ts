import { type Hex, keccak256, serializeSignature, toHex } from "viem";
import { sign } from "viem/accounts";
import { describe, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { requestWork } from "../../scripts/chain/actions.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { fixedPriceNative } from "../../scripts/chain/marketplace.ts";
import { createSafe } from "../../scripts/chain/safe.ts";
import { signForSafe } from "../support/safe-message.ts";
import { refusal, useLocalChain } from "../support/local-chain.ts";
import { eventsIn } from "./events.ts";

const rateWei = 10n ** 16n;
const requestData = keccak256(toHex("a document"));
const deliveryData = keccak256(toHex("an answer"));
const chain = useLocalChain({ rateWei });
const requester = () => chain.users[0]!;

const idOf = (account: Hex, nonce: bigint, rate = rateWei) =>
  chain.marketplace.read.getRequestId([
    chain.mech.address,
    account,
    requestData,
    rate,
    fixedPriceNative,
    nonce,
  ]);

/** A request as it comes to the mech outside the chain: the bare id is signed, without a prefix. */
async function signed(
  nonce: bigint,
  { by = requester(), of = by.address }: { by?: LocalAccount; of?: Hex } = {},
) {
  const { r, s, v } = await sign({ hash: await idOf(of, nonce), privateKey: by.privateKey });
  return { requestData, signature: serializeSignature({ r, s, v: v! }), deliveryData };
}

type Signed = Awaited<ReturnType<typeof signed>>;
const terms = (items: readonly Signed[], of = requester().address) =>
  [of, items, items.map(() => rateWei), "0x"] as const;
const settle = (items: readonly Signed[], of?: Hex) =>
  mined(
    chain.clients,
    chain.mech.write.deliverMarketplaceWithSignatures(terms(items, of), { account: chain.agent }),
  );
const trySettle = (items: readonly Signed[], of?: Hex) =>
  refusal(chain.mech.simulate.deliverMarketplaceWithSignatures(terms(items, of), { account: chain.agent }));
const prepay = (count: bigint, account = requester().address) =>
  mined(chain.clients, chain.tracker.write.depositFor([account], { value: rateWei * count }));

describe("signed requests", () => {
  test("are settled from the prepaid balance, and each is logged with its answer", async () => {
    await prepay(3n);
    const receipt = await settle([await signed(0n), await signed(1n)]);
    const requestIds = [await idOf(requester().address, 0n), await idOf(requester().address, 1n)];
    const { address: mech } = chain.mech;
    const told = eventsIn(chain, receipt);
    expect(told.map(([name]) => name)).toEqual([
      "marketplace.Deliver",
      "marketplace.Deliver",
      "karma.RequesterMechKarmaChanged",
      "karma.MechKarmaChanged",
      "mech.NumRequestsIncrease",
      "marketplace.MarketplaceDeliveryWithSignatures",
      "tracker.RequesterBalanceAdjusted",
      "tracker.MechBalanceAdjusted",
    ]);
    expect(told[0]?.[1]).toEqual({
      mech,
      mechServiceMultisig: chain.operator,
      requestId: requestIds[0],
      deliveryRate: rateWei,
      requestData,
      deliveryData,
    });
    expect(told[5]?.[1]).toEqual({
      deliveryMech: mech,
      requester: requester().address,
      numDeliveries: 2n,
      requestIds,
    });
    expect(await chain.tracker.read.mapRequesterBalances([requester().address])).toBe(rateWei);
    expect(await chain.tracker.read.mapMechBalances([mech])).toBe(rateWei * 2n);
  });

  test("are delivered at once, without a timeout, and were never open", async () => {
    await prepay(1n);
    await settle([await signed(0n)]);
    const requestId = await idOf(requester().address, 0n);
    expect(await chain.marketplace.read.getRequestStatus([requestId])).toBe(3);
    expect(await chain.marketplace.read.mapRequestIdInfos([requestId])).toEqual([
      chain.mech.address,
      chain.mech.address,
      requester().address,
      0n,
      rateWei,
      fixedPriceNative,
    ]);
    expect(await chain.marketplace.read.numUndeliveredRequests()).toBe(0n);
    expect(await chain.marketplace.read.numTotalRequests()).toBe(1n);
    expect(await chain.mech.read.numTotalDeliveries()).toBe(1n);
  });

  test("share their nonces with requests on the chain", async () => {
    await prepay(1n);
    await requestWork(chain, { requester: requester(), datas: [requestData] });
    expect(await trySettle([await signed(0n)])).toMatch(/^SignatureNotValidated/);
    await settle([await signed(1n)]);
    expect(await chain.marketplace.read.mapNonces([requester().address])).toBe(2n);
  });

  test("are valid with recovery numbers from 0 and from 27", async () => {
    await prepay(1n);
    const one = await signed(0n);
    const v = Number.parseInt(one.signature.slice(-2), 16) - 27;
    const signature = `${one.signature.slice(0, -2)}0${v}` as Hex;
    expect(await trySettle([{ ...one, signature }])).toBe("not refused");
  });
});

describe("a signed request", () => {
  test("is refused a second time", async () => {
    await prepay(2n);
    const one = await signed(0n);
    await settle([one]);
    expect(await trySettle([one])).toMatch(/^SignatureNotValidated/);
  });

  test("is refused out of order", async () => {
    await prepay(2n);
    expect(await trySettle([await signed(1n)])).toMatch(/^SignatureNotValidated/);
    expect(await trySettle([await signed(1n), await signed(0n)])).toMatch(/^SignatureNotValidated/);
  });

  test("is refused when somebody else signed it", async () => {
    await prepay(1n);
    const forged = await signed(0n, { by: chain.users[1]!, of: requester().address });
    expect(await trySettle([forged])).toMatch(/^SignatureNotValidated/);
  });

  test("is refused with the other of the two matching signatures", async () => {
    await prepay(1n);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const { r, s, v } = await sign({
      hash: await idOf(requester().address, 0n),
      privateKey: requester().privateKey,
    });
    const twin = serializeSignature({
      r,
      s: toHex(order - BigInt(s), { size: 32 }),
      v: v === 27n ? 28n : 27n,
    });
    expect(await trySettle([{ requestData, signature: twin, deliveryData }])).toMatch(
      /^SignatureNotValidated/,
    );
  });

  test("is refused with a signature of another length", async () => {
    await prepay(1n);
    const signature = "0x1234";
    expect(await trySettle([{ requestData, signature, deliveryData }])).toBe(
      "IncorrectSignatureLength(0x1234, 2, 65)",
    );
  });

  test("is refused without enough prepaid balance", async () => {
    await prepay(1n);
    expect(await trySettle([await signed(0n), await signed(1n)])).toBe(
      `InsufficientBalance(${rateWei}, ${rateWei * 2n})`,
    );
  });

  test("is refused without data, without items, and from anyone but the operator", async () => {
    expect(await trySettle([{ ...(await signed(0n)), requestData: "0x" }])).toBe("ZeroValue()");
    expect(await trySettle([])).toBe("WrongArrayLength(0, 0)");
    const call = chain.mech.simulate.deliverMarketplaceWithSignatures(terms([await signed(0n)]), {
      account: requester(),
    });
    expect(await refusal(call)).toBe("Only callable by the mech operator or the entry point contract");
  });
});

describe("a Safe as requester", () => {
  /** Signed by an owner as a message of the Safe that wraps the id. */
  async function signedFor(safe: Hex, nonce: bigint, by: LocalAccount) {
    const hash = await idOf(safe, nonce);
    const signature = await signForSafe(chain, { safe, owner: by, hash });
    return { requestData, signature, deliveryData };
  }

  test("confirms its owner's signature (ERC-1271)", async () => {
    const safe = await createSafe(chain.clients, [requester().address]);
    await prepay(1n, safe.address);
    await settle([await signedFor(safe.address, 0n, requester())], safe.address);
    expect(await chain.marketplace.read.mapDeliveryCounts([safe.address])).toBe(1n);
  });

  test("is not bound by a stranger's signature", async () => {
    const safe = await createSafe(chain.clients, [requester().address]);
    await prepay(1n, safe.address);
    expect(await trySettle([await signedFor(safe.address, 0n, chain.users[1]!)], safe.address)).toBe("GS026");
  });
});

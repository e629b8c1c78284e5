import { parseAbi, zeroAddress, type Address, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { deployer } from "../../scripts/chain/accounts.ts";
import { mined, type Contract } from "../../scripts/chain/deployer.ts";
import { fixedPriceNative } from "../../scripts/chain/marketplace.ts";
import { useScene, validation } from "./scene.ts";
import { signRequest, submit } from "./signed-request.ts";

const fixedPriceToken = "0x3679d66ef546e66ce9057c4a052f317b135bc8e8c509638f7966edfd4fcf45e9";
const rateWei = 1_000_000n;
const scene = useScene({ rateWei });
const { chain } = scene;

/** A mech that is paid in a token: the same contract with the name of another payment type in its code. */
async function createTokenMech(): Promise<Contract<"Mech">> {
  const { mech } = await chain.createMech({ owner: chain.agent, rateWei });
  const code = await chain.clients.public.getCode({ address: mech.address });
  const bytecode = code!.replaceAll(fixedPriceNative.slice(2), fixedPriceToken.slice(2)) as Hex;
  await chain.clients.test.setCode({ address: mech.address, bytecode });
  return mech;
}

async function deployTokenTracker(): Promise<Contract<"TokenTracker">> {
  const { marketplace, payments } = chain;
  const terms = [marketplace.address, deployer.address, payments.token.address] as const;
  const tracker = await chain.contracts.deploy("TokenTracker", terms);
  const types = [[fixedPriceToken], [tracker.address]] as const;
  await mined(chain.clients, marketplace.write.setPaymentTypeBalanceTrackers(types));
  return tracker;
}

type Challenge = Readonly<{
  asset: Address;
  required: string;
  currentBalance: string;
  depositInstructions: Readonly<{ contract: Address; abi: string }>;
}>;

/** Pays by the data of a refusal alone. */
async function depositAsTold(payer: LocalAccount, challenge: Challenge): Promise<void> {
  const { asset, depositInstructions } = challenge;
  const { contract: address, abi: signature } = depositInstructions;
  const amount = BigInt(challenge.required) - BigInt(challenge.currentBalance);
  const isNative = asset === zeroAddress;
  if (!isNative) {
    const token = await chain.contracts.at("PaymentToken", asset);
    await mined(chain.clients, token.write.approve([address, amount], { account: payer }));
  }
  await mined(
    chain.clients,
    chain.clients.wallet.writeContract({
      address,
      abi: parseAbi([signature]),
      functionName: "depositFor",
      args: isNative ? [payer.address] : [payer.address, amount],
      account: payer,
      ...(isNative && { value: amount }),
    }),
  );
}

describe("the refusal of an unpaid signed request", () => {
  test("says how to pay a mech in the chain's own currency: the zero address", async () => {
    await using agent = await scene.openAgent({ SIGNED_REQUESTS: "on" });
    const signer = chain.users[0]!;
    const { id, form } = await signRequest({ chain, signer, nonce: 0n, content: validation("x = 1\n") });
    const { status, body } = await submit(agent.url, form);
    expect({ status, ...body }).toMatchObject({ asset: zeroAddress, payTo: chain.tracker.address });
    expect(status).toBe(402);
    await depositAsTold(signer, body as Challenge);
    expect((await submit(agent.url, form)).status).toBe(200);
    await agent.reaches(id, "settled");
  });

  test("says how to pay a mech in a token: the token of its balance tracker", async () => {
    const tracker = await deployTokenTracker();
    const mech = await createTokenMech();
    await using agent = await scene.openAgent({ SIGNED_REQUESTS: "on", MECH: mech.address });
    const signer = chain.users[1]!;
    const content = validation("x = 1\n");
    const terms = { chain, signer, nonce: 0n, content, mech, paymentType: fixedPriceToken } as const;
    const { id, form } = await signRequest(terms);
    const { status, body } = await submit(agent.url, form);
    expect({ status, ...body }).toMatchObject({
      asset: chain.payments.token.address,
      payTo: tracker.address,
      remedy: { hint: expect.stringContaining(chain.payments.token.address) },
    });
    expect(status).toBe(402);
    await depositAsTold(signer, body as Challenge);
    expect((await submit(agent.url, form)).status).toBe(200);
    await agent.reaches(id, "settled");
    expect(await tracker.read.mapMechBalances([mech.address])).toBe(rateWei);
  });
});

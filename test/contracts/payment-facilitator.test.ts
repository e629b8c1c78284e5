import { x402Facilitator } from "@x402/core/facilitator";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { registerExactEvmScheme } from "@x402/evm/exact/facilitator";
import { createWalletClient, http, publicActions } from "viem";
import { describe, expect, test } from "vitest";
import { localChain, mined } from "../../scripts/chain/deployer.ts";
import { useLocalChain } from "../support/local-chain.ts";
import { anAuthorization, type Authorization, signTransfer } from "../support/token-authorizations.ts";

const chain = useLocalChain();
const payer = () => chain.users[0]!;

/** The public facilitator's own code, on our token and our chain. */
function openFacilitator({ simulateInSettle = true } = {}) {
  const account = chain.payments.facilitator;
  const transport = http(chain.url);
  const client = createWalletClient({ chain: localChain, transport, account, pollingInterval: 20 });
  const signer = toFacilitatorEvmSigner({
    ...client.extend(publicActions),
    address: account.address,
  } as never);
  const network = `eip155:${chain.chainId}` as const;
  return registerExactEvmScheme(new x402Facilitator(), { signer, networks: network, simulateInSettle });
}

function requirements(amount = 10_000n) {
  return {
    scheme: "exact",
    network: `eip155:${chain.chainId}` as const,
    amount: String(amount),
    asset: chain.payments.token.address,
    payTo: chain.payments.payee.address,
    maxTimeoutSeconds: 120,
    extra: { name: "Assay Local Dollar", version: "1" },
  };
}

async function payment(changed: Partial<Authorization> = {}) {
  const signed = anAuthorization(chain, payer().address, changed);
  const signature = await signTransfer(chain, payer(), signed);
  const { value, validAfter, validBefore } = signed;
  const texts = {
    value: String(value),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
  };
  return {
    x402Version: 2,
    accepted: requirements(changed.value),
    payload: { signature, authorization: { ...signed, ...texts } },
  };
}

describe("the facilitator of @x402/evm", () => {
  test("takes a signed payment and settles it", async () => {
    const facilitator = openFacilitator();
    const paid = await payment();
    expect(await facilitator.verify(paid, requirements())).toMatchObject({ isValid: true });
    expect(await facilitator.settle(paid, requirements())).toMatchObject({
      success: true,
      payer: payer().address,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(await chain.payments.token.read.balanceOf([chain.payments.payee.address])).toBe(10_000n);
  });

  test("reports why a used payment is not valid", async () => {
    const facilitator = openFacilitator();
    const paid = await payment();
    await facilitator.settle(paid, requirements());
    expect(await facilitator.verify(paid, requirements())).toMatchObject({
      isValid: false,
      invalidReason: "invalid_exact_evm_nonce_already_used",
    });
  });

  test("reports that the payer's balance is too low", async () => {
    const amount = 1_000_000_001n;
    const verified = await openFacilitator().verify(await payment({ value: amount }), requirements(amount));
    expect(verified).toMatchObject({
      isValid: false,
      invalidReason: "invalid_exact_evm_insufficient_balance",
    });
  });

  test("returns the token's own error when only the transaction shows it", async () => {
    const facilitator = openFacilitator({ simulateInSettle: false });
    const paid = await payment();
    const { write } = chain.payments.token;
    const everything = [chain.users[1]!.address, 1_000_000_000n] as const;
    // Verified, and then the payer's money is gone: without another simulation the transaction itself is refused.
    expect(await facilitator.verify(paid, requirements())).toMatchObject({ isValid: true });
    await mined(chain.clients, write.transfer(everything, { account: payer() }));
    expect(await facilitator.settle(paid, requirements())).toMatchObject({
      success: false,
      errorReason: "invalid_exact_evm_insufficient_balance",
    });
  });
});

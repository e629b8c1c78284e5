import type { FacilitatorClient } from "@x402/core/server";
import { privateKeyToAddress } from "viem/accounts";
import { Fault } from "../faults.ts";
import { reasonOf } from "../chain/chain-fault.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Limits } from "../limits/limits.ts";
import type { Metrics } from "../observe/metrics.ts";
import { openFacilitator } from "./settling/facilitator.ts";
import { findTransfer } from "./settling/find-transfer.ts";
import { makeOffers, openNodes, type Menu, type Offers } from "./offers.ts";
import type { FacilitatorSettings, Network, X402Settings } from "./settings.ts";
import { toFailedSettlement, toFailedVerification, toReason, toSettlement } from "./settling/settlement.ts";
import { createSignedOffers, type SignTypedData } from "./signed-offers.ts";
import { createVerifier } from "./settling/verify.ts";
import type { X402 } from "./x402.ts";

type Around = Readonly<{ clock: Clock; log: Log; metrics: Metrics; limits: Limits; sign: SignTypedData }>;

/** So long the service waits with its own start. */
const startPatienceMs = 2000;
const firstRetryMs = 1000;
const maxRetryMs = 30_000;

/** A facilitator that is out of reach is tried again in the background, and again whenever it has failed. */
export async function openX402(settings: X402Settings, menu: Menu, around: Around): Promise<X402> {
  warnOfHotPayee(settings, around.log);
  const facilitator = await openFacilitator(settings.facilitator, settings.networks);
  const keeping = keepOffers(settings, menu, facilitator, around);
  const waiting = new AbortController();
  await Promise.race([
    keeping.first,
    around.clock.sleep(startPatienceMs, waiting.signal).catch(() => undefined),
  ]);
  waiting.abort();
  const count = around.metrics.counter("assay_x402_total", "Calls paid with x402, by outcome.", "step");
  const time = around.metrics.timer("assay_x402_seconds", "How long payments took, by step.", "step");

  const signed = createSignedOffers(around.clock, around.sign);
  const termsOf: X402["termsOf"] = (item) => keeping.offers().terms.get(item) ?? [];

  async function timed<Answer>(
    step: "verify" | "settle" | "find",
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const startedAt = around.clock.monotonic();
    try {
      return await work();
    } finally {
      time(step, (around.clock.monotonic() - startedAt) / 1000);
    }
  }

  return {
    state: keeping.state,
    count,
    termsOf,
    match: (item, { payload }) =>
      keeping.offers().server.findMatchingRequirements([...termsOf(item)], payload),
    signOffers: async (url, item) => signed.offer({ url, item, terms: termsOf(item) }),
    signReceipt: signed.receipt,
    isFaithful: (challenge, { payload }) =>
      keeping.offers().server.validateExtensions(challenge, payload).valid,
    verify: createVerifier(around, async ({ payload }, terms) =>
      timed("verify", async () => {
        try {
          const verified = await keeping.offers().server.verifyPayment(payload, terms);
          return verified.isValid
            ? { isValid: true }
            : { isValid: false, reason: toReason(verified.invalidReason, "invalid_payload") };
        } catch (error) {
          const refused = toFailedVerification(error);
          if (refused) return refused;
          keeping.noteTrouble(error);
          throw new Fault("payment_unavailable", { retryAfterS }, { cause: error });
        }
      }),
    ),
    settle: async ({ payload }, terms) =>
      timed("settle", async () => {
        try {
          return toSettlement(await keeping.offers().server.settlePayment(payload, terms));
        } catch (error) {
          keeping.noteTrouble(error);
          return toFailedSettlement(error);
        }
      }),
    find: async ({ authorization }, { network, asset, payTo, amount }, { sinceMs, transaction }) =>
      timed("find", async () => {
        const node = keeping.nodes.get(network as Network);
        if (!node) throw new Fault("payment_unavailable", { retryAfterS });
        const place = {
          token: asset as `0x${string}`,
          payTo: payTo as `0x${string}`,
          amount: BigInt(amount),
        };
        const sought = {
          ...place,
          authorization,
          sinceMs,
          ...(transaction !== undefined && { transaction }),
        };
        return findTransfer(node, sought);
      }),
    [Symbol.asyncDispose]: keeping.end,
  };
}

const retryAfterS = 5;

function keepOffers(
  settings: X402Settings,
  menu: Menu,
  facilitator: FacilitatorClient,
  { clock, log }: Around,
) {
  const nodes = openNodes(settings.networks);
  const stopping = new AbortController();
  let offers: Offers | undefined;
  let isTroubled = true;

  async function tryOnce(): Promise<void> {
    try {
      offers = await makeOffers(facilitator, nodes, settings, menu);
      if (isTroubled) log.info("x402 payments are on");
      isTroubled = false;
    } catch (error) {
      if (!stopping.signal.aborted) log.warn("x402 payments are off", { reason: reasonOf(error) });
    }
  }

  const first = tryOnce();
  const running = (async () => {
    await first;
    for (let waitMs = firstRetryMs; !stopping.signal.aborted;) {
      await clock.sleep(waitMs, stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      if (isTroubled) await tryOnce();
      waitMs = isTroubled ? Math.min(waitMs * 2, maxRetryMs) : firstRetryMs;
    }
  })();

  return {
    first,
    nodes,
    state: (): "ok" | "unavailable" => (isTroubled ? "unavailable" : "ok"),
    offers: (): Offers => {
      if (offers) return offers;
      throw new Fault("payment_unavailable", {
        message: "Payments are not available yet. Nothing was charged.",
        retryAfterS,
      });
    },
    noteTrouble: (error: unknown): void => {
      isTroubled = true;
      log.warn("x402 payments fail", { reason: headOf(error) });
    },
    end: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
}

/** What follows the first colon may be what a facilitator or a node was sent. */
function headOf(error: unknown): string {
  return reasonOf(error).split(":", 1)[0] ?? "";
}

/** It works, but what was earned then lies under a key that this process holds. */
function warnOfHotPayee(
  { payTo, facilitator }: { payTo: string; facilitator: FacilitatorSettings },
  log: Log,
): void {
  if (facilitator.kind === "local" && privateKeyToAddress(facilitator.privateKey) === payTo)
    log.warn("X402_PAYEE is the account of X402_FACILITATOR_KEY", {
      advice: "Use a payee whose key is not on this server.",
    });
}

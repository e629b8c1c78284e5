import type { PaymentPayload } from "@x402/core/types";
import type { Hex } from "viem";
import { afterAll, beforeAll } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { borrowChain } from "./local-chain.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Overrides } from "../../service/parts.ts";
import { startFacilitator, type FacilitatorServer } from "./facilitator-server.ts";
import { payPerCall, postPaid, type Paid } from "./pay-per-call.ts";
import type { TestService } from "./service.ts";
import { engineWithEveryMode, openTestServices, type TestServices } from "./services.ts";
import { signTransfer, type Authorization } from "./token-authorizations.ts";

/** A service that sells single calls, and functions of a payer. */
export type PaidService = TestService &
  Readonly<{
    /** How often the engine was called. */
    runs(): number;
    post(
      mode: string,
      body?: unknown,
      payment?: PaymentPayload | string,
      signal?: AbortSignal,
    ): Promise<Paid>;
    /** Signs the terms of an unpaid call's answer. */
    sign(mode: string, payer: LocalAccount, changed?: Partial<Authorization>): Promise<PaymentPayload>;
  }>;

export type X402Stage = Readonly<{
  chain: LocalChain;
  facilitator: FacilitatorServer;
  /** Its facilitator is the external one, or else in its own process. */
  open(settings?: {
    env?: Record<string, string>;
    overrides?: Overrides;
    isLocal?: boolean;
  }): Promise<PaidService>;
  /** Returns what the payee has earned from now on, by default the stage's own, and what this payer has spent. */
  ledger(payer: LocalAccount, payee?: Hex): Promise<() => Promise<{ earned: bigint; spent: bigint }>>;
}>;

/** One chain, which is never reset: moved amounts are read as a difference. */
export function useX402Stage(): X402Stage {
  const stage = {} as {
    chain: LocalChain;
    services: TestServices;
    facilitator: FacilitatorServer;
    engine: Engine;
  };
  beforeAll(async () => {
    stage.chain = await borrowChain();
    [stage.services, stage.facilitator] = await Promise.all([
      openTestServices(),
      startFacilitator(stage.chain),
    ]);
    await using first = await stage.services.open();
    stage.engine = engineWithEveryMode(first).engine!;
  });
  afterAll(async () => {
    await stage.services[Symbol.asyncDispose]();
    await stage.facilitator[Symbol.asyncDispose]();
    await stage.chain[Symbol.asyncDispose]();
  });
  return {
    get chain() {
      return stage.chain;
    },
    get facilitator() {
      return stage.facilitator;
    },
    open: async ({ env = {}, overrides = {}, isLocal = false } = {}) => {
      let runs = 0;
      const engine = overrides.engine ?? stage.engine;
      const counting: Engine = {
        ...engine,
        judge: async (...asked) => {
          runs += 1;
          return engine.judge(...asked);
        },
      };
      const settings = x402Env(stage.chain, isLocal ? undefined : stage.facilitator.url);
      const service = await stage.services.open({
        env: { ...settings, ...env },
        overrides: { ...overrides, engine: counting },
      });
      return { ...service, runs: () => runs, ...payerOf(service, stage.chain) };
    },
    ledger: async (payer, payee = stage.chain.payments.payee.address) => {
      const { token } = stage.chain.payments;
      const read = async () => {
        const [earned, held] = await Promise.all([
          token.read.balanceOf([payee]),
          token.read.balanceOf([payer.address]),
        ]);
        return { earned, held };
      };
      const before = await read();
      return async () => {
        const now = await read();
        return { earned: now.earned - before.earned, spent: before.held - now.held };
      };
    },
  };
}

/** The environment that makes a service sell calls on this chain, with the facilitator at an address or by itself. */
export function x402Env(chain: LocalChain, facilitatorUrl?: string): Record<string, string> {
  const { CHAIN_RPC_URL, CHAIN_ID, X402_PAYEE, X402_NETWORK, X402_ASSET, X402_FACILITATOR_KEY } =
    chain.env as Record<string, string>;
  return {
    CHAIN_RPC_URL: CHAIN_RPC_URL!,
    CHAIN_ID: CHAIN_ID!,
    X402_PAYEE: X402_PAYEE!,
    X402_NETWORK: X402_NETWORK!,
    X402_ASSET: X402_ASSET!,
    ...(facilitatorUrl === undefined
      ? { X402_FACILITATOR_KEY: X402_FACILITATOR_KEY! }
      : { X402_FACILITATOR_URL: facilitatorUrl }),
  };
}

function payerOf({ url }: { url: string }, chain: LocalChain): Pick<PaidService, "post" | "sign"> {
  const post: PaidService["post"] = async (mode, body, payment, signal) =>
    postPaid(url, mode, { body, payment, signal });
  return {
    post,
    sign: async (mode, payer, changed) => {
      const payment = await payPerCall(url, payer).sign(mode);
      return changed ? resign(chain, payer, payment, changed) : payment;
    },
  };
}

/** The signed fields of a payment, as numbers. */
export function authorizationOf({ payload }: PaymentPayload): Authorization {
  const { authorization } = payload as { authorization: Record<keyof Authorization, string> };
  const { from, to, nonce } = authorization as Record<keyof Authorization, Hex>;
  const [value, validAfter, validBefore] = [
    BigInt(authorization.value),
    BigInt(authorization.validAfter),
    BigInt(authorization.validBefore),
  ];
  return { from, to, value, validAfter, validBefore, nonce };
}

/** The same payment with other fields, correctly signed. */
async function resign(
  chain: LocalChain,
  payer: LocalAccount,
  payment: PaymentPayload,
  changed: Partial<Authorization>,
): Promise<PaymentPayload> {
  const message = { ...authorizationOf(payment), ...changed };
  const signature = await signTransfer(chain, payer, message);
  const texts = Object.fromEntries(Object.entries(message).map(([name, what]) => [name, String(what)]));
  return { ...payment, payload: { signature, authorization: texts } };
}

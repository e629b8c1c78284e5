import { decodePaymentRequiredHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import {
  createSIWxClientExtension,
  createSIWxPayload,
  encodeSIWxHeader,
  wrapFetchWithSIWx,
  type SIWxExtension,
} from "@x402/extensions/sign-in-with-x";
import { wrapFetchWithPayment } from "@x402/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock, type Clock } from "../../../../platform/clock.ts";
import type { LocalAccount } from "../../../../scripts/chain/accounts.ts";
import { mined } from "../../../../scripts/chain/deployer.ts";
import { digestOfRequest } from "../../../../parts/proof/receipts/statement.ts";
import { Job } from "../../../../engine/job.ts";
import { payingFetch, signingClient } from "../../../support/pay-per-call.ts";
import { startPostgres, type PostgresServer } from "../../../support/postgres-server.ts";
import { until } from "../../../support/until.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";

const stage = useX402Stage();
const priceWei = 10n ** 15n;
const nothing = { earned: 0n, spent: 0n };
const price = 10_000n;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: "off" });
});
afterAll(async () => postgres[Symbol.asyncDispose]());

const stores = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: await postgres.createDatabase() }),
};

/** A service that also sells credits for deposits. */
async function open(store: keyof typeof stores = "SQLite", clock: Clock = systemClock): Promise<PaidService> {
  const { CHAIN_CONFIRMATIONS, DEPOSIT_CONTRACT, DEPOSIT_START_BLOCK } = stage.chain.env as Record<
    string,
    string
  >;
  const deposits = { CHAIN_CONFIRMATIONS, DEPOSIT_CONTRACT, DEPOSIT_START_BLOCK } as Record<string, string>;
  const env = { ...deposits, CREDIT_PRICE_WEI: String(priceWei), ...(await stores[store]()) };
  return stage.open({ env, overrides: { clock } });
}

/** Sends what so many credits cost, for no key, and waits until the service knows of it. */
async function deposit(service: PaidService, by: LocalAccount, credits: bigint): Promise<void> {
  const { clients, deposits, chainId } = stage.chain;
  const value = priceWei * credits;
  await mined(clients, clients.wallet.sendTransaction({ account: by, to: deposits.address, value }));
  await until(async () => {
    const unclaimed = await service.parts.store.listUnclaimed({ chainId, sinceMs: 0, limit: 100 });
    return unclaimed.some(({ sender }) => sender.toLowerCase() === by.address.toLowerCase());
  });
}

const post = async (
  send: typeof fetch,
  { url }: PaidService,
  code: string,
  headers: Record<string, string> = {},
) =>
  send(`${url}/v1/x402/static`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ code }),
  });

const signingIn = (wallet: LocalAccount) => wrapFetchWithSIWx(fetch, wallet) as typeof fetch;

/** A proof for a request, as the SDK signs the challenge of it. */
async function prove(
  service: PaidService,
  wallet: LocalAccount,
  code: string,
): Promise<Record<string, string>> {
  const refused = await post(fetch, service, code);
  const { extensions }: PaymentRequired = decodePaymentRequiredHeader(
    refused.headers.get("payment-required")!,
  );
  const { info, supportedChains } = extensions!["sign-in-with-x"] as SIWxExtension;
  const payload = await createSIWxPayload({ ...info, ...supportedChains[0]! }, wallet, service.url);
  return { "sign-in-with-x": encodeSIWxHeader(payload) };
}

describe.for(["SQLite", "PostgreSQL"] as const)("on %s", (store) => {
  const user = (n: number) => stage.chain.users[n + (store === "PostgreSQL" ? 5 : 0)]!;

  test("a wallet spends its deposits without a key, and nobody else can", async () => {
    await using service = await open(store);
    const wallet = user(0);
    const moved = await stage.ledger(wallet);
    await deposit(service, wallet, 2n);
    const stranger = await post(signingIn(user(1)), service, "a = 1\n");
    expect(stranger.status).toBe(402);
    const left: (string | null)[] = [];
    for (const code of ["a = 1\n", "a = 1\n", "b = 1\n"]) {
      const response = await post(signingIn(wallet), service, code);
      expect([response.status, response.headers.get("payment-response")]).toEqual([200, null]);
      left.push(response.headers.get("x-credits-remaining"));
    }
    // A credit a check; the same check again is free.
    expect(left).toEqual(["1", "1", null]);
    const short = await post(signingIn(wallet), service, "c = 1\n");
    expect([short.status, ((await short.json()) as { message: string }).message]).toEqual([
      402,
      expect.stringContaining("This wallet's credits do not cover mode static."),
    ]);
    expect([service.runs(), await moved()]).toEqual([2, nothing]);
  });

  test("a wallet reads its paid answers again, and nobody else can", async () => {
    await using service = await open(store);
    const wallet = user(2);
    const moved = await stage.ledger(wallet);
    const paid = await post(payingFetch(wallet), service, "paid = 1\n");
    const again = await post(signingIn(wallet), service, "paid = 1\n");
    expect([again.status, again.headers.get("payment-response")]).toEqual([
      200,
      paid.headers.get("payment-response"),
    ]);
    const [first, second] = (await Promise.all([paid.json(), again.json()])) as {
      meta: { receipt: object };
    }[];
    expect(second!.meta.receipt).toEqual(first!.meta.receipt);
    expect((await post(signingIn(wallet), service, "paid = 2\n")).status).toBe(402);
    expect((await post(signingIn(user(1)), service, "paid = 1\n")).status).toBe(402);
    expect([service.runs(), await moved()]).toEqual([1, { earned: price, spent: price }]);
  });

  test("a proof is valid once, on every process of a store, and for its own request only", async () => {
    await using service = await open(store);
    const wallet = user(3);
    await deposit(service, wallet, 10n);
    const proof = await prove(service, wallet, "once = 1\n");
    const other = await post(fetch, service, "once = 2\n", proof);
    expect([other.status, ((await other.json()) as { message: string }).message]).toEqual([
      401,
      expect.stringContaining("another request"),
    ]);
    const used = await Promise.all(
      Array.from({ length: 5 }, async () => post(fetch, service, "once = 1\n", proof)),
    );
    expect(used.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
    const response = await post(signingIn(wallet), service, "once = 1\n");
    expect([response.status, response.headers.get("x-credits-remaining")]).toEqual([200, "9"]);
  });
});

test("the SDK's paying client signs in first, and pays when the credits are used up", async () => {
  await using service = await open();
  const wallet = stage.chain.users[10]!;
  const moved = await stage.ledger(wallet);
  await deposit(service, wallet, 1n);
  const client = signingClient(wallet).registerExtension(createSIWxClientExtension({ signers: [wallet] }));
  const send = wrapFetchWithPayment(fetch, client) as typeof fetch;
  const first = await post(send, service, "first = 1\n");
  expect([first.status, await moved()]).toEqual([200, nothing]);
  const second = await post(send, service, "second = 1\n");
  expect([second.status, await moved()]).toEqual([200, { earned: price, spent: price }]);
});

test("the challenge names the request by the digest of receipts, and is not offered without one", async () => {
  await using service = await open();
  const asked = async (body?: string) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${service.url}/v1/x402/static`, {
      method: "POST",
      ...(body && { body, headers }),
    });
    const { extensions } = decodePaymentRequiredHeader(response.headers.get("payment-required")!);
    return extensions!["sign-in-with-x"] as SIWxExtension | undefined;
  };
  const { info } = (await asked('{"code":"x = 1\\n"}'))!;
  expect(info).toMatchObject({
    domain: new URL(service.url).host,
    requestId: digestOfRequest(Job.parse({ code: "x = 1\n" })),
  });
  expect(await asked()).toBeUndefined();
});

describe("a proof is refused, and nothing is worked or charged, when it", () => {
  const minuteMs = 60_000;
  type Info = Parameters<typeof createSIWxPayload>[0];
  test.for<[string, Partial<Info> | string, string, number?]>([
    ["has expired", {}, "expired", 5 * minuteMs],
    ["has expired by its own text", { expirationTime: "2020-01-01T00:00:00.000Z" }, "expired"],
    ["was issued long ago", { issuedAt: "2020-01-01T00:00:00.000Z" }, "expired"],
    ["was issued in the future", { issuedAt: "2120-01-01T00:00:00.000Z" }, "in the future"],
    ["is not valid yet", { notBefore: "2120-01-01T00:00:00.000Z" }, "not valid yet"],
    ["names no request", { requestId: undefined as never }, "another request"],
    ["is of another chain", { chainId: "eip155:1" }, "chainId"],
    ["is for another address of ours", { uri: "/v1/x402/repair" }, "It is not for"],
    ["is not Base64", "no proof", "not JSON"],
    ["is empty", Buffer.from("{}").toString("base64"), "`domain`"],
  ])("%s", async ([, changed, words, aheadMs = 0]) => {
    let isLate = false;
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + (isLate ? aheadMs : 0) };
    await using service = await open("SQLite", clock);
    const wallet = stage.chain.users[11]!;
    const refused = await post(fetch, service, "x = 1\n");
    const { extensions } = decodePaymentRequiredHeader(refused.headers.get("payment-required")!);
    const { info, supportedChains } = extensions!["sign-in-with-x"] as SIWxExtension;
    const header = typeof changed === "string" ? changed : await sign();
    async function sign(): Promise<string> {
      const { uri, ...others } = changed as Partial<Info>;
      const words = {
        ...info,
        ...supportedChains[0]!,
        ...others,
        ...(uri && { uri: `${service.url}${uri}` }),
      };
      return encodeSIWxHeader(await createSIWxPayload(words as Info, wallet, service.url));
    }
    isLate = true;
    const response = await post(fetch, service, "x = 1\n", { "sign-in-with-x": header });
    const { error, message } = (await response.json()) as { error: string; message: string };
    expect([response.status, error, message]).toEqual([401, "unauthorized", expect.stringContaining(words)]);
    expect(service.runs()).toBe(0);
  });

  test("is signed by somebody else", async () => {
    await using service = await open();
    const [wallet, thief] = [stage.chain.users[12]!, stage.chain.users[13]!];
    await deposit(service, wallet, 5n);
    const { "sign-in-with-x": header } = await prove(service, thief, "x = 1\n");
    const payload = JSON.parse(Buffer.from(header!, "base64").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...payload, address: wallet.address })).toString("base64");
    const response = await post(fetch, service, "x = 1\n", { "sign-in-with-x": forged });
    expect([response.status, service.runs()]).toEqual([401, 0]);
  });
});

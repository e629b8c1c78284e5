import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { fingerprintOf } from "../../service/caller/keys.ts";
import type { Overrides } from "../../service/parts.ts";
import type { Deposit, Reservation } from "../../parts/store/treasury.ts";
import type { TestService } from "./service.ts";
import type { TestServices } from "./services.ts";

export const contract = "0x52908400098527886E0F7030069857D2E4169EE7";
export const tx: `0x${string}` = `0x${"ab".repeat(32)}`;
export const paidBlock = 1000;

/** 0.02 of the currency. */
export const priceWei = "20000000000000000";
export const amountWei = "200001234567000000000";
export const amount = "200.001234567";
export const credits = 10_000;

/** A service that is paid by transfers, a key, and a chain with only a height, so that nothing else decides. */
export type PayStage = Readonly<{
  service: TestService;
  key: string;
  /** Makes a reservation as `POST /v1/keys/deposit` does, lasting a day from now. */
  reserve(terms?: { amountWei?: string; credits?: number }): Promise<Reservation>;
  /** A transfer that pays the reservation, as the watcher would see it. */
  transferFor(reservation: Reservation, changes?: Partial<Deposit>): Deposit;
  see(reservation: Reservation): Promise<void>;
  credit(reservation: Reservation): Promise<void>;
  setHead(block: number): void;
}> &
  AsyncDisposable;

type Settings = Readonly<{ env?: Record<string, string>; overrides?: Overrides }>;

export async function openPayStage(
  services: TestServices,
  { env, overrides }: Settings = {},
): Promise<PayStage> {
  await using opening = new AsyncDisposableStack();
  const chain = opening.use(await serveHead());
  const native = {
    CHAIN_RPC_URL: chain.url,
    CHAIN_ID: "100",
    CHAIN_CONFIRMATIONS: "12",
    DEPOSIT_CONTRACT: contract,
    CREDIT_PRICE_WEI: priceWei,
    NATIVE_CURRENCY: "xDAI",
  };
  const service = opening.use(
    await services.open({ env: { ...native, ...env }, ...(overrides && { overrides }) }),
  );
  const key = await service.createKey();
  const opened = opening.move();
  const { store, clock } = service.parts;
  return {
    service,
    key,
    reserve: async (terms) => reserve(service, fingerprintOf(key), terms),
    transferFor,
    see: async (reservation) => store.seeDeposit(transferFor(reservation)),
    credit: async (reservation) => {
      await store.creditDeposit(transferFor(reservation), { priceWei, atMs: clock.now() });
    },
    setHead: chain.setHead,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

function transferFor(
  { amountWei: paidWei, createdAtMs }: Reservation,
  changes: Partial<Deposit> = {},
): Deposit {
  return {
    reference: `100:${tx}:0`,
    tx,
    sender: "0x00000000000000000000000000000000000000aa",
    amountWei: paidWei,
    fingerprint: null,
    block: paidBlock,
    blockTimeMs: createdAtMs + 5000,
    ...changes,
  };
}

async function reserve(
  { parts: { store, clock } }: TestService,
  account: string,
  terms: { amountWei?: string; credits?: number } = {},
): Promise<Reservation> {
  const nowMs = clock.now();
  const reserved = await store.reserve({
    id: randomBytes(16).toString("hex"),
    account,
    credits: terms.credits ?? credits,
    amountsWei: [terms.amountWei ?? amountWei],
    nowMs,
    expiresAtMs: nowMs + 86_400_000,
    restMs: 0,
    maxOpen: 5,
  });
  if (reserved.outcome !== "reserved")
    throw new Error(`the amount could not be reserved: ${reserved.outcome}`);
  return reserved.reservation;
}

/** A node that only knows the number of its newest block. */
async function serveHead() {
  let head = paidBlock;
  const server = createServer((request, response) => {
    void (async () => {
      const { id, method } = (await json(request)) as { id: number; method: string };
      const known = method === "eth_blockNumber";
      const error = { code: -32_601, message: "not known" };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ jsonrpc: "2.0", id, ...(known ? { result: `0x${head.toString(16)}` } : { error }) }),
      );
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setHead: (block: number) => {
      head = block;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

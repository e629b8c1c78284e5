import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { FacilitatorClient } from "@x402/core/server";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { openLocalFacilitator } from "../../parts/x402/settling/local-facilitator.ts";

/** How a call fails: it is refused before any work, done with its answer lost, or not answered for now. */
export type FacilitatorFault = "down" | "frozen" | "lost" | "pending" | "refused";

/** A facilitator over HTTP that settles on the local chain, and fails on request. */
export type FacilitatorServer = Readonly<{
  url: string;
  /** Its calls, in order, with the headers. */
  asked: readonly Readonly<{ path: string; authorization: string | undefined }>[];
  /** How the next calls fail, until it is changed. */
  fail(step: "verify" | "settle" | "supported", fault: FacilitatorFault | undefined): void;
  /** The answer to the next settlements, which are then not made, until it is changed. */
  answerSettling(said: SettlingAnswer | undefined): void;
  /** Called when a settlement has happened and its answer has not been sent. */
  onSettled(then: (() => void) | undefined): void;
  counts(): Readonly<{ verify: number; settle: number }>;
}> &
  AsyncDisposable;

/** As a facilitator reports it; true or not. */
type SettlingAnswer = Readonly<{ success: boolean; transaction: string; errorReason?: string }>;

type Asked = { paymentPayload: never; paymentRequirements: { network: string } };

/** What it needs to know of a chain. */
export type FacilitatorChain = Pick<LocalChain, "url" | "chainId"> &
  Readonly<{ payments: Readonly<{ facilitator: Readonly<{ privateKey: `0x${string}` }> }> }>;

export async function startFacilitator(chain: FacilitatorChain): Promise<FacilitatorServer> {
  const network = `eip155:${chain.chainId}` as const;
  const settings = { network, chainId: chain.chainId, rpcUrl: chain.url, assets: [] };
  const facilitator = openLocalFacilitator(chain.payments.facilitator.privateKey, [settings]);
  const faults = new Map<string, FacilitatorFault>();
  const asked: { path: string; authorization: string | undefined }[] = [];
  let settled: (() => void) | undefined;
  let settlingAnswer: SettlingAnswer | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.slice(1) ?? "";
    asked.push({ path, authorization: request.headers.authorization });
    while (faults.get(path) === "frozen") await setTimeout(20);
    const fault = faults.get(path);
    const body = request.method === "POST" ? ((await json(request)) as Asked) : undefined;
    if (fault === "down") {
      response.writeHead(503).end("down");
      return;
    }
    if (fault === "pending" || fault === "refused") {
      const errorReason = fault === "pending" ? "settlement_pending" : "insufficient_funds";
      const refused = { success: false, isValid: false, errorReason, transaction: "" };
      send(response, { ...refused, network: body!.paymentRequirements.network });
      return;
    }
    if (path === "settle" && settlingAnswer) {
      send(response, { ...settlingAnswer, network: body!.paymentRequirements.network });
      return;
    }
    const said = await ask(facilitator, path, body);
    if (path === "settle") settled?.();
    if (fault === "lost") request.socket.destroy();
    else send(response, said);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: (step, fault) => void (fault === undefined ? faults.delete(step) : faults.set(step, fault)),
    answerSettling: (said) => {
      settlingAnswer = said;
    },
    onSettled: (then) => {
      settled = then;
    },
    counts: () => ({
      verify: asked.filter(({ path }) => path === "verify").length,
      settle: asked.filter(({ path }) => path === "settle").length,
    }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function ask(facilitator: FacilitatorClient, path: string, body: Asked | undefined): Promise<object> {
  if (path === "supported") return facilitator.getSupported();
  const { paymentPayload, paymentRequirements } = body!;
  return path === "verify"
    ? facilitator.verify(paymentPayload, paymentRequirements as never)
    : facilitator.settle(paymentPayload, paymentRequirements as never);
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

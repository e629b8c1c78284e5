import { randomUUID } from "node:crypto";
import { Role, TaskState, type Task } from "@a2a-js/sdk";
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { A2AClient as OldClient } from "a2a03/client";
import { afterAll, describe, expect, test } from "vitest";
import { engineWithEveryMode, openTestServices } from "../../../support/services.ts";
import { fetchFor, publicUrl } from "./stage.ts";

const services = await openTestServices();
const first = await services.open();
const service = await services.open({ env: { BASE_URL: publicUrl }, overrides: engineWithEveryMode(first) });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

/** A task or an error, as any client says it. */
type Told = Readonly<{
  id?: string;
  state?: string;
  verdict?: any;
  error?: { code: number; refusal: any };
}>;

/** The steps of an agent, with any client. */
type Agent = Readonly<{
  send(job: object): Promise<Told>;
  sendText(text: string): Promise<Told>;
  get(id: string): Promise<Told>;
  cancel(id: string): Promise<Told>;
}>;

const kinds: Readonly<Record<string, (key?: string) => Promise<Agent>>> = {
  "the client of 1.0": async (key) => newAgent(fetchFor(service, key)),
  "the client of 1.0 that knows only a card of 0.3": async (key) => newAgent(asOlder(fetchFor(service, key))),
  "the client of 0.3": async (key) => oldAgent(fetchFor(service, key)),
};

describe.for(Object.entries(kinds))("%s", ([, open]) => {
  test("reads the card, is refused, creates a key by the remedy, and gets its verdict", async () => {
    const { error } = await (await open()).send({ code: "x = 1\n" });
    expect(error).toEqual({
      code: -32010,
      refusal: expect.objectContaining({
        error: "unauthorized",
        remedy: expect.objectContaining({ action: "mint_key", method: "POST", url: `${publicUrl}/v1/keys` }),
      }),
    });
    const { method, url } = error!.refusal.remedy;
    const minted = (await (await fetchFor(service)(url, { method })).json()) as { api_key: string };
    const told = await (await open(minted.api_key)).send({ code: "x = 1\n", mode: "static", options: {} });
    expect(told).toMatchObject({ state: "completed", verdict: { valid: true, meta: expect.anything() } });
    expect(told.verdict.meta.request_id).toEqual(expect.any(String));
  });

  test("gets a verdict on broken code, not a refusal, also when it is sent as text", async () => {
    const agent = await open(await service.createKey());
    const code = "def f(:\n";
    const [asData, asText] = [await agent.send({ code, mode: "static" }), await agent.sendText(code)];
    expect(asData).toMatchObject({ state: "completed", verdict: { valid: false } });
    const { meta: _, ...rest } = asData.verdict;
    expect(asText).toMatchObject({ state: "completed", verdict: rest });
  });

  test("reads its task again, cannot cancel it, and nobody else can read it", async () => {
    const agent = await open(await service.createKey());
    const sent = await agent.send({ code: "y = 2\n" });
    const read = await agent.get(sent.id!);
    expect({ ...read, verdict: { ...read.verdict, meta: null } }).toEqual({
      ...sent,
      verdict: { ...sent.verdict, meta: null },
    });
    expect((await agent.cancel(sent.id!)).error?.code).toBe(-32002);
    const other = await open(await service.createKey());
    expect((await other.get(sent.id!)).error).toMatchObject({ code: -32001 });
    expect((await other.cancel(sent.id!)).error).toMatchObject({ code: -32001 });
  });

  test("gets the price of a paid mode", async () => {
    const { error } = await (await open(await service.createKey())).send({ code: "z = 3\n", mode: "repair" });
    expect(error).toMatchObject({
      code: -32011,
      refusal: { error: "payment_required", remedy: { action: "buy_credits", price_credits: 3 } },
    });
  });
});

async function newAgent(fetchImpl: typeof fetch): Promise<Agent> {
  const client = await new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl, legacyCompat: { enabled: true } })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl, legacyCompat: { enabled: true } }),
  }).createFromUrl(publicUrl);
  const told = async (work: Promise<unknown>): Promise<Told> =>
    work.then((task) => fromTask(task as Task), fromError);
  const send = async (content: { $case: "data" | "text"; value: any }): Promise<Told> =>
    told(
      client.sendMessage({
        tenant: "",
        message: {
          messageId: randomUUID(),
          contextId: "",
          taskId: "",
          role: Role.ROLE_USER,
          parts: [{ content, metadata: undefined, filename: "", mediaType: "" }],
          metadata: undefined,
          extensions: [],
          referenceTaskIds: [],
        },
        configuration: undefined,
        metadata: undefined,
      }),
    );
  return {
    send: async (value) => send({ $case: "data", value }),
    sendText: async (value) => send({ $case: "text", value }),
    get: async (id) => told(client.getTask({ tenant: "", id, historyLength: undefined })),
    cancel: async (id) => told(client.cancelTask({ tenant: "", id, metadata: undefined })),
  };
}

function fromTask({ id, status, artifacts }: Task): Told {
  expect(artifacts).toHaveLength(1);
  const [{ name, parts }] = artifacts as [(typeof artifacts)[0]];
  expect([name, parts.length, parts[0]!.content?.$case]).toEqual(["report", 1, "data"]);
  const state = status!.state === TaskState.TASK_STATE_COMPLETED ? "completed" : String(status!.state);
  return { id, state, verdict: parts[0]!.content!.value };
}

function fromError(error: any): Told {
  const code = error.envelopeCode ?? error.code;
  if (code === undefined) throw error;
  const refusal = Array.isArray(error.data)
    ? error.data.find((member: object) => "request_id" in member)
    : error.data;
  return { error: { code, refusal } };
}

/** The service's card as a service that only knows 0.3 would write it. */
function asOlder(fetchImpl: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (init?.method === "POST") return fetchImpl(input, init);
    const response = await fetchImpl(input, { headers: { "a2a-version": "0.3" } });
    const { supportedInterfaces: _, ...card } = (await response.json()) as Record<string, unknown>;
    return Response.json(card);
  };
}

async function oldAgent(fetchImpl: typeof fetch): Promise<Agent> {
  const client = await OldClient.fromCardUrl(`${publicUrl}/.well-known/agent-card.json`, { fetchImpl });
  const send = async (part: any): Promise<Told> =>
    fromAnswer(
      client.sendMessage({
        message: { kind: "message", messageId: randomUUID(), role: "user", parts: [part] },
      }),
    );
  return {
    send: async (data) => send({ kind: "data", data }),
    sendText: async (text) => send({ kind: "text", text }),
    get: async (id) => fromAnswer(client.getTask({ id })),
    cancel: async (id) => fromAnswer(client.cancelTask({ id })),
  };
}

async function fromAnswer(work: Promise<unknown>): Promise<Told> {
  const answer: any = await work.catch((error: any) => ({ error: error.errorResponse?.error ?? error }));
  if (answer.error) {
    if (answer.error.code === undefined) throw answer.error;
    return { error: { code: answer.error.code, refusal: answer.error.data } };
  }
  const { id, kind, status, artifacts } = answer.result;
  expect([kind, artifacts.length, artifacts[0].name, artifacts[0].parts.length]).toEqual([
    "task",
    1,
    "report",
    1,
  ]);
  return { id, state: status.state, verdict: artifacts[0].parts[0].data };
}

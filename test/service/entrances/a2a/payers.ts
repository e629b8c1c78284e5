import { randomUUID } from "node:crypto";
import { Role, TaskState, type Part, type Task } from "@a2a-js/sdk";
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { A2AClient as OldClient } from "a2a03/client";
import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import type { LocalAccount } from "../../../../scripts/chain/accounts.ts";
import { signingClient } from "../../../support/pay-per-call.ts";

export const extension = "https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2";

/** What a payer sends: a job, a sentence, or neither, with its payment metadata. */
export type Sent = Readonly<{
  job?: object;
  text?: string;
  taskId?: string;
  contextId?: string;
  metadata?: Record<string, unknown>;
}>;

/** A task or an error, as any client says it. */
export type Told = Readonly<{
  id?: string;
  contextId?: string;
  state?: string;
  /** Of the message in the task's status. */
  metadata?: any;
  text?: string;
  verdict?: any;
  error?: { code: number; refusal: any };
  /** Every answer of the service, unchanged. */
  raw: string;
  headers: Headers;
}>;

/** A payer's program, with any client. */
export type Payer = Readonly<{
  send(sent: Sent): Promise<Told>;
  get(id: string): Promise<Told>;
  cancel(id: string): Promise<Told>;
}>;

type Settings = Readonly<{ key?: string; isActivated?: boolean; isRecorded?: boolean }>;
type Heard = { raw: string; headers: Headers };

/** The real clients of both generations; each activates the extension by the header of its own. */
export const payers: Readonly<Record<string, (url: string, settings?: Settings) => Promise<Payer>>> = {
  "the client of 1.0": async (url, settings = {}) => newPayer(url, { ...settings, header: "A2A-Extensions" }),
  "the client of 0.3": async (url, settings = {}) =>
    oldPayer(url, { ...settings, header: "X-A2A-Extensions" }),
};

export function submitted(payment: unknown): Record<string, unknown> {
  return { "x402.payment.status": "payment-submitted", "x402.payment.payload": payment };
}

/** Signs what a task asks for. */
export async function signFor(payer: LocalAccount, { metadata }: Told): Promise<PaymentPayload> {
  return signingClient(payer).createPaymentPayload(metadata["x402.payment.required"] as PaymentRequired);
}

function hearing({ key, isActivated = true, isRecorded = true, header }: Settings & { header: string }) {
  const heard: Heard = { raw: "", headers: new Headers() };
  const fetchImpl: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
    if (!isRecorded) headers.set("x-no-record", "1");
    if (isActivated) headers.set(header, `https://other.example/extension, ${extension}`);
    const response = await fetch(input, { ...init, headers });
    heard.raw = await response.clone().text();
    heard.headers = response.headers;
    return response;
  };
  return { heard, fetchImpl };
}

async function newPayer(url: string, settings: Settings & { header: string }): Promise<Payer> {
  const { heard, fetchImpl } = hearing(settings);
  const client = await new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  }).createFromUrl(url);
  const told = async (work: Promise<unknown>): Promise<Told> =>
    work.then(
      (task) => ({ ...fromTask(task as Task), ...heard }),
      (error: unknown) => fromError(error, heard),
    );
  const toPart = (content: Part["content"]): Part => ({
    content,
    metadata: undefined,
    filename: "",
    mediaType: "",
  });
  return {
    send: async ({ job, text, taskId = "", contextId = "", metadata }) =>
      told(
        client.sendMessage({
          tenant: "",
          message: {
            messageId: randomUUID(),
            contextId,
            taskId,
            role: Role.ROLE_USER,
            parts: [
              ...(job ? [toPart({ $case: "data", value: job })] : []),
              ...(text === undefined ? [] : [toPart({ $case: "text", value: text })]),
            ],
            metadata,
            extensions: [],
            referenceTaskIds: [],
          },
          configuration: undefined,
          metadata: undefined,
        }),
      ),
    get: async (id) => told(client.getTask({ tenant: "", id, historyLength: undefined })),
    cancel: async (id) => told(client.cancelTask({ tenant: "", id, metadata: undefined })),
  };
}

/** The states of 1.0 in the words of 0.3. */
const stateNames: Readonly<Partial<Record<TaskState, string>>> = {
  [TaskState.TASK_STATE_COMPLETED]: "completed",
  [TaskState.TASK_STATE_INPUT_REQUIRED]: "input-required",
  [TaskState.TASK_STATE_CANCELED]: "canceled",
};

function fromTask({ id, contextId, status, artifacts }: Task) {
  const { content } = status?.message?.parts[0] ?? {};
  return {
    id,
    contextId,
    state: stateNames[status!.state] ?? String(status!.state),
    metadata: status?.message?.metadata,
    text: content?.$case === "text" ? content.value : "",
    verdict: artifacts[0]?.parts[0]?.content?.value,
  };
}

function fromError(error: any, heard: Heard): Told {
  const code = error.envelopeCode ?? error.code;
  if (code === undefined) throw error;
  const data: unknown = JSON.parse(heard.raw).error.data;
  const refusal = Array.isArray(data) ? data.find((member: object) => "request_id" in member) : data;
  return { error: { code, refusal }, ...heard };
}

async function oldPayer(url: string, settings: Settings & { header: string }): Promise<Payer> {
  const { heard, fetchImpl } = hearing(settings);
  const client = await OldClient.fromCardUrl(`${url}/.well-known/agent-card.json`, { fetchImpl });
  const told = async (work: Promise<any>): Promise<Told> => {
    const answer = await work.catch((error: any) => ({ error: error.errorResponse?.error ?? error }));
    if (answer.error) {
      if (answer.error.code === undefined) throw answer.error;
      return { error: { code: answer.error.code, refusal: answer.error.data }, ...heard };
    }
    const { id, contextId, status, artifacts = [] } = answer.result;
    const { metadata, parts = [] } = status.message ?? {};
    const verdict = artifacts[0]?.parts[0].data;
    return { id, contextId, state: status.state, metadata, text: parts[0]?.text, verdict, ...heard };
  };
  return {
    send: async ({ job, text, taskId, contextId, metadata }) =>
      told(
        client.sendMessage({
          message: {
            kind: "message",
            messageId: randomUUID(),
            role: "user",
            parts: [
              ...(job ? [{ kind: "data" as const, data: job as Record<string, unknown> }] : []),
              ...(text === undefined ? [] : [{ kind: "text" as const, text }]),
            ],
            ...(taskId !== undefined && { taskId }),
            ...(contextId !== undefined && { contextId }),
            ...(metadata && { metadata }),
          },
        }),
      ),
    get: async (id) => told(client.getTask({ id })),
    cancel: async (id) => told(client.cancelTask({ id })),
  };
}

import { randomUUID } from "node:crypto";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { signingClient } from "../../../support/pay-per-call.ts";
import { startPostgres } from "../../../support/postgres-server.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";
import { extension, submitted } from "./payers.ts";
import { call, sendJob } from "./stage.ts";

const stage = useX402Stage();
const postgres = await startPostgres({ fsync: "off" });
afterAll(async () => postgres[Symbol.asyncDispose]());

type Two = Readonly<{ first: PaidService; second: PaidService }> & AsyncDisposable;

async function openTwo(kind: "SQLite" | "PostgreSQL"): Promise<Two> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), "assay-replicas-")));
  const env = kind === "PostgreSQL" ? { DATABASE_URL: postgres.url } : { DATA_DIR: folder.path };
  const first = opening.use(await stage.open({ env }));
  const second = opening.use(await stage.open({ env }));
  const opened = opening.move();
  return { first, second, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

async function send(service: PaidService, message: object): Promise<any> {
  const sent = { messageId: randomUUID(), role: "ROLE_USER", ...message };
  const response = await service.send("/a2a", {
    headers: { "a2a-version": "1.0", "a2a-extensions": extension },
    body: { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: sent } },
  });
  return response.json();
}

const listed = async (service: PaidService, key: string): Promise<any[]> =>
  (await call(service, { method: "ListTasks", params: {}, key, version: "1.0" })).body.result.tasks;

describe.for(["SQLite", "PostgreSQL"] as const)("two replicas on one store in %s", (kind) => {
  test("list each other's tasks, and nobody else's", async () => {
    await using two = await openTwo(kind);
    const { first, second } = two;
    const [key, other] = [await first.createKey(), await second.createKey()];
    const here = await sendJob(first, key, { code: "here = 1\n" });
    const there = await sendJob(second, key, { code: "there = 1\n" });
    for (const service of [first, second])
      expect((await listed(service, key)).map(({ id }) => id)).toEqual([there.id, here.id]);
    expect(await listed(first, other)).toEqual([]);
  });

  test("accept the payment of a task that the other priced, and show the result", async () => {
    await using two = await openTwo(kind);
    const { first, second } = two;
    const { result } = await send(first, { parts: [{ data: { code: `paid = "${randomUUID()}"\n` } }] });
    const { task } = result;
    expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    const required = task.status.message.metadata["x402.payment.required"];
    const payment = await signingClient(stage.chain.users[0]!).createPaymentPayload(required);
    const paying = {
      taskId: task.id,
      parts: [{ text: "Here is the payment." }],
      metadata: submitted(payment),
    };
    const paid = (await send(second, paying)).result.task;
    expect([paid.id, paid.status.state]).toEqual([task.id, "TASK_STATE_COMPLETED"]);
    const seen = await call(first, { method: "GetTask", params: { id: task.id }, version: "1.0" });
    expect(seen.body.result).toMatchObject({ id: task.id, status: { state: "TASK_STATE_COMPLETED" } });
    const late = await call(first, { method: "CancelTask", params: { id: task.id }, version: "1.0" });
    expect(late.body.error.code).toBe(-32002);
  });

  test("know that a task was cancelled at the other", async () => {
    await using two = await openTwo(kind);
    const { first, second } = two;
    const { result } = await send(first, { parts: [{ data: { code: `left = "${randomUUID()}"\n` } }] });
    const { id } = result.task;
    const cancelled = await call(second, { method: "CancelTask", params: { id }, version: "1.0" });
    expect(cancelled.body.result.status.state).toBe("TASK_STATE_CANCELED");
    const seen = await call(first, { method: "GetTask", params: { id }, version: "1.0" });
    expect(seen.body.result.status.state).toBe("TASK_STATE_CANCELED");
  });
});

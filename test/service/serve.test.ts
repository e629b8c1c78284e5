import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { openSocket, requestText } from "../support/raw-http.ts";
import type { TestService } from "../support/service.ts";
import { openTestServices, type TestServices } from "../support/services.ts";
import { slowCode } from "../support/slow-code.ts";
import { until } from "../support/until.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

describe("the address in answers", () => {
  test("names the real port when any free one was requested", async () => {
    await using service = await services.open({ env: { PORT: "0" } });
    const { body } = await service.validate(undefined, { code: "x = 1" });
    expect(body.remedy.url).toBe(`${service.url}/v1/keys`);
    expect(new URL(service.url).port).not.toBe("0");
    expect((await fetch(body.remedy.url, { method: "POST" })).status).toBe(201);
  });

  test("is the configured one if there is one", async () => {
    await using service = await services.open({ env: { BASE_URL: "https://assay.example" } });
    const { body, headers } = await service.validate(undefined, { code: "x = 1" });
    expect(body.remedy.url).toBe("https://assay.example/v1/keys");
    expect(headers.get("www-authenticate")).toContain("https://assay.example/v1/keys");
  });
});

test("a port in use stops the start with a sentence that says what to do", async () => {
  await using service = await services.open();
  const PORT = new URL(service.url).port;
  await expect(services.open({ env: { PORT } })).rejects.toThrow(
    `Port ${PORT} of 127.0.0.1 is in use by another program. Stop that program, or choose another port: PORT=${Number(PORT) + 1}.`,
  );
});

describe("stopping", () => {
  test("answers current requests and closes connections, so that a kept connection does not delay it", async () => {
    // On this clock no caller is ever disconnected.
    const service = await services.open({ overrides: { clock: manualClock() } });
    const key = await service.createKey();
    const answers = Array.from({ length: 6 }, async (_, n) =>
      service.validate(key, { code: slowCode(`stop_${n}`) }),
    );
    await until(() => service.parts.inFlight.count() === 6);
    await service[Symbol.asyncDispose]();
    for (const { status, headers } of await Promise.all(answers)) {
      expect([status, headers.get("connection")]).toEqual([200, "close"]);
    }
  });

  test("disconnects a caller who never finishes the request, after half a minute", async () => {
    const clock = manualClock();
    const service = await services.open({ overrides: { clock } });
    const [late, never] = [await beginAsking(service), await beginAsking(service)];
    const closing = service[Symbol.asyncDispose]();
    await clock.advance(29_999);
    late.write("{}");
    expect((await once(late, "data")).toString()).toContain("HTTP/1.1 201 Created");
    const ended = once(never, "close");
    await clock.advance(1);
    await Promise.all([closing, ended]);
  });
});

/** A request without its body, of which the service has read everything else. */
async function beginAsking({ url }: TestService): Promise<Socket> {
  const socket = await openSocket(url);
  socket.on("error", () => undefined);
  const headers = { "content-type": "application/json", "content-length": "2", expect: "100-continue" };
  socket.write(requestText("POST /v1/keys", headers));
  expect((await once(socket, "data")).toString()).toContain("100 Continue");
  return socket;
}

import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../../service/config.ts";
import { whyNotAllowed } from "../../../../service/entrances/mcp/allowed-callers.ts";
import type { TestService } from "../../../support/service.ts";
import { openWarmService } from "../../../support/services.ts";

const at = "https://assay.example";

describe("the host of a call is checked by default:", () => {
  test.for<[string, Record<string, string>, Record<string, string>, boolean]>([
    ["by our public name", { BASE_URL: at }, { host: "assay.example" }, true],
    ["by our public name in capitals", { BASE_URL: at }, { host: "ASSAY.example:443" }, true],
    ["as localhost, on a forwarded port", {}, { host: "localhost:9000" }, true],
    ["by IP address", { HOST: "0.0.0.0" }, { host: "192.168.1.5:8402" }, true],
    ["by IPv6 address", { HOST: "::" }, { host: "[fe80::1]:8402" }, true],
    ["by the name that we listen on", { HOST: "box.lan" }, { host: "box.lan:8402" }, true],
    ["by a name the operator added", { ALLOWED_HOSTS: "a.example, B.example" }, { host: "b.example" }, true],
    ["by any name, if the operator allows it", { ALLOWED_HOSTS: "*" }, { host: "evil.example" }, true],
    ["by a foreign name", { BASE_URL: at }, { host: "evil.example" }, false],
    ["by a name that only ends like ours", { BASE_URL: at }, { host: "evil-assay.example" }, false],
    ["by an invalid name", {}, { host: "a b" }, false],
    ["without a name", {}, {}, true],
  ])("%s", ([, env, headers, isAllowed]) => {
    expect(whyNotAllowed(readConfig(env), asking(headers)) === undefined).toBe(isAllowed);
  });
});

describe("the origin of a page is checked by default:", () => {
  const host = "assay.example";
  test.for<[string, Record<string, string>, string, boolean]>([
    ["of our own origin", { BASE_URL: at }, at, true],
    ["of the host that is called", { ALLOWED_HOSTS: host }, "https://assay.example", true],
    ["of a foreign origin", { BASE_URL: at }, "https://evil.example", false],
    ["without an origin", { BASE_URL: at }, "null", false],
    ["on this machine, if we listen only there", { BASE_URL: at }, "http://localhost:6274", true],
    [
      "on this machine, if we listen everywhere",
      { BASE_URL: at, HOST: "0.0.0.0" },
      "http://localhost:6274",
      false,
    ],
    [
      "that the operator added",
      { BASE_URL: at, ALLOWED_ORIGINS: "https://a.example" },
      "https://a.example",
      true,
    ],
    [
      "on another port than was added",
      { BASE_URL: at, ALLOWED_ORIGINS: "https://a.example" },
      "https://a.example:8443",
      false,
    ],
    [
      "of any origin, if the operator allows it",
      { BASE_URL: at, ALLOWED_ORIGINS: "*" },
      "https://evil.example",
      true,
    ],
  ])("%s", ([, env, origin, isAllowed]) => {
    expect(whyNotAllowed(readConfig(env), asking({ host, origin })) === undefined).toBe(isAllowed);
  });
});

test.for([
  "ALLOWED_HOSTS=example.com:443",
  "ALLOWED_HOSTS=https://example.com",
  "ALLOWED_ORIGINS=example.com",
])("%s stops the start", (line) => {
  const [name = "", value = ""] = line.split("=");
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

function asking(headers: Record<string, string>) {
  return { header: (name: string) => headers[name] };
}

describe("over HTTP", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openWarmService();
  });
  afterAll(async () => service[Symbol.asyncDispose]());

  /** fetch() would set the host itself. */
  async function send(headers: Record<string, string>, method = "POST") {
    const sending = request(`${service.url}/mcp`, {
      method,
      headers: { "content-type": "application/json", ...headers },
    });
    sending.end(method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) : "");
    const [response] = (await once(sending, "response")) as [IncomingMessage];
    return { response, body: response.statusCode === 204 ? undefined : ((await json(response)) as any) };
  }

  test("another host is refused with 403, before anything is read", async () => {
    const { response, body } = await send({ host: "evil.example" });
    expect(response.statusCode).toBe(403);
    expect(body).toMatchObject({ id: null, error: { code: -32012, data: { error: "bad_request" } } });
    expect(body.error.message).toContain("ALLOWED_HOSTS");
  });

  test("a page of another origin is refused with 403, and can read why", async () => {
    const { response, body } = await send({ origin: "https://evil.example" });
    expect(response.statusCode).toBe(403);
    expect(response.headers["access-control-allow-origin"]).toBe("*");
    expect(body.error.message).toContain("ALLOWED_ORIGINS");
  });

  test("a page on this machine is served, and may read what it needs", async () => {
    const { response, body } = await send({ origin: "http://localhost:6274" });
    expect(response.statusCode).toBe(200);
    expect(body).toMatchObject({ id: 1, result: {} });
    expect(response.headers["access-control-expose-headers"]).toContain("www-authenticate");
  });

  test("a preflight request gets the list of what may be sent", async () => {
    const { response } = await send(
      { origin: "http://localhost:6274", "access-control-request-method": "POST" },
      "OPTIONS",
    );
    expect(response.statusCode).toBe(204);
    expect(response.headers["access-control-allow-methods"]).toBe("POST");
    for (const name of ["authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"])
      expect(response.headers["access-control-allow-headers"]).toContain(name);
    expect(response.headers["access-control-allow-credentials"]).toBeUndefined();
  });
});

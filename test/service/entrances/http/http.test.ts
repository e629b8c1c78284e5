import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../../../service/entrances/routes.ts";
import { openSocket, requestText, sendRaw } from "../../../support/raw-http.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";

let services: TestServices;
let service: TestService;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function expectStandingHeaders(headers: Headers): void {
  const names = ["x-service-version", "x-api-version", "x-request-id", "x-content-type-options"] as const;
  expect(Object.fromEntries(names.map((name) => [name, headers.get(name)]))).toEqual({
    "x-service-version": service.parts.release.version,
    "x-api-version": "v1",
    "x-request-id": expect.stringMatching(uuid),
    "x-content-type-options": "nosniff",
  });
}

function expectEnvelope(text: string, headers: Headers, error: string): void {
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(JSON.parse(text)).toMatchObject({
    error,
    message: expect.stringMatching(/\.$/),
    request_id: headers.get("x-request-id"),
  });
}

describe("versions and request id are in the headers of", () => {
  const paths = routes.map(({ method, path }) => [method.toUpperCase(), path]);

  test.for(paths)("%s %s", async ([method = "", path = ""]) => {
    const response = await service.send(path, { method });
    expectStandingHeaders(response.headers);
    expect(response.headers.get("x-powered-by")).toBeNull();
    await response.arrayBuffer();
  });

  test("a 404", async () => {
    const response = await service.send("/v2/validate");
    expect(response.status).toBe(404);
    expectStandingHeaders(response.headers);
    expectEnvelope(await response.text(), response.headers, "not_found");
  });

  test("a 405, which says what is allowed", async () => {
    const response = await service.send("/v1/keys/self", { method: "PUT" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, DELETE"]);
    expectStandingHeaders(response.headers);
    expectEnvelope(await response.text(), response.headers, "method_not_allowed");
  });

  test.for<[string, number, string]>([
    ["nonsense", 400, "hello\r\n\r\n"],
    ["an unknown method", 400, requestText("FETCH /v1/info")],
    ["an HTTP/2 preface", 400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["two content lengths", 400, requestText("POST /v1/keys", { "content-length": "1, 2" })],
    [
      "a content length beside chunks",
      400,
      requestText("POST /v1/keys", { "content-length": "5", "transfer-encoding": "chunked" }),
    ],
    ["a header with a line break in its name", 400, "GET / HTTP/1.1\r\nhost: x\r\nbad\nname: y\r\n\r\n"],
    ["headers that are too long", 431, requestText("GET /", { "x-long": "x".repeat(20_000) })],
    ["no host", 400, "GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n"],
    ["an address that cannot be decoded", 400, requestText("GET /docs/%E0%A4%A")],
    ["a partial URL as target", 400, requestText("GET http://[::1")],
    ["a target without a path", 400, requestText("OPTIONS http://[::1")],
  ])("the answer to %s", async ([, status, bytes]) => {
    const answer = await sendRaw(service.url, bytes);
    expect(answer?.status).toBe(status);
    expectStandingHeaders(answer!.headers);
    expectEnvelope(answer!.body, answer!.headers, "bad_request");
  });

  test.for(["//", "//evil.example/", "http://assay.test//", "/%2e%2e/", "*", "/?", "/#a", "http:healthz"])(
    "the answer to target %s",
    async (target) => {
      const answer = await sendRaw(service.url, requestText(`GET ${target}`));
      expect(answer?.status).toBeLessThan(500);
      expectStandingHeaders(answer!.headers);
    },
  );

  test("the answer to a whole address as target", async () => {
    const answer = await sendRaw(service.url, requestText("GET http://assay.test/healthz"));
    expect(answer?.status).toBe(200);
    expectStandingHeaders(answer!.headers);
  });

  test("the answer to an expectation that cannot be met, which is ignored", async () => {
    const answer = await sendRaw(service.url, requestText("GET /healthz", { expect: "a miracle" }));
    expect(answer?.status).toBe(200);
    expectStandingHeaders(answer!.headers);
  });

  test("the answer to HTTP/1.0 without a host", async () => {
    const answer = await sendRaw(service.url, "GET /healthz HTTP/1.0\r\n\r\n");
    expect(answer?.status).toBe(200);
    expectStandingHeaders(answer!.headers);
  });

  test("an unhealthy answer and an internal error, which reveals nothing else", async () => {
    await using broken = await services.open({
      overrides: {
        store: {
          ...service.parts.store,
          ping: async () => Promise.reject(new Error("gone")),
          findKey: async () => Promise.reject(new Error("secret detail of the store")),
        },
      },
    });
    const health = await broken.send("/healthz");
    expect(health.status).toBe(503);
    expectStandingHeaders(health.headers);
    for (const [path, body] of [["/v1/keys/self"], ["/v1/validate", { code: "x = 1" }]] as const) {
      const defect = await broken.send(path, { key: "asy_x", ...(body && { body }) });
      expect(defect.status).toBe(500);
      expectStandingHeaders(defect.headers);
      expect(await defect.json()).toEqual({
        error: "internal_error",
        message: "Something failed on our side. Try again; if it fails again, report the request id.",
        request_id: defect.headers.get("x-request-id"),
      });
    }
    const page = await broken.send("/v1/keys/self", { key: "asy_x", headers: { accept: "text/html" } });
    const shown = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
    expect(shown).toContain(page.headers.get("x-request-id"));
    expect(shown).toContain("Load this page again");
    expect(shown).not.toContain("secret detail");
    const counted = (await broken.parts.metrics.text()).body.match(/^assay_refusals_total\{.*$/gm);
    expect(counted).toEqual(['assay_refusals_total{error="internal_error"} 3']);
  });
});

describe("the request id", () => {
  test.for(["a", "01JC_abc.DEF:1-2", "x".repeat(128)])("is kept when it is %s", async (id) => {
    const response = await service.send("/v1/nowhere", { headers: { "x-request-id": id } });
    expect(response.headers.get("x-request-id")).toBe(id);
    expect(await response.json()).toMatchObject({ request_id: id });
  });

  test.for(["", "x".repeat(129), "a b", "<script>", "a\tb", "ä", "a/b", "x".repeat(10_000)])(
    "is replaced when it is %s",
    async (id) => {
      const response = await service.send("/healthz", { headers: { "x-request-id": id } });
      expect(response.headers.get("x-request-id")).toMatch(uuid);
    },
  );

  test("is replaced when it is sent twice", async () => {
    const twice =
      "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: a\r\nx-request-id: b\r\n\r\n";
    expect((await sendRaw(service.url, twice))?.headers.get("x-request-id")).toMatch(uuid);
  });

  test("is also in the verdict", async () => {
    const key = await service.createKey();
    const headers = { "x-request-id": "mine" };
    const response = await service.send("/v1/validate", { key, body: { code: "x = 1" }, headers });
    expect(await response.json()).toMatchObject({ meta: { request_id: "mine" } });
  });
});

describe("another spelling of an address", () => {
  const spellings = [
    "/V1/validate",
    "/v1/Validate",
    "/v1/validate/",
    "//v1/validate",
    "/v1//validate",
    "/v1/%76alidate",
    "/v1%2fvalidate",
    "/v1/./validate",
    "/v1/x/../validate",
    "/./v1/validate",
    "/v1/validate%20",
    "/v1/validate%00",
    "/v1/validate;a=b",
    "/v1\\validate",
    "/v1/validate.json",
    "/v1/keys/self/",
    "/v1/keys/SELF",
    "/v1/keys//self",
    "/v1/keys/%73elf",
    "/v1/keys/x/../self",
    "/docs/../v1/keys/self",
  ];

  test.for(spellings)("reaches nothing: %s", async (path) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await sendRaw(service.url, requestText(`${method} ${path}`));
      expect(answer?.status).toBe(404);
    }
  });

  test.for(["/v1/validate?", "/v1/validate?a=b", "http://elsewhere.example/v1/validate"])(
    "such as %s needs a key like the address itself",
    async (path) => {
      const answer = await sendRaw(service.url, requestText(`POST ${path}`));
      expect(answer?.status).toBe(401);
    },
  );

  test.for(["/docs/../package.json", "/docs/..%2fpackage.json", "/docs/__proto__", "/docs/constructor"])(
    "such as %s is not a file of the docs",
    async (path) => {
      expect((await sendRaw(service.url, requestText(`GET ${path}`)))?.status).toBe(404);
    },
  );
});

describe("the methods are checked:", () => {
  test.for(routes.filter(({ method }) => method === "get").map(({ path }) => path))(
    "HEAD %s answers like GET, without the body",
    async (path) => {
      const [head, get] = [await service.send(path, { method: "HEAD" }), await service.send(path)];
      await get.arrayBuffer();
      expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([
        get.status,
        "",
        get.headers.get("content-type"),
      ]);
    },
  );

  test("OPTIONS lists the methods of an address", async () => {
    const response = await service.send("/v1/validate", { method: "OPTIONS" });
    expect([response.status, response.headers.get("allow")]).toEqual([204, "POST"]);
    expect((await service.send("/v1/nowhere", { method: "OPTIONS" })).status).toBe(404);
    expect((await sendRaw(service.url, requestText("OPTIONS *")))?.status).toBe(404);
  });

  test.for(["TRACE", "PUT", "PATCH", "PROPFIND", "PURGE", "QUERY", "HEAD"])(
    "%s /v1/validate is refused",
    async (method) => {
      const answer = await sendRaw(service.url, requestText(`${method} /v1/validate`, { cookie: "secret" }));
      expect([answer?.status, answer?.headers.get("allow")]).toEqual([405, "POST"]);
      expect(answer?.body).not.toContain("secret");
    },
  );

  test("CONNECT is refused, and the connection is closed", async () => {
    const answer = await sendRaw(service.url, requestText("CONNECT example.com:443"));
    expect(answer?.status).toBe(400);
    expectStandingHeaders(answer!.headers);
    expectEnvelope(answer!.body, answer!.headers, "bad_request");
  });

  test("an upgrade is not accepted", async () => {
    const headers = { connection: "upgrade, close", upgrade: "websocket" };
    expect((await sendRaw(service.url, requestText("GET /healthz", headers)))?.status).toBe(200);
  });
});

describe("connections are robust:", () => {
  test("pipelined requests are answered in order", async () => {
    const one = requestText("GET /healthz", { connection: "keep-alive", "x-request-id": "first" });
    const two = requestText("GET /v1/nowhere", { "x-request-id": "second" });
    const socket = await openSocket(service.url);
    socket.write(one + two);
    const text = Buffer.concat(await socket.toArray()).toString();
    expect(text.indexOf("x-request-id: first")).toBeGreaterThan(0);
    expect(text.indexOf("x-request-id: second")).toBeGreaterThan(text.indexOf("x-request-id: first"));
  });

  test("callers that send their body slowly delay nobody else", async () => {
    const slow = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = await openSocket(service.url);
        socket.on("error", () => undefined);
        socket.write(requestText("POST /v1/keys", { "content-length": "100" }));
        return socket;
      }),
    );
    expect((await service.send("/healthz")).status).toBe(200);
    expect(slow.some(({ closed }) => closed)).toBe(false); // no connection had to be closed for it
    for (const socket of slow) socket.destroy();
  });

  test("a caller that hangs up in the middle of its body leaves no trace", async () => {
    const key = await service.createKey();
    const socket = await openSocket(service.url);
    socket.on("error", () => undefined);
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    socket.write(requestText("POST /v1/validate", { ...headers, "content-length": "1000" }) + '{"code":');
    socket.destroy();
    expect((await service.validate(key, { code: "x = 1" })).headers.get("x-quota-remaining")).toBe("24");
  });

  test("a chunked body is read", async () => {
    const key = await service.createKey();
    const status = await new Promise((resolve, reject) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const chunked = httpRequest(`${service.url}/v1/validate`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      chunked.on("error", reject);
      for (const piece of ['{"co', 'de": "x', ' = 1"}']) chunked.write(piece);
      chunked.end();
    });
    expect(status).toBe(200);
  });
});

import { randomBytes } from "node:crypto";
import { request as ask, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../../../service/entrances/routes.ts";
import { createCompression } from "../../../../service/entrances/http/compression.ts";
import { encodingFor } from "../../../../service/entrances/http/accept-encoding.ts";
import type { TestService } from "../../../support/service.ts";
import { openWarmService } from "../../../support/services.ts";

let service: TestService;
beforeAll(async () => {
  service = await openWarmService({ env: { FREE_CALLS_PER_DAY: "1000" } });
});
afterAll(async () => service[Symbol.asyncDispose]());

type Sent = Readonly<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>;

/** The raw response: fetch would request compression by itself, and undo it. */
async function sendRaw(path: string, headers: Record<string, string> = {}, body?: object): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const method = body ? "POST" : "GET";
  const json = body ? { "content-type": "application/json" } : {};
  const asking = ask(service.url + path, { method, headers: { ...json, ...headers } }, (answer) => {
    buffer(answer).then(
      (bytes) => resolve({ status: answer.statusCode!, headers: answer.headers, bytes }),
      reject,
    );
  });
  asking.on("error", reject).end(body && JSON.stringify(body));
  return promise;
}

const documents = routes
  .filter(({ isDocument, path }) => isDocument && !path.includes("{"))
  .map(({ path }) => path);

describe("a document", () => {
  test.for(documents)("%s is not sent again to clients that have it", async (path) => {
    const first = await sendRaw(path);
    expect(first.status).toBe(200);
    const { etag, vary } = first.headers;
    expect([etag, first.headers["cache-control"]]).toEqual([
      expect.stringMatching(/^W\/"[\w-]{22}"$/),
      expect.stringMatching(/^(?:no-cache|public, max-age=\d+)$/),
    ]);
    for (const known of [etag!, etag!.slice(2), `"other", ${etag}`, "*"]) {
      const again = await sendRaw(path, { "if-none-match": known });
      expect([known, again.status, again.bytes.length, again.headers.etag]).toEqual([known, 304, 0, etag]);
      expect(again.headers.vary).toBe(vary);
    }
    expect((await sendRaw(path, { "if-none-match": '"other"' })).bytes).toEqual(first.bytes);
  });

  test("has no ETag when it is refused", async () => {
    const { status, headers } = await sendRaw("/rules/python:nowhere", { "if-none-match": "*" });
    expect([status, headers.etag]).toEqual([404, undefined]);
  });
});

describe("an answer of more than a kilobyte", () => {
  test.for([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("is compressed as %s", async ([encoding, decompress]) => {
    const plain = await sendRaw("/openapi.json");
    const sent = await sendRaw("/openapi.json", { "accept-encoding": `${encoding}, deflate` });
    expect(sent.headers).toMatchObject({
      "content-encoding": encoding,
      "content-length": String(sent.bytes.length),
      etag: plain.headers.etag,
      vary: "accept-encoding",
    });
    expect(sent.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(decompress(sent.bytes)).toEqual(plain.bytes);
  });

  test("is also compressed when it is a verdict", async () => {
    const key = await service.createKey();
    const code = Array.from({ length: 40 }, (_, n) => `print(nobody_${n})\n`).join("");
    const headers = { "x-api-key": key, "accept-encoding": "gzip" };
    const { headers: told, bytes } = await sendRaw("/v1/validate", headers, { code });
    expect(told["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ valid: false });
  });

  test("is sent uncompressed to clients that do not accept it, and so is a short one", async () => {
    expect((await sendRaw("/v1/rules")).headers["content-encoding"]).toBeUndefined();
    expect(
      (await sendRaw("/healthz", { "accept-encoding": "br" })).headers["content-encoding"],
    ).toBeUndefined();
  });

  test("is not compressed for a request with a cookie", async () => {
    const query = "response_type=code&client_id=x&redirect_uri=http://127.0.0.1/";
    const { headers, bytes } = await sendRaw(`/oauth/authorize?${query}`, { "accept-encoding": "br" });
    expect([bytes.length > 1024, headers["content-encoding"]]).toEqual([true, undefined]);
  });
});

describe("compressing", () => {
  const long = Buffer.from("answer ".repeat(100_000));

  test("covers a bounded number of answers at once; the others are sent uncompressed", async () => {
    const compress = createCompression();
    const all = await Promise.all(
      Array.from({ length: 50 }, async () => compress(long, { encoding: "br", document: undefined })),
    );
    const done = all.filter((one) => one !== undefined);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThan(25);
    expect(await compress(long, { encoding: "gzip", document: undefined })).toBeDefined();
  });

  test("happens once for a document, and not for very short or long ones", async () => {
    const compress = createCompression();
    const how = { encoding: "br", document: "a" } as const;
    const first = await compress(long, how);
    expect(await compress(long, how)).toBe(first);
    expect(await compress(Buffer.alloc(1000), how)).toBeUndefined();
    expect(await compress(Buffer.alloc(1024 * 1024 + 1), how)).toBeUndefined();
  });

  test("keeps at most eight megabytes of documents", async () => {
    const noise = randomBytes(1_000_000);
    const compress = createCompression();
    const first = await compress(noise, { encoding: "gzip", document: "0" });
    for (let n = 1; n < 9; n += 1) await compress(noise, { encoding: "gzip", document: String(n) });
    expect(await compress(noise, { encoding: "gzip", document: "0" })).not.toBe(first);
  });
});

test.for([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["BR ; q=1", "br"],
  ["gzip;q=0", undefined],
] as const)("accept-encoding %s selects %s", ([header, encoding]) => {
  expect(encodingFor(header)).toBe(encoding);
});

describe("scripts of any page", () => {
  const isOpen = async (method: string, path: string): Promise<boolean> => {
    const asked = { origin: "https://elsewhere.example", "access-control-request-method": method };
    const { status, headers } = await service.send(path, { method: "OPTIONS", headers: asked });
    return status === 204 && headers.get("access-control-allow-origin") === "*";
  };

  test("may call endpoints that take a key in a header, and read what is public", async () => {
    const open = routes.filter(
      ({ needsKey, isDocument, path }) => needsKey || (isDocument && path.startsWith("/v1/")),
    );
    expect(open.length).toBeGreaterThan(8);
    for (const { method, path } of open)
      expect([path, await isOpen(method.toUpperCase(), path)]).toEqual([path, true]);
    const answer = await service.send("/v1/keys/self", { headers: { origin: "https://elsewhere.example" } });
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("may not call the operator's endpoints, the consent page, or those that create keys", async () => {
    const closed = routes.filter(
      ({ isForOperator, path }) =>
        isForOperator || /^\/(?:oauth\/authorize|v1\/keys|v1\/webhooks\/.*)$/.test(path),
    );
    expect(closed.length).toBeGreaterThan(5);
    for (const { method, path } of closed)
      expect([path, await isOpen(method.toUpperCase(), path)]).toEqual([path, false]);
  });
});

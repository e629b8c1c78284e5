import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openSocket, requestText } from "../../../support/raw-http.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";

let services: TestServices;
let service: TestService;
let key: string;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open({ env: { FREE_CALLS_PER_DAY: "100000" } });
  key = await service.createKey();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

type Refused = { status: number; error: string; body: any };

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Refused> {
  const response = await service.send("/v1/validate", { key, body, headers });
  const answer = (await response.json()) as any;
  return { status: response.status, error: answer.error, body: answer };
}

const refusal = (status: number, error: string) => expect.objectContaining({ status, error });
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("a body that is not JSON is refused with the cause:", () => {
  test.for(["", " ", "{", '{"code":"x"', "{'code':'x'}", "code=x", "[", "NaN", '{"code":"x"}}', "\u0000"])(
    "%j",
    async (body) => {
      const answer = await send(body);
      expect(answer).toEqual(refusal(400, "bad_request"));
      expect(answer.body.fields).toHaveLength(1);
      expect(answer.body.remedy.action).toBe("fix_request");
    },
  );

  test.for<[string, number[]]>([
    ["a lone continuation byte", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate in UTF-8", [0xed, 0xa0, 0x80]],
    ["a truncated character", [0xf0, 0x9f, 0x98]],
    ["a byte of Latin-1", [0xe9]],
  ])("%s", async ([, bytes]) => {
    const body = Buffer.concat([Buffer.from('{"code":"x = \''), Buffer.from(bytes), Buffer.from("'\"}")]);
    const answer = await send(Uint8Array.from(body));
    expect(answer).toEqual(refusal(400, "bad_request"));
    expect(answer.body.message).toContain("UTF-8");
  });

  test("text in UTF-16", async () => {
    expect(await send(Uint8Array.from(Buffer.from('{"code":"x"}', "utf16le")))).toEqual(
      refusal(400, "bad_request"),
    );
  });

  test("the parser's own message is not shown", async () => {
    const { body } = await send('{"code": hunter2}');
    expect(JSON.stringify(body)).not.toContain("hunter2");
  });
});

describe("a body of the wrong shape is refused field by field:", () => {
  const wrong = ["7", "true", "null", "[]", '{"a":1}', "1e400"];

  test.for([...wrong, '"text"'])("the whole body as %s", async (body) => {
    const answer = await send(body);
    expect(answer).toEqual(refusal(400, "bad_request"));
  });

  test.for<[string, string[]]>([
    ["code", wrong],
    ["language", [...wrong, '"pyton"', '"Python"', '""']],
    ["mode", [...wrong, '"run"', '"STATIC"', '""']],
    ["options", ["7", "true", "null", "[]", '"x"', "1e400"]],
  ])("%s", async ([name, values]) => {
    for (const value of values) {
      const answer = await send(name === "code" ? `{"code":${value}}` : `{"code":"x","${name}":${value}}`);
      expect(answer).toEqual(refusal(400, "bad_request"));
      expect(answer.body.fields[0]).toMatchObject({ msg: expect.any(String), type: expect.any(String) });
      expect(new Set(answer.body.fields.map(({ loc }: { loc: string[] }) => loc.join(".")))).toEqual(
        new Set([name]),
      );
    }
  });

  test.for<[string, string[]]>([
    ["timeout_s", ["0", "-1", "60.5", '"5"', "true", "[]", "{}", "1e400", "-1e400"]],
    ["max_iterations", ["0", "11", "2.5", '"3"', "null", "true", "1e400"]],
    ["transpile_to", ["7", "true", "[]", "{}"]],
    ["expected_output", ["7", "false", "[]", "{}"]],
    ["examples", ["7", "false", '["assert True"]', "{}"]],
    ["optimize", ["1", '"true"', "null", "[]"]],
    ["strict", ["1", '"true"', "null", "[]"]],
  ])("options.%s", async ([name, values]) => {
    for (const value of values) {
      const answer = await send(`{"code":"x","options":{"${name}":${value}}}`);
      expect(answer).toEqual(refusal(400, "bad_request"));
      expect(answer.body.fields).toEqual([expect.objectContaining({ loc: ["options", name] })]);
    }
  });

  test("an infinite number is not shown as null", async () => {
    const { body } = await send('{"code":"x","options":{"timeout_s":1e400}}');
    expect(body.fields[0]).not.toHaveProperty("input");
  });

  test("a received value is shown when it is short, and left out when it is long or nested", async () => {
    const shown = await send('{"code":"x","mode":"run"}');
    expect(shown.body.fields[0]).toMatchObject({ loc: ["mode"], input: "run" });
    for (const value of [JSON.stringify("m".repeat(65)), '{"a":1}', "[[[]]]"]) {
      expect((await send(`{"code":"x","mode":${value}}`)).body.fields[0]).not.toHaveProperty("input");
    }
  });

  test("every problem is reported at once", async () => {
    const { body } = await send('{"code":7,"mode":"run","options":{"timeout_s":-1,"optimize":"yes"}}');
    expect(body.fields.map(({ loc }: { loc: string[] }) => loc.join("."))).toEqual([
      "code",
      "mode",
      "options.timeout_s",
      "options.optimize",
    ]);
  });

  test("an empty code is refused", async () => {
    expect((await send('{"code":""}')).body).toMatchObject({
      error: "bad_request",
      fields: [{ loc: ["code"] }],
    });
  });
});

describe("ambiguous JSON", () => {
  test("with a repeated field means the last one, as in JavaScript", async () => {
    expect(await send('{"code":"x = 1","code":7}')).toEqual(refusal(400, "bad_request"));
    expect((await send('{"code":7,"code":"x = 1"}')).status).toBe(200);
  });

  test("supplies no field with a __proto__", async () => {
    expect(await send('{"__proto__":{"code":"x = 1"}}')).toEqual(refusal(400, "bad_request"));
    const { body } = await send('{"code":"x = 1","__proto__":{"mode":"execute"},"constructor":{}}');
    expect(body.meta.mode).toBe("static");
  });

  test.for(["code", "language", "mode", "options", "unknown"])(
    "is harmless with deep nesting in %s",
    async (name) => {
      const depth = 500_000;
      const answer = await send(
        `{"${name === "code" ? "code" : `code":"x = 1","${name}`}":${nested(depth)}}`,
      );
      expect(answer).toEqual(refusal(400, "bad_request"));
      expect(answer.body.message).toBe("The body is nested deeper than 64 levels.");
    },
  );

  test("may nest sixty-four levels, and contain any number of brackets in its texts", async () => {
    const inUnknown = (depth: number): string => `{"code":"x = 1","unknown":${nested(depth)}}`;
    expect((await send(inUnknown(63))).status).toBe(200);
    expect(await send(inUnknown(64))).toEqual(refusal(400, "bad_request"));
    const text = `# ${"[".repeat(1000)} ${"{".repeat(1000)}`;
    expect((await send(JSON.stringify({ code: text, "a\\": text, [`b"${text}`]: text }))).status).toBe(200);
  });

  test("may contain ten thousand values", async () => {
    const listed = (count: number): string => `{"code":"x = 1","unknown":[${"1,".repeat(count)}1]}`;
    expect((await send(listed(9000))).status).toBe(200);
    const answer = await send(listed(10_000));
    expect(answer).toEqual(refusal(400, "bad_request"));
    expect(answer.body.message).toBe("The body holds more than 10000 values.");
  });

  test("is harmless with deep nesting in an option", async () => {
    expect(await send(`{"code":"x","options":{"examples":${nested(500_000)}}}`)).toEqual(
      refusal(400, "bad_request"),
    );
  });
});

describe("special text is handled:", () => {
  test.for(["\\ud800", "\\udc00", "\\udc00\\ud800", "a\\ud83d", "\\ude00b"])(
    "a lone surrogate in %s is refused",
    async (surrogate) => {
      const code = await send(`{"code":"x = '${surrogate}'"}`);
      expect([code.status, code.body.fields?.[0].loc]).toEqual([400, ["code"]]);
      for (const name of ["transpile_to", "expected_output", "examples"]) {
        const option = await send(`{"code":"x = 1","options":{"${name}":"${surrogate}"}}`);
        expect([option.status, option.body.fields?.[0].loc]).toEqual([400, ["options", name]]);
      }
    },
  );

  test("a surrogate pair, a NUL and a byte order mark are accepted", async () => {
    for (const text of ["'\\ud83d\\ude00'", "'\\u0000'", "\\ufeffx = 1"]) {
      expect((await send(`{"code":"${text}"}`)).status).toBe(200);
    }
  });
});

describe("languages and limits are checked:", () => {
  test.for(["javascript", "typescript", "html", "sql", "solidity", "other"])(
    "%s is recognised and not supported",
    async (language) => {
      expect(await send(JSON.stringify({ code: "x", language }))).toEqual(
        refusal(400, "unsupported_language"),
      );
    },
  );

  test("timeout_s above what the deployment allows is refused with the limit", async () => {
    await using capped = await services.open({ env: { MAX_TIMEOUT_S: "5" } });
    const own = await capped.createKey();
    const refused = await capped.validate(own, { code: "x = 1", options: { timeout_s: 5.1 } });
    expect([refused.status, refused.body.fields[0]]).toEqual([
      400,
      expect.objectContaining({
        loc: ["options", "timeout_s"],
        input: 5.1,
        msg: expect.stringContaining("5"),
      }),
    ]);
    expect((await capped.validate(own, { code: "x = 1", options: { timeout_s: 5 } })).status).toBe(200);
  });

  test("a code of 200,001 code points is too large", async () => {
    const { status, error, body } = await send(JSON.stringify({ code: "#".repeat(200_001) }));
    expect([status, error, body.limit, body.remedy.action]).toEqual([413, "too_large", 200_000, "shorten"]);
  });

  test("a code of 200,000 code points is accepted, whichever they are", async () => {
    for (const character of ["#", "😀"]) {
      const code = `#${character.repeat(199_999)}`;
      expect((await send(JSON.stringify({ code }))).status).toBe(200);
    }
  });

  test("the longest legal body is accepted in its longest spelling", async () => {
    const body = `{"code":"\\u0023${"\\ud83d\\ude00".repeat(199_999)}"}`;
    expect((await send(body)).status).toBe(200);
    expect(await send(body.replace("\\u0023", "\\u0023\\ud83d\\ude00"))).toEqual(refusal(413, "too_large"));
  });

  test("options may be as long as code", async () => {
    for (const name of ["examples", "expected_output", "transpile_to"]) {
      const { status, body } = await send(
        JSON.stringify({ code: "x", options: { [name]: "#".repeat(1_000_001) } }),
      );
      expect([status, body.error, body.limit]).toEqual([413, "too_large", 1_000_000]);
      expect(body.message).toContain(name);
    }
  });

  test("a deployment may accept less", async () => {
    await using small = await services.open({ env: { MAX_CODE_LENGTH: "10" } });
    const own = await small.createKey();
    expect((await small.validate(own, { code: "x = 123456" })).status).toBe(200);
    const { status, body } = await small.validate(own, { code: "x = 1234567" });
    expect([status, body.limit]).toEqual([413, 10]);
  });
});

describe("the size of a body is limited:", () => {
  test("ten megabytes are refused with the limit", async () => {
    const { status, body } = await send(`{"code":"${"x".repeat(10_000_000)}"}`);
    expect([status, body.error, body.limit]).toEqual([413, "too_large", 200_000 * 12 + 1_048_576]);
  });

  test("a compressed bomb is refused by its inflated size", async () => {
    const bomb = gzipSync(Buffer.alloc(150_000_000, " "));
    const before = process.memoryUsage.rss();
    expect(await send(Uint8Array.from(bomb), { "content-encoding": "gzip" })).toEqual(
      refusal(413, "too_large"),
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });

  test("a body compressed below a sixty-fourth is refused before it is read", async () => {
    const text = JSON.stringify({ code: `# ${" ".repeat(150_000)}` });
    expect((await send(text)).status).toBe(200);
    const packed = Uint8Array.from(gzipSync(text));
    expect(text.length / packed.length).toBeGreaterThan(64);
    const answer = await send(packed, { "content-encoding": "gzip" });
    expect(answer).toEqual(refusal(400, "bad_request"));
    expect(answer.body.message).toContain("send it uncompressed");
  });

  test("bodies in memory count against a budget, and callers beyond it must retry", async () => {
    await using crowded = await services.open();
    const { bodies } = crowded.parts;
    const own = { host: "127.0.0.1", "content-type": "application/json", "content-length": "2000000" };
    const head = requestText("POST /mcp", own);
    const sockets = await Promise.all(Array.from({ length: 70 }, async () => openSocket(crowded.url)));
    for (const socket of sockets) socket.on("error", () => undefined).write(head + " ".repeat(1_900_000));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await until(() => bodies.total() === 70 * 1_900_000, 20_000);
    const refused = await crowded.send("/mcp", { body: `"${"x".repeat(1_500_000)}"` });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { data: { error: "busy" } } });
    expect((await crowded.send("/healthz")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(() => bodies.total() === 0, 20_000);
  });

  test("an address that accepts no code accepts small bodies only", async () => {
    for (const path of ["/v1/keys", "/v1/keys/checkout", "/oauth/register"]) {
      const response = await service.send(path, { body: `{"note":"${"x".repeat(65_536)}"}` });
      expect([path, response.status]).toEqual([path, 413]);
      await response.arrayBuffer();
    }
  });

  test("a compressed body of the right size is read", async () => {
    const body = Uint8Array.from(gzipSync('{"code":"x = 1"}'));
    expect((await send(body, { "content-encoding": "gzip" })).status).toBe(200);
  });

  test.for<[string, number, string]>([
    ["gzip", 400, "bad_request"],
    ["br", 400, "bad_request"],
    ["snappy", 415, "unsupported_media_type"],
  ])("a body that is not %s but claims to be is refused", async ([encoding, status, error]) => {
    expect(await send('{"code":"x = 1"}', { "content-encoding": encoding })).toEqual(refusal(status, error));
  });

  test("ten megabytes without a key are refused, and the connection stays usable", async () => {
    for (let n = 0; n < 3; n += 1) {
      const response = await service.send("/v1/validate", { body: "x".repeat(10_000_000) });
      expect([response.status, ((await response.json()) as any).error]).toEqual([401, "unauthorized"]);
    }
  });

  test("ten megabytes to an address that accepts no body still get an answer", async () => {
    const body = "x".repeat(10_000_000);
    expect((await service.send("/v1/nowhere", { body })).status).toBe(404);
    expect((await service.send("/v1/info", { body })).status).toBe(405);
    expect((await service.send("/v1/keys/self", { method: "DELETE", body })).status).toBe(401);
  });
});

describe("the content type", () => {
  test.for([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "Application/JSON",
    "application/vnd.assay+json",
  ])("%s is read", async (type) => {
    expect((await send('{"code":"x = 1"}', { "content-type": type })).status).toBe(200);
  });

  test.for([
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "application/jsonp",
    "application/json, text/plain",
    "json",
  ])("%s is refused", async (type) => {
    const answer = await send('{"code":"x = 1"}', { "content-type": type });
    expect(answer).toEqual(refusal(415, "unsupported_media_type"));
    expect(answer.body.remedy.action).toBe("fix_request");
  });

  test("may not be missing", async () => {
    const response = await fetch(`${service.url}/v1/validate`, {
      method: "POST",
      headers: { "x-api-key": key },
      body: new Blob(['{"code":"x = 1"}']),
    });
    expect(response.status).toBe(415);
  });
});

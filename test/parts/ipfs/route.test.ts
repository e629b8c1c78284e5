import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestIpfs, plenty, type TestIpfs } from "../../support/ipfs-node.ts";
import { startIpfsStandIn } from "../../support/ipfs-stand-in.ts";
import { requestText, sendRaw } from "../../support/raw-http.ts";
import type { TestService } from "../../support/service.ts";
import { openTestServices, type TestServices } from "../../support/services.ts";
import { helloDirectory, helloFile } from "./suite.ts";

let services: TestServices;
let service: TestService;
let node: TestIpfs;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open();
  // The agent's node, on the folder that the service reads.
  node = await openTestIpfs({ dataDir: service.parts.config.DATA_DIR });
  await node.publishFile(Buffer.from("hello"), plenty().signal);
  await node.publishDirectory({ "42": Buffer.from("hello") }, plenty().signal);
});
afterAll(async () => {
  for (const opened of [node, service, services]) await opened?.[Symbol.asyncDispose]();
});

describe("GET /ipfs/{cid}", () => {
  test("returns a stored file, cached permanently and never executable", async () => {
    const response = await service.send(`/ipfs/${helloFile.cid}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("hello");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "cache-control": "public, max-age=29029000, immutable",
      etag: `"${helloFile.cid}"`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
  });

  test("returns 304 to a reader that has it", async () => {
    const head = requestText(`GET /ipfs/${helloFile.cid}`, { "if-none-match": `"${helloFile.cid}"` });
    const again = await sendRaw(service.url, head);
    expect([again?.status, again?.body]).toEqual([304, ""]);
  });

  test("returns a file in a directory by its name, under every spelling of the address", async () => {
    for (const cid of [helloDirectory.cid, `f01701220${helloDirectory.digest.slice(2)}`]) {
      const response = await service.send(`/ipfs/${cid}/42`);
      expect([await response.text(), response.headers.get("etag")]).toEqual(["hello", `"${cid}/42"`]);
    }
  });

  test("returns the names in a directory", async () => {
    expect(await (await service.send(`/ipfs/${helloDirectory.cid}`)).json()).toEqual({ names: ["42"] });
  });

  test.for([
    ['{ "requestId": 79228162514264337593543950336 }', "application/json; charset=utf-8"],
    ["{", "application/octet-stream"],
    ["<html><script>alert(1)</script>", "application/octet-stream"],
  ] as const)("returns %j as %s", async ([text, type]) => {
    const { cid } = await node.publishFile(Buffer.from(text), plenty().signal);
    const response = await service.send(`/ipfs/${cid}`);
    expect([await response.text(), response.headers.get("content-type")]).toEqual([text, type]);
  });

  test.for([
    `f01701220${"ab".repeat(32)}`,
    "hello",
    "..%2f..%2fpeer-key",
    `${helloDirectory.cid}/43`,
    `${helloDirectory.cid}/..%2f..%2fpeer-key`,
    `${helloDirectory.cid}/%00`,
    `${helloFile.cid}/42`,
    `${helloFile.cid}/`,
    "",
  ])("finds nothing at /ipfs/%s", async (path) => {
    const response = await service.send(`/ipfs/${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "not_found" });
    expect(response.headers.get("cache-control")).toBeNull();
  });

  test("refuses content that is too long", async () => {
    const { cid } = await node.publishFile(Buffer.alloc(16 * 1024 * 1024 + 1), plenty().signal);
    const response = await service.send(`/ipfs/${cid}`);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: "too_large", limit: 16 * 1024 * 1024 });
  });

  test("does not report missing content when the node is unavailable", async () => {
    await using kubo = await startIpfsStandIn();
    await using other = await services.open({ env: { IPFS_API_URL: kubo.apiUrl } });
    expect((await other.send(`/ipfs/${helloFile.cid}`)).status).toBe(404);
    kubo.fail({ status: 503 });
    const response = await other.send(`/ipfs/${helloFile.cid}`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: "store_unavailable", remedy: { action: "retry" } });
  });
});

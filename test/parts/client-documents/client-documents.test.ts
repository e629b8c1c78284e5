import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openClientDocuments } from "../../../parts/client-documents/open-client-documents.ts";
import { siteOf } from "../../../parts/client-documents/site.ts";
import { isPublicAddress } from "../../../parts/client-documents/public-address.ts";
import type { Limits } from "../../../parts/limits/limits.ts";
import { startHttpsSite, type HttpsSite } from "../../support/https-site.ts";
import { openTestLimits } from "../../support/limits.ts";
import { manualClock } from "../../support/manual-clock.ts";

const isOnThisMachine = (address: string) => address === "127.0.0.1" || address === "::1";

const json: RequestListener = (request, response) =>
  void response.setHeader("content-type", "application/json").end(JSON.stringify({ at: request.url }));

async function open(
  answer: RequestListener = json,
  settings: { limitMs?: number; limits?: Pick<Limits, "count"> } = {},
) {
  const site = await startHttpsSite(answer);
  onTestFinished(async () => site[Symbol.asyncDispose]());
  const clock = manualClock();
  const limits = await openTestLimits({ clock });
  const around = { clock, limits };
  const documents = openClientDocuments({ ...around, isAllowed: isOnThisMachine, ca: site.ca, ...settings });
  return { site, clock, around, documents };
}

const at = ({ url }: HttpsSite, path = "/app.json") => new URL(path, url);

describe("a document", () => {
  test("is fetched once and cached for ten minutes", async () => {
    const { site, clock, documents } = await open();
    for (let n = 0; n < 3; n += 1)
      expect(await documents.read(at(site), "somebody")).toEqual({ at: "/app.json" });
    await clock.advance(10 * 60_000 - 1);
    await documents.read(at(site), "somebody");
    expect(site.asked).toHaveLength(1);
    await clock.advance(1);
    await documents.read(at(site), "somebody");
    expect(site.asked).toHaveLength(2);
  });

  test("is fetched once when twenty callers need it at once", async () => {
    const { site, documents } = await open();
    await Promise.all(Array.from({ length: 20 }, async () => documents.read(at(site), "somebody")));
    expect(site.asked).toHaveLength(1);
  });

  test("is dropped from the cache after five hundred newer ones", async () => {
    const { site, documents } = await open(json, {
      limits: { count: async () => ({ isTooMuch: false, undo: () => undefined }) },
    });
    for (let n = 0; n <= 500; n += 1) await documents.read(at(site, `/${n}`), "somebody");
    await documents.read(at(site, "/500"), "somebody");
    expect(site.asked).toHaveLength(501);
    await documents.read(at(site, "/0"), "somebody");
    expect(site.asked).toHaveLength(502);
  });

  test("is fetched again half a minute after it could not be read", async () => {
    const { site, clock, documents } = await open((_, response) => void response.writeHead(500).end());
    for (let n = 0; n < 3; n += 1)
      await expect(documents.read(at(site), "somebody")).rejects.toThrow("status 500");
    expect(site.asked).toHaveLength(1);
    await clock.advance(30_000);
    await expect(documents.read(at(site), "somebody")).rejects.toThrow("status 500");
    expect(site.asked).toHaveLength(2);
  });

  test.for<[string, RequestListener, string]>([
    [
      "is a redirect",
      (_, response) => void response.writeHead(302, { location: "/other" }).end(),
      "it was answered with status 302",
    ],
    [
      "is longer than 16 kB",
      (_, response) =>
        void response.setHeader("content-type", "application/json").end(JSON.stringify("x".repeat(16_384))),
      "it is longer than 16384 bytes",
    ],
    [
      "does not end",
      (_, response) => {
        response.setHeader("content-type", "application/json");
        const more = () => response.write("x".repeat(10_000), (error) => void (error ?? more()));
        more();
      },
      "it is longer than 16384 bytes",
    ],
    [
      "is a page",
      (_, response) => void response.setHeader("content-type", "text/html").end("{}"),
      "it is not JSON",
    ],
    [
      "is not quite JSON",
      (_, response) => void response.setHeader("content-type", "application/json").end("{"),
      "it is not JSON",
    ],
    [
      "breaks off",
      (_, response) => {
        response.setHeader("content-type", "application/json").write("{");
        response.socket!.destroy();
      },
      "it could not be reached",
    ],
  ])("is refused when it %s", async ([, answer, reason]) => {
    const { site, documents } = await open(answer);
    await expect(documents.read(at(site), "somebody")).rejects.toThrow(reason);
    expect(site.asked).toEqual(["/app.json"]);
  });

  test.for<[string, RequestListener]>([
    ["does not come", () => undefined],
    [
      "arrives byte by byte",
      (_, response) => void response.setHeader("content-type", "application/json").write(" "),
    ],
  ])("is not waited for when it %s", async ([, answer]) => {
    const { site, documents } = await open(answer, { limitMs: 200 });
    await expect(documents.read(at(site), "somebody")).rejects.toThrow("there was no answer in time");
  });

  test("is refused from a site without a valid certificate", async () => {
    const { site, around } = await open();
    const strict = openClientDocuments({ ...around, isAllowed: isOnThisMachine });
    await expect(strict.read(at(site), "somebody")).rejects.toThrow("it could not be reached");
    expect(site.asked).toEqual([]);
  });

  test("on this machine is refused by name and by address, unless a test allows it", async () => {
    const { site, around, documents } = await open();
    const usual = openClientDocuments({ ...around, ca: site.ca });
    for (const url of [at(site), new URL("/app.json", site.addressUrl)]) {
      await expect(usual.read(url, "somebody")).rejects.toThrow("its address is not a public one");
      expect(await documents.read(url, "somebody")).toEqual({ at: "/app.json" });
    }
    expect(site.asked).toHaveLength(2);
  });

  test("is fetched from the same address that was checked", async () => {
    const { site, around } = await open();
    const checked: string[] = [];
    const isAllowedOnce = (address: string) => {
      checked.push(address);
      return checked.filter((other) => other === address).length === 1;
    };
    const documents = openClientDocuments({ ...around, isAllowed: isAllowedOnce, ca: site.ca });
    expect(await documents.read(at(site), "somebody")).toEqual({ at: "/app.json" });
    expect(checked).toContain("127.0.0.1");
  });

  test("is fetched from one site thirty times a minute at most", async () => {
    const { site, clock, documents } = await open();
    for (let n = 0; n < 30; n += 1) await documents.read(at(site, `/${n}`), "somebody");
    await expect(documents.read(at(site, "/more"), "somebody")).rejects.toThrow("too many apps");
    await documents.read(new URL("/app.json", site.addressUrl), "somebody");
    // Refused documents push no cached ones out.
    await documents.read(at(site, "/0"), "somebody");
    expect(site.asked).toHaveLength(31);
    await clock.advance(60_000);
    await documents.read(at(site, "/more"), "somebody");
    expect(site.asked).toHaveLength(32);
  });

  test("delays only its own site when that is slow", async () => {
    const held: (() => void)[] = [];
    const { site, documents } = await open((request, response) => {
      if (request.url?.startsWith("/slow")) held.push(() => json(request, response));
      else json(request, response);
    });
    const slow = Array.from({ length: 8 }, async (_, n) =>
      documents.read(at(site, `/slow/${n}`), `asker ${n}`).catch(String),
    );
    await expect.poll(() => held.length).toBe(2);
    const good = new URL("/app.json", site.addressUrl);
    expect(await documents.read(good, "somebody")).toEqual({ at: "/app.json" });
    for (const release of held) release();
    const answers = await Promise.all(slow);
    expect(answers.filter((answer) => String(answer).includes("too many apps"))).toHaveLength(6);
    // Refused documents are not cached.
    expect(await documents.read(at(site, "/7"), "somebody")).toEqual({ at: "/7" });
  });

  test("is fetched for one caller from four sites at once", async () => {
    await using silent = await startSilentSite();
    const documents = openClientDocuments({
      clock: manualClock(),
      limits: await openTestLimits(),
      isAllowed: () => true,
      limitMs: 2000,
    });
    const ask = async (host: number, asker: string): Promise<string> =>
      documents.read(new URL(`https://127.0.0.${host}:${silent.port}/app.json`), asker).then(String, String);
    const four = [1, 2, 3, 4].map(async (host) => ask(host, "flood"));
    expect(await ask(5, "flood")).toContain("too many apps");
    expect(await Promise.all([...four, ask(6, "somebody")])).toEqual(
      Array.from({ length: 5 }, () => "Error: there was no answer in time"),
    );
  });
});

/** Accepts every connection and never answers. */
async function startSilentSite() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test.for<[string, string]>([
  ["a.example.com", "example.com"],
  ["b.a.example.com", "example.com"],
  ["example.com", "example.com"],
  ["shop.example.co.uk", "example.co.uk"],
  ["a.b.example.com.au", "example.com.au"],
  ["a.example.de", "example.de"],
  ["localhost", "localhost"],
  ["192.0.2.7", "192.0.2.7"],
  ["[2001:db8::1]", "[2001:db8::1]"],
])("the site of %s is %s", ([host, site]) => {
  expect(siteOf(host)).toBe(site);
});

test.for<[string, boolean]>([
  ["93.184.216.34", true],
  ["2606:2800:220:1:248:1893:25c8:1946", true],
  ["127.0.0.1", false],
  ["127.255.255.254", false],
  ["0.0.0.0", false],
  ["10.0.0.1", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["192.0.2.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:169.254.169.254", false],
  ["::127.0.0.1", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["2001:db8::1", false],
  ["localhost", false],
  ["", false],
])("%s is public: %s", ([address, isPublic]) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

import type { RequestListener } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { openClientDocuments } from "../../../../service/parts/client-documents/open.ts";
import { isPublicAddress } from "../../../../service/parts/client-documents/public-address.ts";
import { startHttpsSite, type HttpsSite } from "../../../support/https-site.ts";
import { manualClock } from "../../../support/manual-clock.ts";

const isOnThisMachine = (address: string) => address === "127.0.0.1" || address === "::1";

const json: RequestListener = (request, response) =>
  void response.setHeader("content-type", "application/json").end(JSON.stringify({ at: request.url }));

async function open(
  answer: RequestListener = json,
  settings: { limitMs?: number; mostAMinute?: number } = {},
) {
  const site = await startHttpsSite(answer);
  onTestFinished(async () => site[Symbol.asyncDispose]());
  const clock = manualClock();
  const documents = openClientDocuments({ clock, isAllowed: isOnThisMachine, ca: site.ca, ...settings });
  return { site, clock, documents };
}

const at = ({ url }: HttpsSite, path = "/app.json") => new URL(path, url);

describe("a document", () => {
  test("is read once and remembered for ten minutes", async () => {
    const { site, clock, documents } = await open();
    for (let n = 0; n < 3; n += 1) expect(await documents.read(at(site))).toEqual({ at: "/app.json" });
    await clock.advance(10 * 60_000 - 1);
    await documents.read(at(site));
    expect(site.asked).toHaveLength(1);
    await clock.advance(1);
    await documents.read(at(site));
    expect(site.asked).toHaveLength(2);
  });

  test("that twenty ask for at once is read once", async () => {
    const { site, documents } = await open();
    await Promise.all(Array.from({ length: 20 }, async () => documents.read(at(site))));
    expect(site.asked).toHaveLength(1);
  });

  test("is forgotten when five hundred others came after it", async () => {
    const { site, documents } = await open(json, { mostAMinute: 1000 });
    for (let n = 0; n <= 500; n += 1) await documents.read(at(site, `/${n}`));
    await documents.read(at(site, "/500"));
    expect(site.asked).toHaveLength(501);
    await documents.read(at(site, "/0"));
    expect(site.asked).toHaveLength(502);
  });

  test("that could not be read is asked for again half a minute later", async () => {
    const { site, clock, documents } = await open((_, response) => void response.writeHead(500).end());
    for (let n = 0; n < 3; n += 1) await expect(documents.read(at(site))).rejects.toThrow("status 500");
    expect(site.asked).toHaveLength(1);
    await clock.advance(30_000);
    await expect(documents.read(at(site))).rejects.toThrow("status 500");
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
  ])("that %s is refused", async ([, answer, reason]) => {
    const { site, documents } = await open(answer);
    await expect(documents.read(at(site))).rejects.toThrow(reason);
    expect(site.asked).toEqual(["/app.json"]);
  });

  test.for<[string, RequestListener]>([
    ["does not come", () => undefined],
    [
      "comes drop by drop",
      (_, response) => void response.setHeader("content-type", "application/json").write(" "),
    ],
  ])("that %s is not waited for", async ([, answer]) => {
    const { site, documents } = await open(answer, { limitMs: 200 });
    await expect(documents.read(at(site))).rejects.toThrow("there was no answer in time");
  });

  test("of a site that nobody vouches for is refused", async () => {
    const { site, clock } = await open();
    const strict = openClientDocuments({ clock, isAllowed: isOnThisMachine });
    await expect(strict.read(at(site))).rejects.toThrow("it could not be reached");
    expect(site.asked).toEqual([]);
  });

  test("on this machine is refused by name and by address, unless a test allows it", async () => {
    const { site, clock, documents } = await open();
    const usual = openClientDocuments({ clock, ca: site.ca });
    for (const url of [at(site), new URL("/app.json", site.addressUrl)]) {
      await expect(usual.read(url)).rejects.toThrow("its address is not a public one");
      expect(await documents.read(url)).toEqual({ at: "/app.json" });
    }
    expect(site.asked).toHaveLength(2);
  });

  test("comes from the very address that was found to be allowed", async () => {
    const { site, clock } = await open();
    const checked: string[] = [];
    const isAllowedOnce = (address: string) => {
      checked.push(address);
      return checked.filter((other) => other === address).length === 1;
    };
    const documents = openClientDocuments({ clock, isAllowed: isAllowedOnce, ca: site.ca });
    expect(await documents.read(at(site))).toEqual({ at: "/app.json" });
    expect(checked).toContain("127.0.0.1");
  });

  test("is asked of one site thirty times a minute at most", async () => {
    const { site, clock, documents } = await open();
    for (let n = 0; n < 30; n += 1) await documents.read(at(site, `/${n}`));
    await expect(documents.read(at(site, "/more"))).rejects.toThrow("too many apps");
    await documents.read(new URL("/app.json", site.addressUrl));
    await clock.advance(60_000);
    await documents.read(at(site, "/more"));
    expect(site.asked).toHaveLength(32);
  });

  test("is not looked for while eight others are", async () => {
    const held: (() => void)[] = [];
    const { site, documents } = await open((request, response) => {
      held.push(() => json(request, response));
    });
    const eight = Array.from({ length: 8 }, async (_, n) => documents.read(at(site, `/${n}`)));
    await expect(documents.read(at(site, "/ninth"))).rejects.toThrow("too many apps");
    await expect.poll(() => held.length).toBe(8);
    for (const release of held) release();
    await Promise.all(eight);
  });
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
])("whether %s is public is %s", ([address, isPublic]) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

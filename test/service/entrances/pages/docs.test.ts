import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultAddress, marksOf } from "../../../../scripts/site/deployment-marks.ts";
import { deploymentValues } from "../../../../service/entrances/pages/frame/deployment-values.ts";
import { readServedBlocks, toText } from "../../../support/served-blocks.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";

const baseUrl = "https://checks.example.org";
let services: TestServices;
let usual: TestService;
let other: TestService;
beforeAll(async () => {
  services = await openTestServices();
  usual = await services.open();
  other = await services.open({
    env: {
      BASE_URL: baseUrl,
      FREE_CALLS_PER_DAY: "77",
      X402_PAYEE: `0x${"11".repeat(20)}`,
      X402_NETWORK: "eip155:8453",
      X402_FACILITATOR_URL: "https://facilitator.example.net",
      X402_RPC_URL: "https://node.example.net",
      X402_PRICE_STATIC: "0.07",
    },
  });
});
afterAll(async () => {
  await usual[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

async function read(service: TestService, path: string): Promise<string> {
  const response = await service.send(path, { headers: { accept: "text/html" } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** Every page for people but those of one payment or request. */
async function everyPage(service: TestService): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const waiting = [
    "/",
    "/docs",
    "/docs/api",
    "/rules",
    "/pricing",
    "/keys",
    "/verify",
    "/marketplace",
    "/status",
  ];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const html = await read(service, path);
    pages.set(path, html);
    for (const [, link] of html.matchAll(/href="(\/(?:docs|rules)\/[^"#]+)/g)) waiting.push(link!);
  }
  return pages;
}

/** Addresses of others that examples name, and placeholders of programs that run elsewhere. */
const others = /^(?:github\.com|.*\.(?:github\.io|astral\.sh|readthedocs\.io)|modelcontextprotocol\.io|…)$/;

describe("served pages", () => {
  test("name the address of their deployment and no other", async () => {
    const pages = await everyPage(other);
    expect(pages.size).toBeGreaterThan(150);
    const wrong: string[] = [];
    for (const [path, html] of pages) {
      if (/127\.0\.0\.1:8402|\bhttps?:\/\/HOST\b|assay\.example/.test(html))
        wrong.push(`${path}: a placeholder`);
      // Rules and decisions show programs, which may ask anyone.
      if (/^\/(?:rules|docs\/decisions|docs\/changelog)/.test(path)) continue;
      for (const { texts } of readServedBlocks(html))
        for (const text of Object.values(texts))
          for (const [, host] of text.matchAll(/https?:\/\/([^/\s"'`)$]+)/g))
            if (host !== new URL(baseUrl).host && !others.test(host!)) wrong.push(`${path}: ${host}`);
    }
    expect(wrong).toEqual([]);
    expect(pages.get("/docs/start")).toContain(`${baseUrl}/v1/validate`);
  });

  test("name the prices and limits of their deployment", async () => {
    expect(toText(await read(other, "/docs/start"))).toContain("free, 77 a day");
    expect(toText(await read(other, "/docs/paying"))).toContain("A free key covers 77 static checks a day");
    expect(toText(await read(other, "/docs/x402"))).toContain("A call costs $0.07, $0.03 and $0.10");
    expect(await read(other, "/docs/paying")).not.toContain("{{");
  });

  test("show only the ways to pay that there are", async () => {
    const [there, elsewhere] = [await read(other, "/docs/paying"), await read(usual, "/docs/paying")];
    expect(there).toContain("Per request, without a key");
    expect(elsewhere).not.toContain("Per request, without a key");
    expect(there).not.toContain("/v1/keys/checkout");
    expect(elsewhere).toContain("sells no credits");
  });
});

describe("the pages of the repository", () => {
  const root = new URL("../../../../docs/", import.meta.url);
  const files = readdirSync(root).filter((name) => name.endsWith(".md"));

  test("say of a deployment what the default configuration says", () => {
    const values: Readonly<Record<string, string>> = deploymentValues(usual.parts);
    const marks = files.flatMap((name) => marksOf(readFileSync(new URL(name, root), "utf8")));
    expect(marks.length).toBeGreaterThan(10);
    expect(marks.filter(({ name, usual: said }) => values[name] !== said)).toEqual([]);
  });

  test("name one address, that of npm start", () => {
    const named = files.flatMap((name) =>
      Array.from(
        readFileSync(new URL(name, root), "utf8").matchAll(/https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/g),
        String,
      ),
    );
    expect(new Set(named)).toEqual(new Set([defaultAddress]));
  });
});

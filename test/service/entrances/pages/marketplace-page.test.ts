import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../../../support/service.ts";
import { openWarmService } from "../../../support/services.ts";

let service: TestService;
beforeAll(async () => {
  service = await openWarmService();
});
afterAll(async () => service[Symbol.asyncDispose]());

test("/marketplace is HTML that runs and styles only our own files", async () => {
  const response = await service.send("/marketplace");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const policy = response.headers.get("content-security-policy")!;
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-");
  expect(policy).not.toContain("unsafe");
  expect(response.headers.get("x-frame-options")).toBe("DENY");
  const html = await response.text();
  expect(html).toMatch(/^<!doctype html>/i);
  expect(html).not.toMatch(
    /\sstyle=|\son\w+=|<script(?![^>]*\s(?:src=|type="application\/json"))|(?:src|href)="(?:https?:)?\/\//i,
  );
});

test("every script of the page is served under a name that changes with it, and the page's folder serves none", async () => {
  const html = await (await service.send("/marketplace")).text();
  const scripts = Array.from(html.matchAll(/(?:src|href)="([^"]+\.js)"/g), ([, href = ""]) => href);
  expect(scripts.some((href) => href.includes("/marketplace-"))).toBe(true);
  for (const href of scripts) {
    expect(href).toMatch(/^\/assets\/[a-z]+-[A-Z0-9]{8}\.js$/);
    const { status, headers } = await service.send(href);
    expect([href, status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      href,
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
  }
  for (const name of ["home.html", "marketplace.js", "marketplace.html", "toString", "..%2Fserve.ts"])
    expect([name, (await service.send(`/marketplace/${name}`)).status]).toEqual([name, 404]);
});

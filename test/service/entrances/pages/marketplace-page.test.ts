import { readdirSync } from "node:fs";
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
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toContain("unsafe");
  expect(response.headers.get("x-frame-options")).toBe("DENY");
  const html = await response.text();
  expect(html).toMatch(/^<!doctype html>/i);
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|(?:src|href)="(?:https?:)?\/\//i);
});

test("every file of the page is served, and no other", async () => {
  const files = readdirSync("service/assets").filter((name) => /^marketplace.*\.(?:js|css)$/.test(name));
  expect(files).toContain("marketplace.js");
  for (const name of files) {
    const response = await service.send(`/marketplace/${name}`);
    const type = name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
    expect([name, response.status, response.headers.get("content-type")]).toEqual([name, 200, type]);
    expect((await response.text()).length).toBeGreaterThan(100);
  }
  for (const name of ["home.html", "docs.js", "marketplace.html", "toString", "..%2Fserve.ts"])
    expect([name, (await service.send(`/marketplace/${name}`)).status]).toEqual([name, 404]);
});

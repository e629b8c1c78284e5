import { readFileSync, statSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { openWarmService } from "../support/services.ts";
import { openCliStage, programs } from "./stage.ts";

let service: TestService;

beforeAll(async () => {
  service = await openWarmService({ env: { FREE_CALLS_PER_DAY: "2" } });
});
afterAll(async () => service[Symbol.asyncDispose]());

const { valid, warned, wrong } = programs;

/** A stage whose key is kept, and the key. */
async function signedIn(files: Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), "assay-home-"));
  const stage = openCliStage(files, home);
  const key = await service.createKey();
  const entered = await stage.assay(["login", "--url", service.url], { askSecret: async () => `${key}\n` });
  return { ...stage, home, key, entered };
}

describe("with a service", () => {
  test("login stores a key that only its owner can read, and credits prints its balance", async () => {
    const { assay, home, key, entered } = await signedIn({});
    const file = join(home, ".config", "assay", `${new URL(service.url).host.replace(":", "_")}.key`);
    expect(entered).toEqual({
      status: 0,
      out: "",
      err: `The key works (tier free) and is kept in ${file}.\n`,
    });
    expect(readFileSync(file, "utf8")).toBe(`${key}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { out } = await assay(["credits", "--url", service.url]);
    expect(out).toMatch(/^0 credits, 2 free checks left today \(more at .+\)\. Tier free: static\.\n$/);
  });

  test("login does not store a key that the service does not know", async () => {
    const { assay } = openCliStage();
    const answer = await assay(["login", "--url", service.url], { askSecret: async () => "nonsense" });
    expect(answer.status).toBe(2);
    expect((await assay(["credits", "--url", service.url])).err).toContain(`No key for ${service.url}.`);
  });

  test("check first prints the number of files and what the key covers", async () => {
    const { assay } = await signedIn({ "valid.py": valid, "wrong.py": wrong });
    const { status, out, err } = await assay(["check", "--url", service.url]);
    expect(err).toMatch(/^2 files to send to http.*; the key has 2 free checks left today/);
    expect(out).toContain("wrong.py:2:22 error mypy:operator");
    expect(status).toBe(1);
  });

  test("check sends nothing when the key does not cover every file, unless a part is requested", async () => {
    const { assay } = await signedIn({ "a.py": valid, "b.py": warned, "c.py": wrong });
    const refused = await assay(["check", "--url", service.url]);
    expect(refused).toMatchObject({ status: 2, out: "" });
    expect(refused.err).toContain("Not enough for 3 files, so nothing was sent.");
    expect((await assay(["credits", "--url", service.url])).out).toContain("2 free checks left");

    const part = await assay(["check", "--url", service.url, "--partial"]);
    expect(part.err).toContain("Only the first 2 will be sent; 1 file will not be checked.");
    expect(part.out).toContain("c.py not checked: not sent");
    expect(part.status).toBe(2);
  });

  test("fix needs credits, and reports the cost of each file", async () => {
    const { assay, key } = await signedIn({ "warned.py": warned });
    const free = await assay(["fix", "--url", service.url]);
    expect(free).toMatchObject({ status: 2, out: "" });
    expect(free.err).toContain("`repair` needs credits");
    await service.grant(key, 4);
    const paid = await assay(["fix", "--url", service.url]);
    expect(paid.err).toContain("the key has 4 credits (at most 4 for each file)");
    expect(paid.out).toContain("-import os");
  });

  test("an unreachable service is reported with its address", async () => {
    const { assay } = openCliStage({ "a.py": valid });
    const url = "http://127.0.0.1:9";
    const env = { HOME: "/nonexistent", ASSAY_API_KEY: "key" };
    const { status, err } = await assay(["check", "--url", url], { env });
    expect(err).toContain(`${url} cannot be reached`);
    expect(status).toBe(2);
  });
});

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fingerprintOf } from "../../service/caller/keys.ts";
import { startServiceProcess } from "../support/service-process.ts";

const marker = "marker_that_stands_in_for_a_secret_in_the_code";
const operator = "operator-secret-of-32-characters-or-more";

test("after a run, store, log and metrics contain fingerprints, and no key, code or address", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-secrets-"));
  await using _ = { [Symbol.asyncDispose]: async () => rm(folder, { recursive: true, force: true }) };
  await using service = await startServiceProcess({
    DATA_DIR: folder,
    LOG_LEVEL: "debug",
    SERVICE_KEY: operator,
    TRUST_PROXY: "1",
    TRIAL_CALLS_PER_DAY: "5",
  });
  const [key, revoked] = [await service.createKey(), await service.createKey()];
  const post = async (path: string, headers: Record<string, string>, body: string): Promise<number> => {
    const all = { "content-type": "application/json", "x-forwarded-for": "203.0.113.77", ...headers };
    return (await fetch(service.url + path, { method: "POST", headers: all, body })).status;
  };
  const clean = JSON.stringify({ code: `def f(${marker}: int) -> int:\n    return ${marker}\n` });
  const statuses = [
    await post("/v1/validate", { "x-api-key": key }, clean),
    await post("/v1/validate", { "x-api-key": revoked }, clean),
    await post("/v1/validate", { "x-api-key": operator }, clean),
    await post("/v1/validate", {}, clean),
    await post("/v1/validate", { "x-api-key": key }, clean.slice(0, -3)),
    await post("/v1/validate", { "x-api-key": key }, JSON.stringify({ code: "x", mode: marker })),
    await post("/v1/validate", { "x-api-key": `${key}x` }, clean),
    await post(`/v1/validate?api_key=${key}`, { "x-client": `${marker}\n`.trim() }, clean),
    await post(`/${marker}`, { "x-api-key": key }, clean),
    await post("/v1/keys", {}, JSON.stringify({ note: "secrets test" })),
  ];
  expect(statuses).toEqual([200, 200, 200, 200, 400, 400, 401, 200, 404, 201]);
  await fetch(`${service.url}/v1/keys/self`, { method: "DELETE", headers: { "x-api-key": revoked } });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const stats = await (await fetch(`${service.url}/v1/stats`)).text();
  // Killed, so that the write-ahead log still exists and is searched too.
  service.kill("SIGKILL");
  await service.ended;

  const places: Record<string, string> = { metrics, stats, log: service.log() };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile()))
    places[name] = await readFile(join(parentPath, name), "latin1");
  expect(Object.keys(places)).toContain("assay.sqlite");
  for (const secret of [key, revoked, operator, marker, "203.0.113.77"]) {
    expect(Object.keys(places).filter((name) => places[name]!.includes(secret))).toEqual([]);
  }
  const stored = Object.values(places).join("");
  for (const known of [key, revoked]) expect(stored).toContain(fingerprintOf(known));
  expect(stored).toContain("secrets test");
});

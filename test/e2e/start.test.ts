import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { until } from "../support/until.ts";

test("npm start hands out a demo key with credits, whatever was minted before, and stops when told to", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-start-"));
  await using _ = { [Symbol.asyncDispose]: async () => rm(folder, { recursive: true, force: true }) };
  const child = spawn(process.execPath, ["--liftoff-only", "scripts/start.ts"], {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      DATA_DIR: folder,
      SANDBOX: "off",
      KEYS_PER_ADDRESS_PER_DAY: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const errors = text(child.stderr);
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk));
  await Promise.race([until(() => said.includes("Stop with Ctrl-C"), 30_000), ended]);

  const [url = "", key = ""] = [/http:\S+/.exec(said)?.[0], /asy_\w{40}/.exec(said)?.[0]];
  const self = await fetch(`${url}/v1/keys/self`, { headers: { "x-api-key": key } });
  expect(await self.json()).toMatchObject({ tier: "paid", credits: 1000 });
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(await errors).toBe("");
});

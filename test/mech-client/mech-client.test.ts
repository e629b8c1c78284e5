import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { modes } from "../../engine/job.ts";
import { toolNames } from "../../agent/verdicts/tools.ts";
import { register } from "../../scripts/register/register.ts";
import { toolOf } from "../../service/marketplace/ask/choices.ts";
import { mechClient, writeCommands } from "../../service/marketplace/ask/commands.ts";
import { useScene } from "../agent/scene.ts";
import type { TestAgent } from "../support/agent.ts";
import { openMechClient, type MechClient, type Told } from "./client.ts";
import { gatewayUrl, startGatewayProxy, type GatewayProxy } from "./gateway.ts";

const rateWei = 10n ** 16n;

/** The client has these built in for Gnosis, and accepts no others. */
const gnosis = {
  chainId: 100,
  rateWei,
  marketplace: {
    metadataBaseUri: gatewayUrl,
    places: {
      marketplace: "0x735FAAb1c4Ec41128c367AFb5c3baC73509f70bB",
      tracker: "0x21cE6799A22A3Da84B7c44a814a9c79ab1d2A50D",
      metadata: "0x0598081D48FB80B0A7E52FAD2905AE9beCd6fC69",
    },
  },
} as const;
const scene = useScene(gnosis);
const { chain } = scene;

let gateway: GatewayProxy;
let client: MechClient;
beforeAll(async () => {
  await using opening = new AsyncDisposableStack();
  gateway = opening.use(await startGatewayProxy(scene.ipfs.gatewayUrl));
  const surroundings = { rpcUrl: chain.url, gateway, account: chain.users[0]! };
  client = opening.use(await openMechClient(surroundings));
  const opened = opening.move();
  return async () => opened.disposeAsync();
});

/** The port is chosen when the agent starts, and what is published names it. */
let agent: TestAgent;
beforeEach(async () => {
  agent = await scene.openAgent({ SIGNED_REQUESTS: "on" });
  const said: string[] = [];
  const code = await register(["--tools"], {
    env: {
      ...chain.env,
      IPFS_API_URL: scene.ipfs.apiUrl,
      BASE_URL: "https://assay.example",
      SIGNED_REQUESTS: "on",
      PUBLIC_AGENT_URL: agent.url,
      TERMS_URL: "https://assay.example/terms",
    },
    say: (text) => void said.push(text),
    complain: (text) => void said.push(text),
  });
  if (code !== 0) throw new Error(said.join("\n"));
  return async () => agent[Symbol.asyncDispose]();
});

function succeeded({ code, text }: Told): string {
  if (code !== 0) throw new Error(`It ended with ${code}:\n${text}`);
  return text;
}

const toolId = (name: string): string => `${chain.serviceId}-${name}`;

describe("the tools", () => {
  test("are listed", async () => {
    const text = succeeded(await client.run("tool", "list", String(chain.serviceId)));
    for (const name of toolNames) expect(text).toContain(toolId(name));
  });

  test("are described", async () => {
    const text = succeeded(await client.run("tool", "describe", toolId("python_code_repair")));
    expect(text).toContain("returns a corrected source");
  });

  test("are shown with their input and output", async () => {
    const text = succeeded(await client.run("tool", "schema", toolId("python_code_execute")));
    const [input, output] = text.split("Output Schema:");
    for (const field of ["prompt", "examples", "expected_output", "timeout_s"])
      expect(input).toMatch(new RegExp(`^\\| ${field} +\\| [A-Z"]`, "m"));
    for (const [field, type] of Object.entries({ requestId: "integer", result: "string", prompt: "string" }))
      expect(output).toMatch(new RegExp(`^\\| ${field} +\\| ${type} +\\| \\w`, "m"));
  });
});

async function ask(...more: readonly string[]): Promise<Told> {
  const what = ["--prompts", "x = 1\n", "--tools", "python_code_validator"];
  const whom = ["--priority-mech", chain.mech.address, "--timeout", "120"];
  return client.run("request", ...what, ...whom, ...more);
}

describe("a request on chain", () => {
  test("is sent, paid, delivered and read by the client", async () => {
    const text = succeeded(await ask("--extra-attribute", "strict=true"));
    expect(text).toContain("https://assay.example/terms");
    expect(text).toMatch(/Request [0-9a-f]{64}: \{[^]*"valid": true/);
    expect(scene.service.asked.at(-1)?.body).toMatchObject({ code: "x = 1\n", options: { strict: true } });
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
  });
});

describe("the command that the marketplace page shows", () => {
  test.for(modes)("asks in mode %s as it is pasted, and prints the verdict", async (mode) => {
    const asking = {
      chainId: gnosis.chainId,
      marketplace: gnosis.marketplace.places.marketplace,
      mode,
      tool: toolOf[mode],
      mech: chain.mech.address,
      rateWei: String(rateWei),
    } as const;
    const { text, before } = writeCommands(asking).find(({ name }) => name === "Terminal")!;
    expect(before).toContain(mechClient);
    expect(readFileSync("scripts/setup/mech-client-requirements.txt", "utf8").replaceAll("_", "-")).toContain(
      mechClient,
    );
    expect(succeeded(await client.paste(text))).toMatch(/Request [0-9a-f]{64}: \{[^]*"valid": /);
    const { body } = scene.service.asked.at(-1)!;
    expect(body).toMatchObject({ mode, code: expect.stringContaining("def double(n") });
  });
});

describe("a request off chain", () => {
  test("is refused when it is not paid, with how to pay", async () => {
    const { code, text } = await ask("--use-offchain", "true");
    expect(code).not.toBe(0);
    expect(text).toContain(
      `need ${rateWei} (current balance 0) deposited to ${gnosis.marketplace.places.tracker}`,
    );
  });

  test("is sent, paid, settled and read by the client, and published nowhere", async () => {
    const asked = gateway.asked.length;
    const pinned = scene.ipfs.pins.size;
    const text = succeeded(await ask("--use-offchain", "true", "--auto-deposit"));
    expect(text).toMatch(/Request [0-9a-f]{64}: \{[^]*"valid": true/);
    const id = `0x${/Request ([0-9a-f]{64}):/.exec(text)![1]}` as const;
    const { request } = await agent.reaches(id, "settled");
    expect(request.verdictCid).toMatch(/^baf|^f0170/);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
    // Only the tool list is read from the gateway.
    expect(gateway.asked.slice(asked).filter((path) => path.includes(request.digest!.slice(2)))).toEqual([]);
    expect(scene.ipfs.pins.size).toBe(pinned);
  });

  test("is paid from an earlier deposit of the client", async () => {
    succeeded(await client.run("deposit", "native", String(rateWei * 2n)));
    expect(await chain.tracker.read.mapRequesterBalances([chain.users[0]!.address])).toBe(rateWei * 2n);
    expect(succeeded(await ask("--use-offchain", "true"))).toContain('"valid": true');
    expect(await chain.tracker.read.mapRequesterBalances([chain.users[0]!.address])).toBe(rateWei);
  });
});

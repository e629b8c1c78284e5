import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAgentConfig } from "../../agent/config.ts";
import { toolNames } from "../../agent/verdicts/tools.ts";

const mech = "0x00000000000000000000000000000000000000aB";
const other = "0x00000000000000000000000000000000000000Cd";
const key = "ab".repeat(32);
const required = {
  CHAIN_RPC_URL: "http://127.0.0.1:8545",
  MARKETPLACE: "0x00000000000000000000000000000000000000Ef",
  MECH: mech,
  AGENT_PRIVATE_KEY: `0x${key}`,
};

function problemsOf(env: Record<string, string>): string {
  try {
    readAgentConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The configuration was taken.");
}

test("a marketplace, a mech, a node and a key are enough", () => {
  const config = readAgentConfig(required);
  expect(config.MECH).toEqual([{ address: mech.toLowerCase(), tools: toolNames }]);
  expect(config.MARKETPLACE).toBe(required.MARKETPLACE.toLowerCase());
  expect(config.privateKey).toBe(`0x${key}`);
  expect(config).toMatchObject({
    STEP_IN: "off",
    SIGNED_REQUESTS: "off",
    HOST: "127.0.0.1",
    AGENT_CONFIRMATIONS: 1,
  });
});

test("several mechs each have their tools", () => {
  const { MECH } = readAgentConfig({
    ...required,
    MECH: `${mech}=python_code_validator + python_code_repair, ${other}=python_code_execute`,
  });
  expect(MECH).toEqual([
    { address: mech.toLowerCase(), tools: ["python_code_validator", "python_code_repair"] },
    { address: other.toLowerCase(), tools: ["python_code_execute"] },
  ]);
});

test("an extra comma in MECH is ignored", () => {
  const { MECH, IPFS_GATEWAY_URL } = readAgentConfig({
    ...required,
    MECH: `${mech}, ${other},`,
    IPFS_GATEWAY_URL: "http://one.example/, http://two.example,",
  });
  expect(MECH.map(({ address }) => address)).toEqual([mech.toLowerCase(), other.toLowerCase()]);
  expect(IPFS_GATEWAY_URL).toEqual(["http://one.example", "http://two.example"]);
});

test.each([
  ["0x12", /MECH/],
  [`${mech}=`, /tool\+tool/],
  [`${mech}=python`, /python_code_validator, python_code_repair, python_code_execute/],
  [`${mech}=python_code_validator=python_code_repair`, /MECH/],
  [",", /MECH/],
  [`${mech},${mech.toLowerCase()}=python_code_execute`, /twice/],
])("MECH must not be %j", (MECH, words) => {
  expect(problemsOf({ ...required, MECH })).toMatch(words);
});

test("VALIDATION_ALLOW names owners, agents or everybody", () => {
  const { VALIDATION_ALLOW } = readAgentConfig({ ...required, VALIDATION_ALLOW: `${mech}, 22,0` });
  expect(VALIDATION_ALLOW).toEqual([mech.toLowerCase(), "22", "0"]);
  expect(readAgentConfig({ ...required, VALIDATION_ALLOW: "*" }).VALIDATION_ALLOW).toEqual(["*"]);
  expect(readAgentConfig(required).VALIDATION_ALLOW).toEqual([]);
  for (const wrong of ["everybody", "0x12", "-1", "07"])
    expect(problemsOf({ ...required, VALIDATION_ALLOW: wrong })).toMatch(
      /an owner's address, an agent's id, or \*/,
    );
});

test("the key may be in a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-key-"));
  try {
    const path = join(folder, "key");
    await writeFile(path, `${key}\n`);
    const { AGENT_PRIVATE_KEY: _, ...env } = required;
    expect(readAgentConfig({ ...env, AGENT_PRIVATE_KEY_FILE: path }).privateKey).toBe(`0x${key}`);
    await writeFile(path, "no key");
    const problems = problemsOf({ ...env, AGENT_PRIVATE_KEY_FILE: path });
    expect(problems).toContain("AGENT_PRIVATE_KEY_FILE");
    expect(problems).not.toContain("no key");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a key file that does not exist is named in the error", () => {
  const { AGENT_PRIVATE_KEY: _, ...env } = required;
  expect(problemsOf({ ...env, AGENT_PRIVATE_KEY_FILE: "/nowhere/key" })).toMatch(
    /\/nowhere\/key cannot be read\n.*AGENT_PRIVATE_KEY_FILE/,
  );
});

test("the error for a missing key names both ways to set one", () => {
  const { AGENT_PRIVATE_KEY: _, ...env } = required;
  expect(problemsOf(env)).toMatch(/AGENT_PRIVATE_KEY_FILE.*\n.*at AGENT_PRIVATE_KEY\n/);
});

test.each(["https://agent.example", "http://127.0.0.1:8403", "https://agent.example/mech/"])(
  "PUBLIC_AGENT_URL may be %j, and ends without a slash",
  (url) => {
    const { PUBLIC_AGENT_URL } = readAgentConfig({ ...required, PUBLIC_AGENT_URL: url });
    expect(PUBLIC_AGENT_URL).toBe(url.replace(/\/$/, ""));
  },
);

test.each([
  "agent.example",
  "ftp://agent.example",
  "https://",
  "https://agent.example?key=1",
  "https://agent.example/#here",
  "https://user:word@agent.example",
])("PUBLIC_AGENT_URL must not be %j", (PUBLIC_AGENT_URL) => {
  expect(problemsOf({ ...required, PUBLIC_AGENT_URL })).toMatch(
    /http or https address.*\n.*PUBLIC_AGENT_URL/,
  );
});

test("an invalid key is not repeated in the error", () => {
  const problems = problemsOf({ ...required, AGENT_PRIVATE_KEY: `${key}cd` });
  expect(problems).toContain("AGENT_PRIVATE_KEY");
  expect(problems).not.toContain(key);
});

test("all problems are reported at once, including the missing key", () => {
  const problems = problemsOf({
    CHAIN_RPC_URL: "node",
    MECH: "0x",
    SERVICE_KEY: "short",
    COLLECT_ABOVE_WEI: "-1",
    AGENT_START_BLOCK: "latest",
    STEP_IN: "yes",
    AGENT_PORT: "70000",
  });
  const named = [
    "CHAIN_RPC_URL",
    "MARKETPLACE",
    "MECH",
    "SERVICE_KEY",
    "COLLECT_ABOVE_WEI",
    "AGENT_START_BLOCK",
  ];
  for (const name of [...named, "STEP_IN", "AGENT_PORT", "AGENT_PRIVATE_KEY", "deploy/agent.example.env"])
    expect(problems).toContain(name);
  expect(problems).not.toMatch(/whole number of wei.*\n.*AGENT_START_BLOCK/);
});

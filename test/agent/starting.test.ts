import { encodeAbiParameters, parseEventLogs, type Address } from "viem";
import { expect, test } from "vitest";
import { mined } from "../../scripts/chain/deployer.ts";
import { createSafe } from "../../scripts/chain/safe.ts";
import { rememberingLog } from "./remembering-log.ts";
import { useScene } from "./scene.ts";

const scene = useScene();
const { chain } = scene;
const stranger = "0x00000000000000000000000000000000000000ab";

async function refusalOf(env: Readonly<Record<string, string>>): Promise<string> {
  return scene.openAgent(env).then(
    async (agent) => {
      await agent[Symbol.asyncDispose]();
      throw new Error("It started.");
    },
    (error: Error) => error.message,
  );
}

/** A mech whose operator is any contract or account. */
async function mechOperatedBy(operator: Address): Promise<Address> {
  const { registry, marketplace, factory, clients, agent: owner } = chain;
  await mined(clients, registry.write.create([owner.address]));
  const serviceId = await registry.read.totalSupply();
  await mined(clients, registry.write.deploy([serviceId, operator], { account: owner }));
  const payload = encodeAbiParameters([{ type: "uint256" }], [1n]);
  const { logs } = await mined(
    clients,
    marketplace.write.create([serviceId, factory.address, payload], { account: owner }),
  );
  return parseEventLogs({ abi: marketplace.abi, logs, eventName: "CreateMech" })[0]!.args.mech;
}

test("a node of another chain is refused, and the error names it", async () => {
  expect(await refusalOf({ CHAIN_ID: "100" })).toMatch(/CHAIN_ID is 100.*serves chain 31337/);
});

test.each([
  ["an unused address", () => stranger],
  ["another contract", () => chain.tracker.address],
])("a MARKETPLACE that is %s is refused, and the error names it", async (_, address) => {
  expect(await refusalOf({ MARKETPLACE: address() })).toMatch(
    /^MARKETPLACE 0x\w{40} is not a mech marketplace on chain 31337\./,
  );
});

test.each([
  ["an unused address", () => stranger],
  ["another contract", () => chain.tracker.address],
])("a MECH that is %s is refused, and the error names it", async (_, address) => {
  expect(await refusalOf({ MECH: address() })).toMatch(/^MECH 0x\w{40} .*mech on this chain/);
});

test("a mech of another marketplace is refused, and the error names it", async () => {
  const other = await chain.deployMarketplace();
  const { mech } = await chain.createMech({ owner: chain.agent }, other);
  expect(await refusalOf({ MECH: mech.address })).toMatch(
    /belongs to marketplace 0x\w{40}, not to MARKETPLACE/,
  );
});

test("one bad mech among several is refused, and the error names it", async () => {
  expect(await refusalOf({ MECH: `${chain.mech.address},${stranger}` })).toMatch(/^MECH 0x0{38}AB /);
});

test("a key that is not the operator's is refused with both addresses", async () => {
  const refusal = await refusalOf({ AGENT_PRIVATE_KEY: chain.users[0]!.privateKey });
  expect(refusal).toContain(chain.agent.address);
  expect(refusal).toContain(chain.users[0]!.address);
  expect(refusal).not.toContain(chain.users[0]!.privateKey.slice(2));
  expect(refusal).not.toMatch(/contract|Safe/);
});

test("a Safe that the key does not own is refused", async () => {
  const { mech } = await chain.createMech({ owner: chain.users[1]!, safe: true });
  expect(await refusalOf({ MECH: mech.address })).toMatch(/not an owner of this Safe/);
});

test("a Safe that needs more than one signature is refused", async () => {
  const safe = await createSafe(chain.clients, [chain.agent.address, chain.users[1]!.address], {
    threshold: 2n,
  });
  expect(await refusalOf({ MECH: await mechOperatedBy(safe.address) })).toMatch(/wants 2 signatures/);
});

test("an operator contract that is not a Safe is refused", async () => {
  expect(await refusalOf({ MECH: await mechOperatedBy(chain.tracker.address) })).toMatch(/but no Safe/);
});

test("a port that is in use stops the start", async () => {
  await using first = await scene.openAgent();
  expect(await refusalOf({ AGENT_PORT: new URL(first.url).port })).toMatch(
    /^Port \d+ of 127\.0\.0\.1 is in use .* AGENT_PORT=\d+\.$/m,
  );
});

test.each([
  [{ SIGNED_REQUESTS: "on" }, true],
  [{ SIGNED_REQUESTS: "on", PUBLIC_AGENT_URL: "https://agent.example" }, false],
  [{ SIGNED_REQUESTS: "off" }, false],
])(
  "with PUBLIC_AGENT_URL %j, the warning that clients find no address is logged: %j",
  async (env, isSaid) => {
    const log = rememberingLog();
    await using _ = await scene.openAgent(env, { log });
    const said = log.lines.filter(
      ({ level, words }) => level === "warn" && words.includes("PUBLIC_AGENT_URL"),
    );
    expect(said).toHaveLength(isSaid ? 1 : 0);
  },
);

test("an agent that cannot read anyone's requests says so", async () => {
  const log = rememberingLog();
  await using _ = await scene.openAgent({ IPFS_API_URL: "", IPFS_GATEWAY_URL: "" }, { log });
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: "warn", words: expect.stringContaining("set IPFS_GATEWAY_URL") }),
  );
});

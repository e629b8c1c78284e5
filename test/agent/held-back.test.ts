import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { mined } from "../../scripts/chain/deployer.ts";
import { isAnswerPublic } from "../../service/parts/marketplace-request.ts";
import { entryStates } from "../../service/parts/store/journal.ts";
import { checkDocument } from "../../service/parts/verdict-signature.ts";
import { startRpcProxy, type RpcProxy } from "../support/rpc-proxy.ts";
import { openTestServices, type TestServices } from "../support/services.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { useScene, validation } from "./scene.ts";
import { fetchInfo, signRequest, submit } from "./signed-request.ts";

const rateWei = 10n ** 16n;
const scene = useScene({ rateWei });
const { chain } = scene;

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  return async () => services[Symbol.asyncDispose]();
});
let node: RpcProxy;
beforeAll(async () => {
  node = await startRpcProxy(chain.url);
  return async () => node[Symbol.asyncDispose]();
});
afterEach(() => node.heal());

const isSending = ({ method }: { method: string }): boolean => method === "eth_sendRawTransaction";
/** Settlements are written down and never reach the chain, as if they waited in the pool. */
const keepInPool = (): void => node.meddle((call) => (isSending(call) ? { result: null } : undefined));

async function sign(nonce = 0n) {
  await mined(
    chain.clients,
    chain.tracker.write.depositFor([chain.users[0]!.address], { value: rateWei, account: chain.users[9]! }),
  );
  return signRequest({ chain, signer: chain.users[0]!, nonce, content: validation("x = 1\n") });
}

/** Everything that anybody can read of a request's answer, wherever they look. */
async function readEverywhere(
  { url, dataDir }: { url: string; dataDir: string },
  id: `0x${string}`,
  cid: string,
): Promise<object> {
  await using service = await services.open({ env: { DATA_DIR: dataDir } });
  const { requests } = (await (await service.send("/v1/marketplace")).json()) as { requests: any[] };
  const { verdict_cid, verdict_url, valid } = requests.find(({ request_id }) => request_id === id);
  const { body } = await fetchInfo(url, id);
  return {
    listed: { verdict_cid, valid, hasUrl: verdict_url !== null },
    file: (await service.send(`/ipfs/${cid}/${BigInt(id)}`)).status,
    directory: (await service.send(`/ipfs/${cid}`)).status,
    door: body.status ?? body,
  };
}

const nothing = {
  listed: { verdict_cid: null, valid: null, hasUrl: false },
  file: 404,
  directory: 404,
  door: {},
};

describe("the answer to a signed request", () => {
  test("is nowhere to be read until its settlement is mined, and everywhere from then on", async () => {
    // A node of its own: whatever it holds, it gives to everybody who asks by address.
    await using agent = await scene.openAgent({
      SIGNED_REQUESTS: "on",
      CHAIN_RPC_URL: node.url,
      IPFS_API_URL: "",
    });
    keepInPool();
    const { id, form } = await sign();
    expect((await submit(agent.url, form)).status).toBe(200);
    const { request } = await agent.reaches(id, "published");
    const cid = request.verdictCid!;
    await expect.poll(() => node.calls.some(isSending), { timeout: 20_000 }).toBe(true);
    expect(await readEverywhere(agent, id, cid)).toEqual(nothing);

    node.heal();
    await agent.reaches(id, "settled");
    expect(await readEverywhere(agent, id, cid)).toEqual({
      listed: { verdict_cid: cid, valid: true, hasUrl: true },
      file: 200,
      directory: 200,
      door: "ok",
    });
    const [told] = await chain.marketplace.getEvents.Deliver({ mech: chain.mech.address });
    expect(told?.args.deliveryData).toBe(request.digest);
  });

  test("is given to a Kubo node only when it is paid for, under the address that is on chain", async () => {
    await using agent = await scene.openAgent({ SIGNED_REQUESTS: "on", CHAIN_RPC_URL: node.url });
    keepInPool();
    const given = (): number => scene.ipfs.requests.filter(({ path }) => path.endsWith("/add")).length;
    const before = given();
    const { id, form } = await sign();
    await submit(agent.url, form);
    const { request } = await agent.reaches(id, "published");
    expect(given()).toBe(before);
    node.heal();
    await agent.reaches(id, "settled");
    expect(scene.ipfs.pins).toContain(request.verdictCid);
    const { body } = await fetchInfo(agent.url, id);
    expect(await checkDocument(body.response as string)).toMatchObject({ ok: true });
  });

  test("is published late where the node is down, and its settlement waits for that", async () => {
    const clock = leapingClock();
    await using agent = await scene.openAgent({ SIGNED_REQUESTS: "on", CHAIN_RPC_URL: node.url }, { clock });
    scene.ipfs.fail({ status: 503 });
    const { id, form } = await sign();
    await submit(agent.url, form);
    await agent.reaches(id, "delivered");
    await expect
      .poll(async () => (await agent.entry(id)).request.attempts, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect((await fetchInfo(agent.url, id)).body.status).toBe("ok");
    scene.ipfs.heal();
    await leapUntil(clock, async () => (await agent.entry(id)).state === "settled");
    const { request } = await agent.entry(id);
    expect(scene.ipfs.pins).toContain(request.verdictCid);
    expect(request.isHeldBack).toBeUndefined();
  });

  test("is never published where its nonce went to something else", async () => {
    const clock = leapingClock();
    await using agent = await scene.openAgent(
      { SIGNED_REQUESTS: "on", CHAIN_RPC_URL: node.url, IPFS_API_URL: "" },
      { clock },
    );
    // The settlement cannot even be written: its gas cannot be told.
    node.meddle(({ method }) => (method === "eth_estimateGas" ? { status: 503 } : undefined));
    const { id, form } = await sign();
    await submit(agent.url, form);
    const { request } = await agent.reaches(id, "published");
    await scene.ask([validation("y = 1\n")], { requester: chain.users[0]! });
    await leapUntil(clock, async () => (await agent.entry(id)).state === "refused");
    expect(await readEverywhere(agent, id, request.verdictCid!)).toEqual({ ...nothing, door: "rejected" });
  });
});

test("an answer may be read from when it is delivered, and in no state before or beside", () => {
  expect(entryStates.filter(isAnswerPublic)).toEqual(["delivered", "settled"]);
});

describe("what waits in the pool is of no use to another mech", () => {
  test("a settlement is bound to our mech by the request's id, which the requester signed", async () => {
    const { mech: copier, owner } = await chain.createMech({ owner: chain.users[5]!, safe: false });
    const { form } = await sign();
    const item = {
      requestData: form["ipfs_hash"] as `0x${string}`,
      signature: form["signature"] as `0x${string}`,
      deliveryData: `0x${"12".repeat(32)}` as const,
    };
    const terms = [chain.users[0]!.address, [item], [rateWei], "0x"] as const;
    await expect(copier.simulate.deliverMarketplaceWithSignatures(terms, { account: owner })).rejects.toThrow(
      /SignatureNotValidated/,
    );
    await chain.mech.simulate.deliverMarketplaceWithSignatures(terms, { account: chain.agent });
  });

  test("a delivery of ours is refused from another mech while it is our turn", async () => {
    await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url });
    keepInPool();
    const { mech: copier, owner } = await chain.createMech({ owner: chain.users[5]!, safe: false });
    const [id] = await scene.ask([validation("z = 1\n")]);
    const { request } = await agent.reaches(id!, "published");
    const copied = [[id!], [request.digest!]] as const;
    await mined(chain.clients, copier.write.deliverToMarketplace(copied, { account: owner }));
    node.heal();
    await agent.reaches(id!, "settled");
    expect(await chain.tracker.read.mapMechBalances([copier.address])).toBe(0n);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
  });
});

import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { mined } from "../../scripts/chain/deployer.ts";
import { isAnswerPublic } from "../../parts/journal/marketplace-request.ts";
import { entryStates } from "../../parts/store/journal.ts";
import { checkDocument } from "../../parts/proof/verdict-signature.ts";
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
/** Settlements are recorded and never reach the chain, as if they waited in the mempool. */
const keepInPool = (): void => node.meddle((call) => (isSending(call) ? { result: null } : undefined));

async function sign(nonce = 0n) {
  await mined(
    chain.clients,
    chain.tracker.write.depositFor([chain.users[0]!.address], { value: rateWei, account: chain.users[9]! }),
  );
  return signRequest({ chain, signer: chain.users[0]!, nonce, content: validation("x = 1\n") });
}

/** Everything public about a request's answer, in every place. */
async function readEverywhere(
  { url, dataDir }: { url: string; dataDir: string },
  id: `0x${string}`,
  cid: string,
): Promise<object> {
  await using service = await services.open({ env: { DATA_DIR: dataDir } });
  const { requests } = (await (await service.send("/v1/marketplace")).json()) as { requests: any[] };
  const { verdict_cid, verdict_url, valid, request_cid } = requests.find(
    ({ request_id }) => request_id === id,
  );
  const statusOf = async (path: string): Promise<number> => (await service.send(path)).status;
  const { body } = await fetchInfo(url, id);
  return {
    listed: { verdict_cid, verdict_url, valid },
    file: await statusOf(`/ipfs/${cid}/${BigInt(id)}`),
    directory: await statusOf(`/ipfs/${cid}`),
    page: await statusOf(`/verdicts/${cid}`),
    request: await statusOf(`/ipfs/${request_cid}`),
    door: body.status ?? body,
  };
}

const nothing = {
  listed: { verdict_cid: null, verdict_url: null, valid: null },
  file: 404,
  directory: 404,
  page: 404,
  request: 404,
  door: {},
};

describe("the answer to a signed request", () => {
  test("can be read nowhere until its settlement is mined, then at the agent's own address", async () => {
    // A separate node: it gives all its content to anyone who knows the address.
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
    // Its address is on chain by now; its content is for the requester only.
    expect(await readEverywhere(agent, id, cid)).toEqual({
      ...nothing,
      listed: { ...nothing.listed, verdict_cid: cid },
      door: "ok",
    });
    const [told] = await chain.marketplace.getEvents.Deliver({ mech: chain.mech.address });
    expect(told?.args.deliveryData).toBe(request.digest);
  });

  test("is never published to a Kubo node, and needs none", async () => {
    await using agent = await scene.openAgent({ SIGNED_REQUESTS: "on", CHAIN_RPC_URL: node.url });
    scene.ipfs.fail({ status: 503 });
    const before = scene.ipfs.requests.length;
    const { id, form } = await sign();
    await submit(agent.url, form);
    const { request } = await agent.reaches(id, "settled");
    const asked = scene.ipfs.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.endsWith("/add") || path.includes(request.verdictCid!))).toEqual([]);
    const { body } = await fetchInfo(agent.url, id);
    expect(await checkDocument(body.document as string)).toMatchObject({ ok: true });
    const files = { [BigInt(id).toString()]: new TextEncoder().encode(body.document as string) };
    expect(await agent.parts.ipfs.addressOfDirectory(files)).toMatchObject({
      cid: body.content_cid,
      digest: request.digest,
    });
  });

  test("is available by request id for an hour, then only with the requester's signature", async () => {
    const clock = leapingClock();
    await using agent = await scene.openAgent({ SIGNED_REQUESTS: "on" }, { clock });
    const { id, form } = await sign();
    await submit(agent.url, form);
    await agent.reaches(id, "settled");
    clock.leap(59 * 60_000);
    expect(await fetchInfo(agent.url, id)).toMatchObject({ status: 200, body: { status: "ok" } });
    clock.leap(2 * 60_000);
    const message = `Show the answer to request ${BigInt(id)}.`;
    const refused = await fetchInfo(agent.url, id);
    expect(refused).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    expect(refused.body.message).toContain(message);
    expect(refused.body).not.toHaveProperty("response");
    const by = async (user: number, text = message) =>
      fetchInfo(agent.url, id, { signature: await chain.users[user]!.signMessage({ message: text }) });
    expect((await by(1)).status).toBe(401);
    expect((await by(0, `${message} `)).status).toBe(401);
    expect((await fetchInfo(agent.url, id, { signature: form["signature"]! })).status).toBe(401);
    expect((await fetchInfo(agent.url, id, { signature: "0x12" })).status).toBe(401);
    expect(await by(0)).toMatchObject({ status: 200, body: { status: "ok", response: expect.any(Object) } });
  });

  test("is read from where an earlier version published it, and its address is given when that copy is gone", async () => {
    await using agent = await scene.openAgent({ SIGNED_REQUESTS: "on" });
    const { id, form } = await sign();
    await submit(agent.url, form);
    await agent.reaches(id, "settled");
    const { request, ...entry } = await agent.entry(id);
    const { document, ...published } = request;
    await agent.parts.store.writeEntry({ ...entry, body: JSON.stringify(published) });
    const known = { request_id: BigInt(id).toString(), status: "ok", content_cid: request.verdictCid };
    expect(await fetchInfo(agent.url, id)).toEqual({ status: 200, body: known });
    const files = { [BigInt(id).toString()]: new TextEncoder().encode(document) };
    await agent.parts.ipfs.publishDirectory(files, AbortSignal.timeout(20_000));
    expect((await fetchInfo(agent.url, id)).body).toMatchObject({ ...known, document });
  });

  test("is never published when its nonce was used for something else", async () => {
    const clock = leapingClock();
    await using agent = await scene.openAgent(
      { SIGNED_REQUESTS: "on", CHAIN_RPC_URL: node.url, IPFS_API_URL: "" },
      { clock },
    );
    // The settlement cannot even be signed: its gas cannot be estimated.
    node.meddle(({ method }) => (method === "eth_estimateGas" ? { status: 503 } : undefined));
    const { id, form } = await sign();
    await submit(agent.url, form);
    const { request } = await agent.reaches(id, "published");
    await scene.ask([validation("y = 1\n")], { requester: chain.users[0]! });
    await leapUntil(clock, async () => (await agent.entry(id)).state === "refused");
    expect(await readEverywhere(agent, id, request.verdictCid!)).toEqual({ ...nothing, door: "rejected" });
  });
});

test("an answer can be read once it is delivered, and in no other state", () => {
  expect(entryStates.filter(isAnswerPublic)).toEqual(["delivered", "settled"]);
});

describe("a transaction of ours in the mempool", () => {
  test("is useless to another mech because a settlement is bound to our mech by the request id, which the requester signed", async () => {
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

  test("is useless to another mech because our delivery is rejected from another mech during our response time", async () => {
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

import { isAddressEqual, size } from "viem";
import { expect, test } from "vitest";
import { Verdict } from "../../engine/verdict.ts";
import { startIpfsStandIn } from "../support/ipfs-stand-in.ts";
import { countDeliveries, readAnswer } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();

test("a client of the marketplace reads the signed verdict, its id to the last digit", async () => {
  await using agent = await scene.openAgent();
  const content = validation("x = 1\n");
  const [id] = await scene.ask([content]);
  const { request } = await agent.reaches(id!, "settled");
  const answer = await readAnswer(scene, id!);
  expect(answer.text).toContain(`"requestId":${BigInt(id!)},`);
  expect(answer).toMatchObject({ ok: true, problems: [], signer: scene.chain.agent.address });
  expect(Verdict.parse(answer.result)).toMatchObject({
    valid: true,
    meta: { request_id: id, mode: "static", incomplete: [] },
  });
  expect(size(answer.digest)).toBe(32);
  expect(request).toMatchObject({ valid: true, digest: answer.digest, delivery: { batch: 1 } });
});

test("the document names the request, the mech and the signer", async () => {
  await using agent = await scene.openAgent();
  const content = validation("x = 2\n");
  const { digest, cid } = await scene.ipfs.put(JSON.stringify(content));
  const [id] = await scene.askRaw([digest]);
  await agent.reaches(id!, "settled");
  const { text } = await readAnswer(scene, id!);
  expect(JSON.parse(text)).toMatchObject({
    schema_version: "2.0",
    result: expect.any(String),
    tool: "python_code_validator",
    prompt: "x = 2\n",
    cost_dict: {},
    is_offchain: false,
    metadata: {
      service: "assay",
      version: agent.parts.release.version,
      tool: "python_code_validator",
      mode: "static",
      request_cid: cid,
      verdict_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      signer: scene.chain.agent.address,
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
    },
  });
});

test("everything that is named on chain was pinned before", async () => {
  await using agent = await scene.openAgent();
  const [id] = await scene.ask([validation("x = 3\n")]);
  const { request } = await agent.reaches(id!, "settled");
  expect(scene.ipfs.pins).toContain(request.verdictCid);
  expect(await countDeliveries(scene, id!)).toBe(1);
});

test.each([
  ["a bare file", async (text: string) => scene.ipfs.put(text)],
  [
    "a directory with metadata.json",
    async (text: string) => scene.ipfs.put({ files: { "metadata.json": text } }),
  ],
  [
    "a directory as Kubo creates it",
    async (text: string) => scene.ipfs.put({ files: { "metadata.json": text } }, "version 0"),
  ],
  [
    "a directory of raw leaves",
    async (text: string) => scene.ipfs.put({ files: { "metadata.json": text } }, "raw leaves"),
  ],
  ["a raw leaf", async (text: string) => scene.ipfs.put(text, "raw leaves")],
] as const)("a request is read from %s", async (_, put) => {
  await using agent = await scene.openAgent();
  const { digest, cid } = await put(JSON.stringify(validation("y = 1\n")));
  const [id] = await scene.askRaw([digest]);
  const { request } = await agent.reaches(id!, "settled");
  expect(request).toMatchObject({ valid: true, requestCid: cid });
  expect(scene.service.asked.at(-1)?.body.code).toBe("y = 1\n");
});

test("a request is read from the second gateway when neither the node nor the first gateway has it", async () => {
  await using empty = await startIpfsStandIn();
  await using gateway = await startIpfsStandIn();
  await using agent = await scene.openAgent({
    IPFS_GATEWAY_URL: `${empty.gatewayUrl},${gateway.gatewayUrl}/ipfs/`,
  });
  const { digest } = await gateway.put(JSON.stringify(validation("z = 1\n")));
  const [id] = await scene.askRaw([digest]);
  expect((await agent.reaches(id!, "settled")).request.valid).toBe(true);
  expect(empty.requests.length).toBeGreaterThan(0);
});

test("the delivery names the mech's operator and pays the mech the requested price", async () => {
  await using agent = await scene.openAgent();
  const { chain } = scene;
  const [id] = await scene.ask([validation("x = 4\n")]);
  const { request } = await agent.reaches(id!, "settled");
  const rateWei = await chain.mech.read.maxDeliveryRate();
  const [, deliveryMech] = await chain.marketplace.read.mapRequestIdInfos([id!]);
  expect(isAddressEqual(deliveryMech, chain.mech.address)).toBe(true);
  expect(request.delivery?.rateWei).toBe(String(rateWei));
  expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
});

import { keccak256, toHex, type Hex } from "viem";
import { beforeEach, describe, expect, test } from "vitest";
import { mined } from "../../scripts/chain/deployer.ts";
import { checkDocument } from "../../parts/proof/verdict-signature.ts";
import { until } from "../support/until.ts";
import {
  askValidation,
  registerAgent,
  responsesTo,
  type Asked,
  type OwnedAgent,
} from "./asked-validations.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { rememberingLog } from "./remembering-log.ts";
import { useScene, validation } from "./scene.ts";
import { approve, refuse } from "./service-stand-in.ts";

const scene = useScene();
const { chain } = scene;
const everybody = { VALIDATION_ALLOW: "*" };
let client: OwnedAgent;
beforeEach(async () => {
  client = await registerAgent(chain, chain.users[3]!);
});

const ask = async (content: unknown, asking?: Parameters<typeof askValidation>[3]): Promise<Asked> =>
  askValidation(scene, client, content, asking);

const sentByAgent = async (): Promise<number> =>
  chain.clients.public.getTransactionCount({ address: chain.agent.address });

describe("a validation", () => {
  test("is judged, published, and answered with the result of the signed document", async () => {
    await using agent = await scene.openAgent(everybody);
    const { hash, id } = await ask(validation("x = 1\n"));
    const { request } = await agent.reaches(id, "settled");
    const [response, ...more] = await responsesTo(chain, { hash, id });
    expect(more).toEqual([]);
    expect(response).toMatchObject({
      validatorAddress: chain.agent.address,
      agentId: client.agentId,
      requestHash: hash,
      response: 100,
      responseURI: `ipfs://${request.verdictCid}/${BigInt(hash)}`,
      tag: "python_code_validator",
    });
    const published = await fetch(
      response!.responseURI!.replace("ipfs://", `${scene.ipfs.gatewayUrl}/ipfs/`),
    );
    const text = await published.text();
    expect(keccak256(toHex(text))).toBe(response!.responseHash);
    const checked = await checkDocument(text);
    expect(checked).toMatchObject({
      ok: true,
      signer: chain.agent.address,
      document: {
        requestId: BigInt(hash),
        metadata: { marketplace: chain.validation.address.toLowerCase(), mode: "static" },
      },
    });
    expect(scene.service.asked).toHaveLength(1);
    expect(request).toMatchObject({ origin: "validation", rateWei: "0", valid: true });
  });

  test("is answered below 50 for rejected code, and lower for worse code", async () => {
    const scores = new Map([
      ["bad\n", 0.5],
      ["worse\n", 0.1],
      ["strict\n", 0.99],
    ]);
    scene.service.reply((asked) => {
      const { status, body } = approve(asked);
      return { status, body: { ...(body as object), valid: false, score: scores.get(asked.body.code)! } };
    });
    await using agent = await scene.openAgent(everybody);
    const answers = [];
    for (const code of scores.keys()) {
      const asked = await ask(validation(code));
      await agent.reaches(asked.id, "settled");
      answers.push((await responsesTo(chain, asked))[0]?.response);
    }
    expect(answers).toEqual([25, 5, 49]);
  });

  test("is answered by the mech's Safe when it names the Safe", async () => {
    const safe = await chain.createMech({ owner: chain.agent, safe: true });
    await using agent = await scene.openAgent({
      ...everybody,
      MECH: `${chain.mech.address},${safe.mech.address}`,
    });
    const asked = await ask(validation("x = 1\n"), { validator: safe.operator });
    await agent.reaches(asked.id, "settled");
    expect(await responsesTo(chain, asked)).toMatchObject([{ validatorAddress: safe.operator }]);
  });

  test("is served beside paid requests", async () => {
    await using agent = await scene.openAgent(everybody);
    const asked = [await ask(validation("a\n")), await ask(validation("b\n"))];
    const [id] = await scene.ask([validation("c\n")]);
    for (const one of [...asked.map((validated) => validated.id), id!]) await agent.reaches(one, "settled");
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(
      await chain.mech.read.maxDeliveryRate(),
    );
    for (const one of asked) expect(await responsesTo(chain, one)).toHaveLength(1);
  });

  test("is not answered again by an agent with an empty journal", async () => {
    const asked = await ask(validation("x = 1\n"));
    {
      await using agent = await scene.openAgent(everybody);
      await agent.reaches(asked.id, "settled");
    }
    await using forgetful = await scene.openAgent(everybody);
    const later = await ask(validation("y = 1\n"));
    await forgetful.reaches(later.id, "settled");
    await expect(forgetful.entry(asked.id)).rejects.toThrow("has no request");
    expect(await responsesTo(chain, asked)).toHaveLength(1);
  });

  test("is answered again when its response is reorganised away", async () => {
    const clock = leapingClock();
    await using agent = await scene.openAgent({ ...everybody, CHAIN_CONFIRMATIONS: "4" }, { clock });
    const asked = await ask(validation("x = 1\n"));
    await chain.clients.test.setAutomine(false);
    await until(
      async () => (await chain.clients.public.getBlock({ blockTag: "pending" })).transactions.length > 0,
    );
    const before = await chain.clients.test.snapshot();
    await chain.clients.test.mine({ blocks: 1 });
    await agent.reaches(asked.id, "delivered");
    await chain.clients.test.revert({ id: before });
    await chain.clients.test.setAutomine(true);
    await chain.clients.test.mine({ blocks: 2 });
    await leapUntil(clock, async () => {
      await chain.clients.test.mine({ blocks: 1 });
      return (await agent.entry(asked.id)).state === "settled";
    });
    expect(await responsesTo(chain, asked)).toHaveLength(1);
  });
});

describe("a validation that cannot be served", () => {
  const refused: readonly (readonly [string, () => Promise<Asked>, RegExp])[] = [
    [
      "when the URI is not ipfs://",
      async () => ask(validation("x = 1\n"), { uri: `${scene.ipfs.gatewayUrl}/ipfs/x` }),
      /Only ipfs:\/\/ URIs/,
    ],
    [
      "when the hash does not match",
      async () => ask(validation("x = 1\n"), { hash: randomHash() }),
      /keccak256/,
    ],
    ["when the content is not a request", async () => ask("import os\n"), /not a JSON object/],
    [
      "when it names no tool of ours",
      async () => ask(validation("x\n", { tool: "poetry" })),
      /no tool "poetry"/,
    ],
  ];
  test.for(refused)("is not answered %s; the journal says why", async ([, asking, problem]) => {
    await using agent = await scene.openAgent(everybody);
    const sent = await sentByAgent();
    const asked = await asking();
    expect((await agent.reaches(asked.id, "refused")).request.problem).toMatch(problem);
    expect(scene.service.asked).toEqual([]);
    await next(agent);
    expect(await responsesTo(chain, asked)).toEqual([]);
    expect(await sentByAgent()).toBe(sent + 1);
    expect(scene.ipfs.requests.filter(({ path }) => path === "/ipfs/x")).toEqual([]);
  });

  test.for([
    ["refuses the code", () => refuse(413, "too_large", "Too long."), "Too long."],
    [
      "did not finish",
      (asked: Parameters<typeof approve>[0]) => {
        const { status, body } = approve(asked) as { status: number; body: { meta: object } };
        const meta = { ...body.meta, incomplete: ["mypy"] };
        return { status, body: { ...body, valid: false, meta } };
      },
      "The verdict is incomplete: mypy.",
    ],
  ] as const)("is not answered when the service %s", async ([, reply, problem]) => {
    scene.service.reply(reply);
    await using agent = await scene.openAgent(everybody);
    const asked = await ask(validation("x = 1\n"));
    expect((await agent.reaches(asked.id, "refused")).request.problem).toBe(problem);
    expect(await responsesTo(chain, asked)).toEqual([]);
  });

  test("is not answered when the content is not found in time", async () => {
    const clock = leapingClock();
    await using agent = await scene.openAgent(everybody, { clock });
    const missing = `bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq`;
    const asked = await ask(validation("x = 1\n"), { uri: `ipfs://${missing}` });
    await leapUntil(
      clock,
      async () => (await agent.reaches(asked.id, "seen", "refused")).state === "refused",
    );
    expect((await agent.entry(asked.id)).request.problem).toMatch(/could not be read/);
  });
});

describe("VALIDATION_ALLOW", () => {
  test("names owners and agents; others are logged and counted, and not answered", async () => {
    const stranger = await registerAgent(chain, chain.users[4]!);
    const byId = await registerAgent(chain, chain.users[5]!);
    const log = rememberingLog();
    const VALIDATION_ALLOW = `${client.owner.address}, ${byId.agentId}`;
    await using agent = await scene.openAgent({ VALIDATION_ALLOW }, { log });
    const turnedAway = await askValidation(scene, stranger, validation("a\n"));
    const served = [await ask(validation("b\n")), await askValidation(scene, byId, validation("c\n"))];
    for (const { id } of served) await agent.reaches(id, "settled");
    await expect(agent.entry(turnedAway.id)).rejects.toThrow("has no request");
    expect(await responsesTo(chain, turnedAway)).toEqual([]);
    const told = log.lines.filter(({ words }) => words.includes("not in VALIDATION_ALLOW"));
    expect(told.map(({ fields }) => fields["requestHash"])).toEqual([turnedAway.hash]);
    const metrics = await (await fetch(`${agent.url}/metrics`)).text();
    expect(metrics).toContain('assay_agent_validations_total{outcome="not allowed"} 1');
    expect(metrics).toContain('assay_agent_validations_total{outcome="served"} 2');
  });

  test("applies to the agent's owner at the time of the request, not to a later owner", async () => {
    const stranger = await registerAgent(chain, chain.users[4]!);
    const gift = await askValidation(scene, stranger, validation("a\n"));
    const give = [stranger.owner.address, client.owner.address, stranger.agentId] as const;
    await mined(chain.clients, chain.identity.write.transferFrom(give, { account: stranger.owner }));
    await using agent = await scene.openAgent({ VALIDATION_ALLOW: client.owner.address });
    const owned = { owner: client.owner, agentId: stranger.agentId };
    const after = await askValidation(scene, owned, validation("b\n"));
    await agent.reaches(after.id, "settled");
    await expect(agent.entry(gift.id)).rejects.toThrow("has no request");
  });

  test("is required: without it no validation is served", async () => {
    await using agent = await scene.openAgent();
    const asked = await ask(validation("a\n"));
    await next(agent);
    await expect(agent.entry(asked.id)).rejects.toThrow("has no request");
    expect(agent.parts.validation).toBeUndefined();
  });
});

test("an address that is not a validation registry stops the start", async () => {
  const VALIDATION_REGISTRY = chain.karma.address;
  await expect(scene.openParts({ ...everybody, VALIDATION_REGISTRY })).rejects.toThrow(
    `VALIDATION_REGISTRY ${VALIDATION_REGISTRY} is not a validation registry on this chain.`,
  );
});

test("a validation whose hash equals the id of a future request does not take that request's place", async () => {
  const content = validation("x = 1\n");
  const before = await chain.clients.test.snapshot();
  const [id] = await scene.ask([content]);
  await chain.clients.test.revert({ id: before });
  await using agent = await scene.openAgent(everybody);
  const squatting = await ask("nothing", { hash: id! });
  await agent.reaches(squatting.id, "refused");
  const [again] = await scene.ask([content]);
  expect(again).toBe(id);
  await agent.reaches(id!, "settled");
});

function randomHash(): Hex {
  return keccak256(toHex(crypto.randomUUID()));
}

/** When a later request is done, every earlier one has been processed. */
async function next(agent: Awaited<ReturnType<typeof scene.openAgent>>): Promise<void> {
  const [id] = await scene.ask([validation("later\n")]);
  await agent.reaches(id!, "settled");
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { requestWork } from "../../scripts/chain/actions.ts";
import { checkDocument } from "../../parts/proof/verdict-signature.ts";
import { Verdict } from "../../engine/verdict.ts";
import { openTestAgent } from "../support/agent.ts";
import { useLocalChain } from "../support/local-chain.ts";
import { startIpfsStandIn } from "../support/ipfs-stand-in.ts";
import { openWarmService } from "../support/services.ts";

const chain = useLocalChain();

test("requests are judged by the service, published by the agent's own node, delivered and settled", async () => {
  await using ipfs = await startIpfsStandIn();
  const DATA_DIR = await mkdtemp(join(tmpdir(), "assay-settlement-"));
  onTestFinished(async () => rm(DATA_DIR, { recursive: true, force: true }));
  const env = { SERVICE_KEY: chain.env["SERVICE_KEY"]!, DATA_DIR };
  await using service = await openWarmService({ env });
  await using agent = await openTestAgent({
    ...chain.env,
    DATA_DIR,
    SERVICE_URL: service.url,
    IPFS_GATEWAY_URL: ipfs.gatewayUrl,
    ...(process.env["DEBUG"] && { LOG_LEVEL: "debug" }),
  });
  const tools = ["python_code_validator", "python_code_repair", "python_code_execute"];
  const digests = await Promise.all(
    tools.map(
      async (tool) =>
        (await ipfs.put(JSON.stringify({ prompt: "import os\nx: int = 'a'\n", tool, nonce: "1" }))).digest,
    ),
  );
  const { requestIds } = await requestWork(chain, { requester: chain.users[0]!, datas: digests });
  const results = [];
  for (const id of requestIds) {
    const { request } = await agent.reaches(id, "settled");
    // The service serves the content of the agent's node.
    const response = await service.send(`/ipfs/f01701220${request.digest!.slice(2)}/${BigInt(id)}`);
    const checked = await checkDocument(await response.text());
    expect(checked).toMatchObject({ ok: true, signer: chain.agent.address });
    results.push(Verdict.parse(JSON.parse(checked.document!.result)));
  }
  const [checked, repaired, ran] = results;
  expect(checked).toMatchObject({ valid: true, meta: { mode: "static", request_id: requestIds[0] } });
  expect(checked!.diagnostics.map(({ rule }) => rule)).toContain("mypy:assignment");
  expect(checked!.meta.engine["fallback"]).toBeUndefined();
  expect(repaired).toMatchObject({
    valid: true,
    fixes: ["line 1: removed the unused import of `os`"],
    fixed_code: "x: int = 'a'\n",
    meta: { mode: "repair" },
  });
  expect(ran).toMatchObject({
    valid: false,
    runtime: { ran: false },
    diagnostics: [{ rule: "agent:not-run" }],
  });
});

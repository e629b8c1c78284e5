import { expect, test } from "vitest";
import { requestWork } from "../../scripts/chain/actions.ts";
import { openTestAgent } from "../support/agent.ts";
import { useLocalChain } from "../support/local-chain.ts";
import { startIpfsStandIn } from "../support/ipfs-stand-in.ts";
import { openTestService } from "../support/service.ts";

const chain = useLocalChain();

test("a request is judged by the service, published, delivered and settled", async () => {
  await using ipfs = await startIpfsStandIn();
  const serviceKey = chain.env["SERVICE_KEY"]!;
  await using service = await openTestService({ env: { SERVICE_KEY: serviceKey } });
  await using agent = await openTestAgent({
    ...chain.env,
    SERVICE_URL: service.url,
    IPFS_GATEWAY_URL: ipfs.gatewayUrl,
    ...(process.env["DEBUG"] && { LOG_LEVEL: "debug" }),
  });
  const content = JSON.stringify({ prompt: "x: int = 'a'\n", tool: "python_code_validator", nonce: "1" });
  const { digest } = await ipfs.put(new TextEncoder().encode(content));
  const { requestIds } = await requestWork(chain, { requester: chain.users[0]!, datas: [digest] });
  const { request } = await agent.reaches(requestIds[0]!, "settled");
  expect(request).toMatchObject({ tool: "python_code_validator", mode: "static", valid: true });
});

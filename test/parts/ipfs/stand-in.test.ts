import { afterAll, beforeAll, expect, test } from "vitest";
import { startIpfsStandIn, type IpfsStandIn } from "../../support/ipfs-stand-in.ts";

let kubo: IpfsStandIn;
beforeAll(async () => {
  kubo = await startIpfsStandIn();
});
afterAll(async () => kubo[Symbol.asyncDispose]());

async function add(query = ""): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob(["hello"]), "hello");
  const response = await fetch(`${kubo.apiUrl}/api/v0/add${query}`, { method: "POST", body });
  return ((await response.json()) as { Hash: string }).Hash;
}

// Kubo's own answer for these five bytes.
test.for([
  ["", "QmWfVY9y3xjsixTgbd9AorQxH7VtMpzfx2HaWtsoUYecaX"],
  ["?cid-version=0", "QmWfVY9y3xjsixTgbd9AorQxH7VtMpzfx2HaWtsoUYecaX"],
  ["?cid-version=1", "bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq"],
])("the test server's add%s answers as Kubo does", async ([query, address]) => {
  expect(await add(query)).toBe(address);
  expect(await (await fetch(`${kubo.gatewayUrl}/ipfs/${address}`)).text()).toBe("hello");
});

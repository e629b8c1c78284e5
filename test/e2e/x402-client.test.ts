import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { borrowChain } from "../support/local-chain.ts";
import { readDocumentedExamples } from "../support/documented-examples.ts";
import { openLosingProxy } from "../support/losing-proxy.ts";
import { passedOn } from "../support/processes.ts";
import type { TestService } from "../support/service.ts";
import { openWarmService } from "../support/services.ts";

let chain: LocalChain;
let service: TestService;
beforeAll(async () => {
  chain = await borrowChain();
  service = await openWarmService({ env: chain.env });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await chain?.[Symbol.asyncDispose]();
});

const script = "deploy/clients/x402/pay-per-call.ts";
const faulty = "print(total)\n";
const staticPrice = 10_000n;

type Call = Readonly<{ mode?: string; code?: string; url?: string; env?: Record<string, string> }>;

/** The example client as anyone runs it, with the first user's wallet. */
async function pay({ mode = "static", code = faulty, url = service.url, env = {} }: Call = {}) {
  const child = spawn(process.execPath, [script, url, mode, "-"], {
    env: {
      ...passedOn(),
      PAYER_PRIVATE_KEY: chain.users[0]!.privateKey,
      PAYER_TOKEN: `eip155:${chain.chainId}/${chain.payments.token.address}`,
      ...env,
    },
  });
  child.stdin.end(code);
  const [stdout, stderr, [exit]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { exit: exit as number, stdout, stderr };
}

const earned = (): Promise<bigint> => chain.payments.token.read.balanceOf([chain.payments.payee.address]);

test("a file is checked and paid for, and the receipt names the payment's transaction", async () => {
  const before = await earned();
  const { exit, stdout, stderr } = await pay();
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^not valid, score [\d.]+, \d+ findings\n {2}line 1: error /);
  expect(exit).toBe(1);
  const [, hash] = /in transaction (0x[0-9a-f]{64}) on eip155:31337\n$/.exec(stdout) ?? [];
  const { status, to } = await chain.clients.public.getTransactionReceipt({ hash: hash as Hex });
  expect({ status, to }).toEqual({ status: "success", to: chain.payments.token.address.toLowerCase() });
  expect((await earned()) - before).toBe(staticPrice);
});

test("the documented program pays in the local token, and pays nothing when that is not allowed", async () => {
  const [example] = readDocumentedExamples().filter(
    ({ place, language }) => place.startsWith("docs/x402.md:") && language === "ts",
  );
  const runExample = async (token: string): Promise<string> => {
    const env = {
      ...passedOn(),
      PAYER_PRIVATE_KEY: chain.users[0]!.privateKey,
      PAYER_TOKEN: token,
    };
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-"], { env });
    child.stdin.end(example!.text.replaceAll("http://127.0.0.1:8402", service.url));
    const said = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    return said[0] + said[1];
  };
  const before = await earned();
  expect(await runExample("")).toContain("rejected by spendControls");
  expect(await earned()).toBe(before);
  const [status, ...verdict] = (await runExample(chain.payments.token.address)).split(" ");
  expect([status, JSON.parse(verdict.join(" "))]).toMatchObject([
    "200",
    { meta: { mode: "static" }, diagnostics: [{ line: 1 }] },
  ]);
  expect((await earned()) - before).toBe(staticPrice);
});

test("a valid file exits with 0", async () => {
  expect(await pay({ code: "x: int = 1\n" })).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^valid, /),
  });
});

test("a call whose answer was lost twice is sent again with the same signature, and paid once", async () => {
  await using proxy = await openLosingProxy(service.url, { header: "payment-signature", times: 2 });
  const before = await earned();
  const { exit, stdout } = await pay({ url: proxy.url, code: "print(lost)\n" });
  expect(proxy.lost).toEqual([200, 200]);
  expect(stdout).toMatch(/paid by 0x[0-9a-fA-F]{40} in transaction 0x/);
  expect(exit).toBe(1);
  expect((await earned()) - before).toBe(staticPrice);
});

test.for<[string, Call, RegExp]>([
  ["asks for more than the limit", { env: { PAYER_MAX_USD: "0.009" } }, /rejected by spendControls/],
  ["accepts a token that was not named", { env: { PAYER_TOKEN: "" } }, /rejected by spendControls/],
  ["refuses the file", { code: "" }, /^refused with 400 bad_request: .*\n {2}.+\nnothing was paid\n$/],
  ["does not have the mode", { mode: "execute" }, /^refused with (409|503) .*\n[^]*nothing was paid\n$/],
])("nothing is paid when the service %s", async ([, call, words]) => {
  const before = await earned();
  const { exit, stdout, stderr } = await pay(call);
  expect({ exit, said: stdout + stderr }).toEqual({ exit: 2, said: expect.stringMatching(words) });
  expect(await earned()).toBe(before);
});

test("an unreachable service is reported, without the key in the message", async () => {
  const { exit, stderr, stdout } = await pay({ url: "http://127.0.0.1:9" });
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
  expect(stderr).toContain("fetch failed");
  expect(stderr).not.toContain(chain.users[0]!.privateKey.slice(2));
});

test("the command without a wallet prints its usage", async () => {
  const { exit, stderr } = await pay({ env: { PAYER_PRIVATE_KEY: "" } });
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining("PAYER_PRIVATE_KEY") });
});

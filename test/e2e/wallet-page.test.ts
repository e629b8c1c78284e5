import { formatEther, zeroHash } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { borrowChain } from "../support/local-chain.ts";
import { writeMechs } from "../support/marketplace-entries.ts";
import { priceWei } from "../support/pay-stage.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { findViolations } from "./axe.ts";
import { openViewing } from "./marketplace-browser.ts";
import {
  headline,
  injectWallet,
  openPage,
  scanCode,
  untilShown,
  type WalletTransaction,
} from "./pay-browser.ts";

let viewing: Awaited<ReturnType<typeof openViewing>>;
let chain: LocalChain;
let service: TestService;
beforeAll(async () => {
  viewing = await openViewing();
  chain = await borrowChain();
  service = await viewing.services.open({ env: { ...chain.env, CREDIT_PRICE_WEI: priceWei } });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await chain?.[Symbol.asyncDispose]();
  await viewing?.[Symbol.asyncDispose]();
});

/** What the wallet's owner changes in a transaction before it is sent. */
type Change = (transaction: WalletTransaction) => bigint;

/** A page in a browser with this account's wallet, and optionally a key. */
async function openWithWallet(
  url: string,
  account: LocalAccount,
  { key = "", value = ({ value: asked }) => BigInt(asked) }: { key?: string; value?: Change } = {},
) {
  let chains: readonly number[] = [];
  const opened = await openPage(viewing.browser, url, {
    prepare: async (page) => {
      await page.addInitScript(
        `if (${JSON.stringify(key)}) localStorage.setItem("assay-key", ${JSON.stringify(key)})`,
      );
      chains = await injectWallet(page, {
        address: account.address,
        signMessage: async (given) => account.signMessage(given),
        send: async (transaction) =>
          chain.clients.wallet.sendTransaction({
            account,
            to: transaction.to,
            value: value(transaction),
            ...(transaction.data !== undefined && { data: transaction.data }),
          }),
      });
    },
  });
  return { ...opened, chains: () => chains };
}

async function reserve(key: string): Promise<string> {
  const reserved = await service.send("/v1/keys/deposit", { body: { api_key: key, credits: 50 } });
  return ((await reserved.json()) as { pay_url: string }).pay_url;
}

const creditsOf = async (key: string): Promise<number> =>
  ((await (await service.send("/v1/keys/self", { key })).json()) as { credits: number }).credits;

test("a wallet that scans the code pays, and the page shows the credit", async () => {
  const created = await service.send("/v1/keys?src=docs", { method: "POST" });
  const { api_key: key } = (await created.json()) as { api_key: string };
  const payUrl = await reserve(key);
  // 128 bits: the address cannot be guessed.
  expect(payUrl.slice(service.url.length)).toMatch(/^\/pay\/[0-9a-f]{32}$/);
  await using opened = await openPage(viewing.browser, payUrl);
  const { page, problems } = opened;
  const [, to, chainId, value] = /^ethereum:(0x\w{40})@(\d+)\?value=(\d+)$/.exec(await scanCode(page))!;
  expect(Number(chainId)).toBe(chain.chainId);
  const hash = await chain.clients.wallet.sendTransaction({
    account: chain.users[0]!,
    to: to as `0x${string}`,
    value: BigInt(value!),
  });
  await untilShown(page, "credited");
  expect(await headline(page)).toBe("Paid. Credits added to the key: 50");
  expect(await page.locator("#tx").textContent()).toBe(hash);
  expect(await creditsOf(key)).toBe(50);
  const funnel = async (): Promise<any> => (await service.send("/v1/funnel")).json();
  await until(async () => (await funnel()).by_route.native === 1);
  expect(await funnel()).toMatchObject({ by_origin: { docs: { keys: 1, payments: 1 } } });
  expect(problems).toEqual([]);
});

test("the browser's wallet pays the reserved amount on the right chain", async () => {
  const key = await service.createKey();
  await using opened = await openWithWallet(await reserve(key), chain.users[0]!);
  const { page, problems } = opened;
  await page.getByRole("button", { name: "Pay with this browser's wallet" }).click();
  await untilShown(page, "credited");
  expect(await headline(page)).toBe("Paid. Credits added to the key: 50");
  expect([await creditsOf(key), opened.chains()]).toEqual([50, [chain.chainId]]);
  expect(problems).toEqual([]);
});

test("an amount that was changed in the wallet is recognised, and claimed with a signature", async () => {
  const key = await service.createKey();
  const account = chain.users[1]!;
  await using opened = await openWithWallet(await reserve(key), account, {
    key,
    value: () => BigInt(priceWei) * 7n,
  });
  const { page, problems } = opened;
  await page.getByRole("button", { name: "Pay with this browser's wallet" }).click();
  await page.getByText(`this transfer came from ${account.address}`, { exact: false }).waitFor();
  await page.getByRole("button", { name: "Sign with your wallet" }).click();
  await page.getByText("7 credits added. The key has 7 credits.").waitFor();
  expect(await creditsOf(key)).toBe(7);
  // The first request, without a signature, is refused: that is how the page learns who has to sign.
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});

test("a transfer of another amount, sent elsewhere, is found by its hash", async () => {
  const key = await service.createKey();
  const account = chain.users[2]!;
  const hash = await chain.clients.wallet.sendTransaction({
    account,
    to: chain.deposits.address,
    value: BigInt(priceWei) * 3n,
  });
  await using opened = await openWithWallet(await reserve(key), account);
  const { page } = opened;
  await page.getByLabel("Transaction hash").fill(hash);
  await page.getByLabel("Your key").fill(key);
  await page.getByRole("button", { name: "Find the transfer" }).click();
  await page.getByRole("button", { name: "Sign with your wallet" }).click();
  await page.getByText("3 credits added. The key has 3 credits.").waitFor();
  expect(await creditsOf(key)).toBe(3);
});

test("a transfer of another amount, sent elsewhere, is listed automatically, and claimed by its sender", async () => {
  const key = await service.createKey();
  const account = chain.users[3]!;
  await using opened = await openWithWallet(await reserve(key), account, { key });
  const { page, problems } = opened;
  const value = BigInt(priceWei) * 4n;
  await chain.clients.wallet.sendTransaction({ account, to: chain.deposits.address, value });
  const transfer = page.getByRole("listitem").filter({ hasText: account.address });
  expect(await transfer.textContent()).toContain(formatEther(value));
  await transfer.getByRole("button", { name: "This is mine" }).click();
  await page.getByRole("button", { name: "Sign with your wallet" }).click();
  await page.getByText("4 credits added. The key has 4 credits.").waitFor();
  await transfer.waitFor({ state: "detached" });
  expect(await creditsOf(key)).toBe(4);
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});

test("the agent is rated with the wallet, with a number that the rater chooses, and the page shows it", async () => {
  await writeMechs(service.parts.store, {
    book: `${chain.chainId}:${chain.marketplace.address.toLowerCase()}`,
  });
  const account = chain.users[3]!;
  await using opened = await openWithWallet(`${service.url}/marketplace#rate`, account);
  const { page, problems } = opened;
  await page.getByText("No ratings yet").waitFor();
  const rating = page.getByLabel(/^Rating, 0 .useless. to 100/);
  expect(await rating.inputValue()).toBe("");
  await page.getByRole("button", { name: "Rate with your wallet" }).press("Enter");
  expect(opened.chains()).toEqual([]);
  await rating.fill("80");
  await rating.press("Enter");
  await page.getByText(/^Sent: 0x[0-9a-f]{64}\. Your rating of 80/).waitFor();
  expect(opened.chains()).toEqual([chain.chainId]);
  expect(problems).toEqual([]);
  // The first service caches for a while what it read before the rating.
  await using fresh = await viewing.services.open({ env: chain.env });
  expect(await (await fresh.send("/v1/reputation")).json()).toMatchObject({
    all: { count: 1 },
    raters: [{ address: account.address, is_requester: false, average: 80 }],
  });
  await writeMechs(fresh.parts.store, {
    book: `${chain.chainId}:${chain.marketplace.address.toLowerCase()}`,
  });
  await page.goto(`${fresh.url}/marketplace`);
  await page.locator("#raters tr", { hasText: account.address }).waitFor();
  expect(await page.locator("#raters tr").allTextContents()).toEqual([`${account.address}no80`]);
  expect(await page.getByRole("img", { name: /^Accounts by rating/ }).getAttribute("aria-label")).toContain(
    "Served: 0, 0, 0, 0, 0. Others: 0, 0, 0, 0, 1. No served account has rated yet.",
  );
  expect(await findViolations(page)).toEqual([]);
});

test("a visitor without a wallet is told what rating needs", async () => {
  await using fresh = await viewing.services.open({ env: chain.env });
  await writeMechs(fresh.parts.store, {
    book: `${chain.chainId}:${chain.marketplace.address.toLowerCase()}`,
  });
  await using opened = await openPage(viewing.browser, `${fresh.url}/marketplace`);
  await opened.page.getByText("This browser has no wallet.").waitFor();
  expect(await opened.page.getByRole("button", { name: "Rate with your wallet" }).isDisabled()).toBe(true);
});

test("a payment that the wallet refuses is said beside the button, which can be pressed again", async () => {
  const key = await service.createKey();
  await using opened = await openPage(viewing.browser, await reserve(key), {
    prepare: async (page) =>
      page.addInitScript(
        'window.ethereum = { request: async () => { throw { code: 4001, message: "User rejected the request" } } }',
      ),
  });
  const { page } = opened;
  const button = page.getByRole("button", { name: "Pay with this browser's wallet" });
  // The wallet of this browser comes first; the link for phones is folded away and not filled.
  expect(await page.locator(".primary:visible").allTextContents()).toEqual([await button.textContent()]);
  expect(await page.locator("#code").isVisible()).toBe(false);
  await button.press("Enter");
  const said = page.getByText("User rejected the request. Nothing was sent.");
  await said.waitFor();
  const [box, place] = [await button.boundingBox(), await said.boundingBox()];
  expect(place!.y - (box!.y + box!.height)).toBeLessThan(20);
  expect(await button.isEnabled()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
});

test("the marketplace page separates stars from other tags, and served raters from others", async () => {
  const account = chain.users[5]!;
  const rate = async (value: bigint, tag: string) => {
    const args = [BigInt(chain.env["AGENT_ID"]!), value, 0, tag, "", "", "", zeroHash] as const;
    await mined(chain.clients, chain.reputation.write.giveFeedback(args, { account }));
  };
  await rate(90n, "starred");
  await rate(1500n, "responseTime");
  await using fresh = await viewing.services.open({ env: chain.env });
  await fresh.parts.store.addServed(account.address.toLowerCase());
  await writeMechs(fresh.parts.store, {
    book: `${chain.chainId}:${chain.marketplace.address.toLowerCase()}`,
  });
  await using opened = await openWithWallet(`${fresh.url}/marketplace`, account);
  const { page, problems } = opened;
  await page.getByText("of 100, from 1 rating by accounts that this agent served.").waitFor();
  expect(await page.locator("#rating b").textContent()).toBe("90");
  await page.getByText("Other tags: responseTime 1,500 (1 rating).").waitFor();
  expect(await page.locator("#raters tr").first().textContent()).toBe(`${account.address}yes90`);
  expect(await findViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

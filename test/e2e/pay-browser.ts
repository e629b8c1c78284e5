import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { readQrCode } from "../support/qr-code.ts";

type Viewing = BrowserContextOptions & { prepare?: (page: Page) => Promise<unknown> };

/** A page of the service, recording its errors, requests to other hosts, and its own requests. */
export async function openPage(browser: Browser, url: string, { prepare, ...options }: Viewing = {}) {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) problems.push(`${request.url()} is elsewhere`);
    if (request.url().endsWith("/status")) asked.push(request.url());
  });
  await prepare?.(page);
  await page.goto(url, { waitUntil: "load" });
  return { page, problems, asked, [Symbol.asyncDispose]: async () => context.close() };
}

type Signer = Readonly<{
  address: string;
  signMessage(given: { message: { raw: `0x${string}` } }): Promise<string>;
  /** Sends the requested payment, optionally with another amount. */
  send(transaction: WalletTransaction): Promise<string>;
}>;
export type WalletTransaction = Readonly<{
  from: string;
  to: `0x${string}`;
  value: `0x${string}`;
  data?: `0x${string}`;
}>;

/** A wallet as in EIP-1193 that agrees to everything. Returns the chains it was switched to. */
export async function injectWallet(
  page: Page,
  { address, signMessage, send }: Signer,
): Promise<readonly number[]> {
  const chains: number[] = [];
  await page.exposeFunction("askWallet", async (method: string, params: readonly never[]) => {
    if (method === "eth_requestAccounts") return [address];
    if (method === "personal_sign") return signMessage({ message: { raw: params[0]! } });
    if (method === "eth_sendTransaction") return send(params[0]!);
    if (method !== "wallet_switchEthereumChain") throw new Error(`this wallet knows no ${method}`);
    chains.push(Number((params[0]! as { chainId: string }).chainId));
    return null;
  });
  await page.addInitScript(
    "window.ethereum = { request: ({ method, params = [] }) => askWallet(method, params) }",
  );
  return chains;
}

/** Resolves when the page shows the payment in this state. */
export async function untilShown(page: Page, status: string): Promise<void> {
  await page.locator(`#pay[data-status=${status}]`).waitFor();
}

export const headline = async (page: Page): Promise<string> =>
  (await page.locator("#status h2:visible").allInnerTexts()).join(" and ");

/** The text that a camera would read from the drawn code. */
export async function scanCode(page: Page): Promise<string> {
  const modules = await page.locator("#code svg").evaluate((svg) => {
    const drawing = svg as unknown as Drawing;
    const size = drawing.viewBox.baseVal.width - 8;
    const dark = drawing.querySelector("path");
    return Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (__, column) => dark.isPointInFill({ x: column + 4.5, y: row + 4.5 })),
    );
  });
  return readQrCode(modules);
}

/** The needed part of an SVG element; Node's types have no documents. */
type Drawing = {
  viewBox: { baseVal: { width: number } };
  querySelector(name: string): { isPointInFill(point: { x: number; y: number }): boolean };
};

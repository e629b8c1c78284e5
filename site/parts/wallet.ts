/** A wallet of the browser, as EIP-1193 describes it. */
type Wallet = Readonly<{ request(call: { method: string; params?: unknown }): Promise<unknown> }>;

export function findWallet(): Wallet | undefined {
  return (window as { ethereum?: Wallet }).ethereum;
}

/** The account that the visitor lets this page use. */
async function accountOf(wallet: Wallet): Promise<string> {
  const [account] = (await wallet.request({ method: "eth_requestAccounts" })) as string[];
  if (account === undefined) throw new Error("The wallet gave no account.");
  return account;
}

/** Signs a text (EIP-191). */
export async function signText(wallet: Wallet, text: string): Promise<string> {
  const account = await accountOf(wallet);
  return (await wallet.request({ method: "personal_sign", params: [toHex(text), account] })) as string;
}

type Transfer = Readonly<{ to: string; valueWei?: string; data?: string; chainId: number }>;

/** Sends a transaction on the given chain; answers with its hash. */
export async function sendTransaction(
  wallet: Wallet,
  { to, valueWei = "0", data, chainId }: Transfer,
): Promise<string> {
  const from = await accountOf(wallet);
  await wallet.request({
    method: "wallet_switchEthereumChain",
    params: [{ chainId: quantity(BigInt(chainId)) }],
  });
  const transaction = { from, to, value: quantity(BigInt(valueWei)), ...(data !== undefined && { data }) };
  return (await wallet.request({ method: "eth_sendTransaction", params: [transaction] })) as string;
}

function quantity(number: bigint): string {
  return `0x${number.toString(16)}`;
}

function toHex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** What a wallet or this page says of a failure; wallets throw plain objects. */
export function problemOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : "The wallet refused.";
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const address = z.templateLiteral(["0x", z.string()]);

/** What `npm start` runs, written down for anyone who wants to try it: the keys in it are of a chain that ends with it. */
export const LocalProduct = z.object({
  pid: z.int(),
  service_url: z.string(),
  agent_url: z.string(),
  rpc_url: z.string(),
  chain_id: z.int(),
  marketplace: address,
  mech: address,
  operator: address,
  x402_asset: address,
  ipfs_addresses: z.array(z.string()),
  api_key: z.string(),
  accounts: z.array(z.object({ address, private_key: address })),
});
export type LocalProduct = z.infer<typeof LocalProduct>;

const fileOf = (dataDir: string): string => join(dataDir, "local-product.json");

export function writeLocalProduct(dataDir: string, product: LocalProduct): void {
  writeFileSync(fileOf(dataDir), `${JSON.stringify(product, undefined, 2)}\n`, { mode: 0o600 });
}

/** The product that is running on this folder; throws a sentence when there is none. */
export function readLocalProduct(dataDir: string): LocalProduct {
  const notRunning = `Nothing is running on ${dataDir}: run npm start, and leave it running.`;
  let text: string;
  try {
    text = readFileSync(fileOf(dataDir), "utf8");
  } catch {
    throw new Error(notRunning);
  }
  const product = LocalProduct.parse(JSON.parse(text));
  try {
    process.kill(product.pid, 0);
  } catch {
    throw new Error(notRunning);
  }
  return product;
}

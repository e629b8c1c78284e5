import { createServer } from "node:net";
import { join } from "node:path";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import config from "../../hardhat.config.ts";
import type { LocalAccount } from "./accounts.ts";

const root = join(import.meta.dirname, "..", "..");
const loopback = "127.0.0.1";
const balanceWei = 10_000n * 10n ** 18n;

/** Hardhat as it is configured here, without its command line: that one would ask for news over the network. */
export async function openHardhat(): Promise<HardhatRuntimeEnvironment> {
  process.env["HARDHAT_DISABLE_TELEMETRY"] = "true";
  return createHardhatRuntimeEnvironment(config, {}, root);
}

/** A chain in this process's memory that answers JSON-RPC on loopback. */
export async function serveChain(
  hardhat: HardhatRuntimeEnvironment,
  { port, chainId, accounts }: { port: number; chainId: number; accounts: readonly LocalAccount[] },
) {
  await requireFree(port);
  const funded = accounts.map(({ privateKey }) => ({ privateKey, balance: balanceWei }));
  const server = await hardhat.network.createServer(
    { network: "local", override: { accounts: funded, chainId } },
    loopback,
    port,
  );
  const listening = await server.listen();
  return {
    url: `http://${loopback}:${listening.port}`,
    close: () => server.close(),
  };
}

/** Hardhat's server does not tell its caller when the port is taken: it throws where nobody can catch. */
async function requireFree(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject).listen(port, loopback, () => probe.close(() => resolve()));
  });
}

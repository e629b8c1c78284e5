import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import type { GatewayProxy } from "./gateway.ts";

const mechx = join(import.meta.dirname, "../../.tools/mech-client/bin/mechx");

/** What the client printed, and the code it ended with. */
export type Told = Readonly<{ code: number; text: string }>;

/** The marketplace's client, as it was published, in a folder of its own. */
export type MechClient = Readonly<{
  run(...args: readonly string[]): Promise<Told>;
  /** Runs a command as it is pasted into a shell, in a folder with the key in `key.txt`. */
  paste(command: string): Promise<Told>;
}> &
  AsyncDisposable;

type Surroundings = Readonly<{
  rpcUrl: string;

  gateway: GatewayProxy;
  account: LocalAccount;
}>;

export async function openMechClient(around: Surroundings): Promise<MechClient> {
  const folder = await mkdtemp(join(tmpdir(), "assay-mech-client-"));
  const [ca, key] = [join(folder, "gateway.pem"), join(folder, "key.txt")];
  await writeFile(ca, around.gateway.ca);
  await writeFile(key, around.account.privateKey);
  const env = {
    PATH: `${dirname(mechx)}:${process.env["PATH"]}`,
    HOME: folder,
    MECHX_CHAIN_RPC: around.rpcUrl,
    HTTPS_PROXY: around.gateway.url,
    NO_PROXY: "127.0.0.1",
    // Read by the two libraries that it asks with.
    REQUESTS_CA_BUNDLE: ca,
    SSL_CERT_FILE: ca,
  };
  return {
    run: async (...args) => {
      const isPaying = args.includes("request") || args.includes("deposit");
      const wallet = isPaying ? ["--key", key] : [];
      const mode = isPaying ? ["--client-mode"] : [];
      return runIn(folder, env, mechx, [...mode, ...args, "--chain-config", "gnosis", ...wallet]);
    },
    paste: async (command) => runIn(folder, env, "/bin/sh", ["-c", command]),
    [Symbol.asyncDispose]: async () => rm(folder, { recursive: true, force: true }),
  };
}

async function runIn(
  cwd: string,
  env: NodeJS.ProcessEnv,
  program: string,
  args: readonly string[],
): Promise<Told> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, timeout: 240_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, text: `${stdout}\n${stderr}` });
    });
  });
}

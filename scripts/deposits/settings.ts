import { parseArgs } from "node:util";
import { z } from "zod";
import {
  chainAddress,
  count,
  httpUrl,
  keyFile,
  privateKey,
  readEnvironment,
} from "../../parts/settings/environment.ts";

export const usage = `npm run deploy:deposits -- [--owner ADDRESS] [--dry-run]

Deploys the deposit contract, and prints the variables that the service and the agent need.

  --owner ADDRESS  who may withdraw payments: a Safe, or an account whose key is not on a server. Without it, the
                   account that deploys, which can transfer it later (transferOwnership, acceptOwnership)
  --dry-run        shows what would be sent and what it would cost, and sends nothing
  --help           this text

Needs CHAIN_RPC_URL and DEPLOYER_PRIVATE_KEY or DEPLOYER_PRIVATE_KEY_FILE; with CHAIN_ID the chain is verified.`;

const Environment = z
  .object({
    CHAIN_RPC_URL: httpUrl,
    CHAIN_ID: count(1, Number.MAX_SAFE_INTEGER).optional(),
    DEPLOYER_PRIVATE_KEY: privateKey.optional(),
    DEPLOYER_PRIVATE_KEY_FILE: keyFile.optional(),
  })
  .transform(({ DEPLOYER_PRIVATE_KEY, DEPLOYER_PRIVATE_KEY_FILE, ...rest }, context) => {
    const key = DEPLOYER_PRIVATE_KEY ?? DEPLOYER_PRIVATE_KEY_FILE;
    if (key !== undefined) return { ...rest, key };
    context.addIssue(
      "DEPLOYER_PRIVATE_KEY must be set, or DEPLOYER_PRIVATE_KEY_FILE to a file that holds it",
    );
    return z.NEVER;
  });

export type DeploySettings = Readonly<{
  rpcUrl: string;
  chainId: number | undefined;
  privateKey: `0x${string}`;
  owner: `0x${string}` | undefined;
  isDry: boolean;
}>;

/** What the command was asked for. Throws a sentence when that makes no sense. */
export function readDeploySettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DeploySettings | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      owner: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  const owner = chainAddress.optional().safeParse(values.owner);
  if (!owner.success) throw new Error(`--owner must be 0x and 40 hexadecimal digits, not "${values.owner}".`);
  const read = readEnvironment(Environment, env);
  return {
    rpcUrl: read.CHAIN_RPC_URL,
    chainId: read.CHAIN_ID,
    privateKey: read.key,
    owner: owner.data,
    isDry: values["dry-run"],
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { endWithBench } from "./end-with-bench.ts";

/** The local chain in a process of its own, as users run it; or by a command that runs it, in a session of its own. */
export async function startChainProcess(by: readonly string[] = []) {
  const [command, ...words] = [...by, process.execPath, "scripts/chain.ts", "--json", "--port", "0"];
  const child = spawn(command!, words, {
    detached: by.length > 0,
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithBench(child);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { env, accounts } = JSON.parse(line) as {
    env: Record<string, string>;
    accounts: { private_key: Hex }[];
  };
  return {
    env,
    payers: accounts.map(({ private_key }) => privateKeyToAccount(private_key)),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

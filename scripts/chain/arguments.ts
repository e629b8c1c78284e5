import { parseArgs } from "node:util";

export const usage = `npm run chain -- [--port N] [--json] [--safe] [--block-time S]

Runs a local chain in memory, with the marketplace, a mech, the ERC-8004 registries, the deposit contract and
the token that x402 pays with on it, until it is stopped.

  --port N        where it listens on loopback; 0 takes any free port          (8545)
  --json          first line: one JSON object with addresses, accounts and env
  --safe          the mech is operated by a Safe that the agent's account owns
  --block-time S  a block every S seconds and no others; without it, a block
                  for each transaction and one every 2 seconds
  --help          this text`;

export type ChainArguments = Readonly<{
  port: number;
  json: boolean;
  safe: boolean;
  mining: { auto: boolean; intervalMs: number };
}>;

const usualPort = 8545;
const usualMining = { auto: true, intervalMs: 2000 };
const maxSeconds = 3600;

/** What the command was asked for. Throws a sentence when that makes no sense. */
export function readArguments(args: readonly string[]): ChainArguments | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      json: { type: "boolean", default: false },
      safe: { type: "boolean", default: false },
      "block-time": { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  return {
    port: values.port === undefined ? usualPort : readPort(values.port),
    json: values.json,
    safe: values.safe,
    mining: values["block-time"] === undefined ? usualMining : readBlockTime(values["block-time"]),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port is a whole number from 0 to 65535, not "${text}".`);
}

function readBlockTime(text: string): ChainArguments["mining"] {
  const seconds = Number(text);
  const intervalMs = Math.round(seconds * 1000);
  if (/^\d*\.?\d+$/.test(text) && intervalMs >= 1 && seconds <= maxSeconds)
    return { auto: false, intervalMs };
  throw new Error(
    `--block-time is a number of seconds up to ${maxSeconds}, such as 5 or 0.5, not "${text}".`,
  );
}

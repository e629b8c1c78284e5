/**
 * Agents, told their environments on standard input. They say on standard error which points they pass. Each stands
 * still at the point that its KILL_AT names; once all do, the process kills itself.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { text } from "node:stream/consumers";
import { readAgentConfig } from "../../agent/config.ts";
import { startAgent } from "../../agent/start.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
// Loaded here, before there is work: otherwise it would be loaded while the agent runs.
import "../../parts/ipfs/kubo/kubo.ts";
import { openIpfs } from "../../parts/ipfs/open-ipfs.ts";
import { openStore, storePlace } from "../../parts/store/open-store.ts";
import { watched, type Reach } from "./agent-points.ts";

type Environment = Readonly<Record<string, string>>;

// A killed process does not reach the code that would load it.
flushCompileCache();
const { fetch } = globalThis;
/** Which of the agents calls. */
const asking = new AsyncLocalStorage<typeof fetch>();
globalThis.fetch = async (input, init) => (asking.getStore() ?? fetch)(input, init);
const stopping = new AbortController();
const environments = JSON.parse(await text(process.stdin)) as Environment[];
let standing = 0;

function reachUntil(killAt: string, agent: number): Reach {
  const [at, arrival] = killAt.split("|");
  const arrivals = new Map<string, number>();
  // Nothing is awaited, so that nothing else happens in between.
  return (point) => {
    const arrived = (arrivals.get(point) ?? 0) + 1;
    arrivals.set(point, arrived);
    writeSync(2, `${JSON.stringify({ event: "reached", agent, point, arrived })}\n`);
    if (point !== at || arrived !== Number(arrival)) return "go on";
    standing += 1;
    if (standing === environments.length) process.kill(process.pid, "SIGKILL");
    return "stand still";
  };
}

async function run({ KILL_AT = "", ...env }: Environment, agent: number): Promise<void> {
  const config = readAgentConfig(env);
  const { DATA_DIR: dataDir, IPFS_API_URL: apiUrl } = config;
  const log = openLog(config.LOG_LEVEL);
  await using store = await openStore(storePlace(config), log);
  await using ipfs = await openIpfs({ dataDir, apiUrl, clock: systemClock, log });
  const parts = watched({ store, ipfs, fetch }, reachUntil(KILL_AT, agent));
  await asking.run(parts.fetch, async () => {
    await using running = await startAgent(config, stopping.signal, {
      log,
      store: parts.store,
      ipfs: parts.ipfs,
    });
    await running.ended;
  });
}

process.once("SIGTERM", () => stopping.abort());
await Promise.all(environments.map(run));

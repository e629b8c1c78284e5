import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAgentConfig } from "../../agent/config.ts";
import type { AgentOverrides } from "../../agent/parts.ts";
import { startAgent, type Agent } from "../../agent/start.ts";
import { openLog } from "../../platform/log.ts";
import { readRequest, type MarketplaceRequest } from "../../service/parts/marketplace-request.ts";
import { openStore } from "../../service/parts/store/open.ts";
import type { JournalEntry } from "../../service/parts/store/journal.ts";
import { patienceMs } from "./until.ts";

export type TestAgent = Agent &
  Readonly<{
    dataDir: string;
    /** The journal's entry of a request; rejects while there is none. */
    entry(id: string): Promise<JournalEntry & { request: MarketplaceRequest }>;
    /** Resolves when a request has come to one of these states. */
    reaches(
      id: string,
      ...states: JournalEntry["state"][]
    ): Promise<JournalEntry & { request: MarketplaceRequest }>;
  }>;

/** The whole agent in this process, quick to look and with a folder of its own unless `DATA_DIR` is given. */
export async function openTestAgent(
  env: Readonly<Record<string, string>>,
  overrides: AgentOverrides = {},
): Promise<TestAgent> {
  await using opening = new AsyncDisposableStack();
  const dataDir =
    env["DATA_DIR"] ??
    opening.adopt(await mkdtemp(join(tmpdir(), "assay-agent-")), async (path) =>
      rm(path, { recursive: true, force: true }),
    );
  const config = readAgentConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    AGENT_PORT: "0",
    AGENT_POLL_MS: "50",
    // Nobody listens there: a test that wants the service says where it is.
    SERVICE_URL: "http://127.0.0.1:9",
    ...env,
  });
  const { clock } = overrides;
  // Leases run out as time passes for the agent that is left.
  const store =
    overrides.store ??
    (clock &&
      opening.use(await openStore({ dataDir, redisUrl: config.REDIS_URL, clock }, openLog("silent"))));
  const agent = opening.use(
    await startAgent(config, new AbortController().signal, { ...overrides, ...(store && { store }) }),
  );
  const { market } = agent.parts;
  const entry = async (id: string) => {
    const found = await agent.parts.store.readEntry(market.book, id);
    if (!found) throw new Error(`The journal has no request ${id}.`);
    return { ...found, request: readRequest(found) };
  };
  const opened = opening.move();
  return {
    ...agent,
    dataDir,
    entry,
    reaches: async (id, ...states) => {
      const deadlineMs = performance.now() + patienceMs;
      for (;;) {
        const found = await entry(id).catch(() => undefined);
        if (found && states.includes(found.state)) return found;
        if (performance.now() > deadlineMs) {
          const stands = found ? `${found.state}: ${found.request.problem ?? "no problem"}` : "not there";
          throw new Error(`Request ${id} did not become ${states.join(" or ")}; it is ${stands}.`);
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

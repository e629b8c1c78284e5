import { rm } from "node:fs/promises";
import { readAgentConfig, type AgentConfig } from "../../agent/config.ts";
import { openAgentParts, type AgentOverrides, type AgentParts } from "../../agent/parts.ts";
import { startAgent, type Agent } from "../../agent/start.ts";
import { openLog } from "../../platform/log.ts";
import { readRequest, type MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { openStore, storePlace } from "../../parts/store/open-store.ts";
import type { JournalEntry } from "../../parts/store/journal.ts";
import { createDataFolder } from "./data-folder.ts";
import { openStoreFile } from "./inline-store.ts";
import { createPause, patienceMs } from "./until.ts";

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

type Env = Readonly<Record<string, string>>;

/** The parts of an agent that does nothing by itself: a test takes its steps one by one. */
export async function openTestParts(env: Env, overrides: AgentOverrides = {}): Promise<AgentParts> {
  await using opening = new AsyncDisposableStack();
  const settings = await openSettings(opening, env, overrides);
  const parts = opening.use(
    await openAgentParts(settings.config, new AbortController().signal, settings.overrides),
  );
  const opened = opening.move();
  return { ...parts, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

/** The whole agent in this process, with quick polls and its own folder unless `DATA_DIR` is given. */
export async function openTestAgent(env: Env, overrides: AgentOverrides = {}): Promise<TestAgent> {
  await using opening = new AsyncDisposableStack();
  const settings = await openSettings(opening, env, overrides);
  const agent = opening.use(
    await startAgent(settings.config, new AbortController().signal, settings.overrides),
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
    dataDir: settings.config.DATA_DIR,
    entry,
    reaches: async (id, ...states) => {
      const pause = createPause();
      const deadlineMs = performance.now() + patienceMs;
      for (;;) {
        const found = await entry(id).catch(() => undefined);
        if (found && states.includes(found.state)) return found;
        if (performance.now() > deadlineMs) {
          const stands = found ? `${found.state}: ${found.request.problem ?? "no problem"}` : "not there";
          throw new Error(`Request ${id} did not become ${states.join(" or ")}; it is ${stands}.`);
        }
        await pause();
      }
    },
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

async function openSettings(
  opening: AsyncDisposableStack,
  env: Env,
  overrides: AgentOverrides,
): Promise<{ config: AgentConfig; overrides: AgentOverrides }> {
  const dataDir =
    env["DATA_DIR"] ??
    opening.adopt(await createDataFolder("agent"), async (path) =>
      rm(path, { recursive: true, force: true }),
    );
  const config = readAgentConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    AGENT_PORT: "0",
    AGENT_POLL_MS: "50",
    // Nothing listens there: a test that needs the service gives its address.
    SERVICE_URL: "http://127.0.0.1:9",
    ...env,
  });
  const { clock, store } = overrides;
  if (store) return { config, overrides };
  // Leases expire by the time of the agent that is left.
  const opened =
    (await openStoreFile(config, clock)) ??
    (await openStore({ ...storePlace(config), ...(clock && { clock }) }, openLog("silent")));
  return { config, overrides: { ...overrides, store: opening.use(opened) } };
}

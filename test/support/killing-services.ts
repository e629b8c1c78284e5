/**
 * Services on one engine, told their environments on standard input. Each stands still at the point that its KILL_AT
 * names; once all do, the process kills itself. They say on standard error where they listen.
 */
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { text } from "node:stream/consumers";
import { readConfig } from "../../service/config.ts";
import { openLog } from "../../platform/log.ts";
import type { Overrides } from "../../service/parts.ts";
import { openStore, storePlace } from "../../parts/store/open-store.ts";
import type { Store } from "../../parts/store/store.ts";
import { serve } from "../../service/serve.ts";

type Environment = Readonly<Record<string, string>>;

/** Where in a call a service pauses, and at which call: earlier calls wait there too. */
type Point = Readonly<{ at: string; call: number }>;

const environments = JSON.parse(await text(process.stdin)) as Environment[];
let standing = 0;

function stand(): void {
  standing += 1;
  if (standing === environments.length) process.kill(process.pid, "SIGKILL");
}

function standingStill(store: Store, { at, call }: Point): Store {
  let arrived = 0;
  async function reach(place: string): Promise<void> {
    if (place !== at) return;
    arrived += 1;
    if (arrived === call) stand();
    await new Promise(() => {});
  }
  return {
    ...store,
    beginCall: async (taken) => {
      await reach("before beginCall");
      const begun = await store.beginCall(taken);
      await reach("after beginCall");
      if (at === "during the work" && (arrived += 1) === call) setTimeout(stand, 20);
      return begun;
    },
    keepCall: async (id, answer) => {
      // Work that ends before the process dies is not kept: the others are still in progress.
      if (at === "during the work") await new Promise(() => {});
      await reach("before keepCall");
      const kept = await store.keepCall(id, answer);
      await reach("after keepCall");
      return kept;
    },
    claimPayment: async (claim) => {
      const claiming = await store.claimPayment(claim);
      await reach("after claimPayment");
      return claiming;
    },
    keepWork: async (...work) => {
      await reach("before keepWork");
      const kept = await store.keepWork(...work);
      await reach("after keepWork");
      return kept;
    },
    settlePayment: async (...settled) => {
      await reach("before settlePayment");
      const written = await store.settlePayment(...settled);
      await reach("after settlePayment");
      return written;
    },
  };
}

await using services = new AsyncDisposableStack();
let shared: Overrides = {};
const urls: string[] = [];
const log = openLog("info");
for (const { KILL_AT = "", ...env } of environments) {
  const [at = "", call = "1"] = KILL_AT.split("|");
  const config = readConfig(env);
  const store = services.use(await openStore(storePlace(config), log));
  const overrides = { ...shared, store: standingStill(store, { at, call: Number(call) }) };
  const { url, parts } = services.use(await serve(config, overrides));
  shared = { engine: parts.engine, json: parts.json };
  urls.push(url);
}
flushCompileCache(); // it never reaches the exit at which Node would do that
log.info("listening", { urls });
await once(process, "SIGTERM");

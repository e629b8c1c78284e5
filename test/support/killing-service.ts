import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { readConfig } from "../../service/config.ts";
import { openLog } from "../../platform/log.ts";
import { openStore, storePlace } from "../../service/parts/store/open.ts";
import type { Store } from "../../service/parts/store/store.ts";
import { serve } from "../../service/serve.ts";

/** Where in a call the process is killed, and by which call: those before it wait there for it. */
type Point = Readonly<{ at: string; call: number }>;

function killing(store: Store, { at, call }: Point): Store {
  let arrived = 0;
  const die = (): void => void process.kill(process.pid, "SIGKILL");
  async function reach(place: string): Promise<void> {
    if (place !== at) return;
    arrived += 1;
    if (arrived === call) die();
    await new Promise(() => {});
  }
  return {
    ...store,
    beginCall: async (taken) => {
      await reach("before beginCall");
      const begun = await store.beginCall(taken);
      await reach("after beginCall");
      if (at === "during the work" && (arrived += 1) === call) setTimeout(die, 20);
      return begun;
    },
    keepCall: async (id, answer) => {
      // Work that is done before the process dies is not kept: the others are still on their way.
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

const [at = "", call = "1"] = (process.env["KILL_AT"] ?? "").split("|");
const config = readConfig(process.env);
const log = openLog(config.LOG_LEVEL);
await using store = await openStore(storePlace(config), log);
await using service = await serve(config, { store: killing(store, { at, call: Number(call) }) });
flushCompileCache(); // it will not come to an end at which Node would do that
log.info("listening", { url: service.url });
await once(process, "SIGTERM");

import { readConfig } from "../../service/config.ts";
import { serve } from "../../service/serve.ts";
import { openLog } from "../../platform/log.ts";

/**
 * The service, with a meter on the thread that answers everybody. A timer that is due every ten milliseconds notes how
 * much the thread has worked since it last came: what holds the thread up counts whole, and a machine that is busy with
 * other things counts for nothing, which the clock on the wall could not tell apart.
 */
const samples: number[] = [];
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  samples.push((user + system) / 1000);
  before = process.threadCpuUsage();
}, 10).unref();

process.on("message", () => process.send!(samples.splice(0)));

const config = readConfig(process.env);
const service = await serve(config);
openLog("info").info("listening", { url: service.url });

import { isMainThread } from "node:worker_threads";

/**
 * Loaded before a program, puts a meter on its main thread, which answers everybody. A timer that is due every ten
 * milliseconds notes how much the thread has worked since it last came: what holds the thread up counts whole, and a
 * machine that is busy with other things counts for nothing, which the clock on the wall could not tell apart.
 */
if (isMainThread && process.send) {
  const samples: number[] = [];
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    samples.push((user + system) / 1000);
    before = process.threadCpuUsage();
  }, 10).unref();
  process.on("message", () => process.send!(samples.splice(0)));
  process.channel?.unref();
}

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { behindOthers } from "../helper-priority.ts";
import type { AttackReport, Orders, Told } from "./attackers-process.ts";

const file = fileURLToPath(new URL("./attackers-process.ts", import.meta.url));

/** Attacks from a process of its own: making what is sent must not hold up the one that times the honest caller. */
export async function attackFrom(
  orders: Orders,
  onProgress: (done: number, of: number) => void,
): Promise<AttackReport> {
  const [command, ...words] = [...behindOthers, process.execPath, file];
  const child = spawn(command!, words, {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const report = Promise.withResolvers<AttackReport>();
  child.on("message", (told: Told) => {
    if ("done" in told) onProgress(told.done, told.of);
    else report.resolve(told);
  });
  child.once("exit", (code) => report.reject(new Error(`The attackers ended with ${code}.`)));
  child.send(orders);
  return report.promise;
}

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { inTools } from "./paths.mjs";
import { identityOf, isAlive, pidOf } from "./process-identity.mjs";
import { say } from "./progress.mjs";
import { isToolAlive, startLog } from "./run-tool.mjs";
import { interruption } from "./signals.mjs";

const lockFile = inTools("setup.lock");

/**
 * One set-up at a time works on this checkout; the next one waits and then finds most of it done.
 * @param {() => Promise<void>} work
 */
export async function withLock(work) {
  mkdirSync(inTools(), { recursive: true });
  await takeLock();
  try {
    startLog();
    await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

async function takeLock() {
  let told = false;
  while (!tryToTake()) {
    const holder = readHolder();
    if (!holder) continue;
    if (!isAlive(holder) && !isToolAlive()) {
      removeLockOf(holder);
      continue;
    }
    if (!told) say("waiting", `for the set-up of process ${pidOf(holder)} …`);
    told = true;
    await wait(200, undefined, { signal: interruption });
  }
}

function tryToTake() {
  // A link appears with its content, so nobody ever reads a lock without a holder.
  const mine = `${lockFile}.${process.pid}`;
  writeFileSync(mine, identityOf(process.pid));
  try {
    linkSync(mine, lockFile);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(mine);
  }
}

function readHolder() {
  try {
    return readFileSync(lockFile, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Removes a dead holder's lock, and never the lock of a waiter that was faster.
 * @param {string} holder
 */
function removeLockOf(holder) {
  const claim = `${lockFile}.dead-${holder.replace(" ", "-")}`;
  try {
    writeFileSync(claim, "", { flag: "wx" });
  } catch {
    return;
  }
  if (readHolder() === holder) rmSync(lockFile);
  rmSync(claim);
}

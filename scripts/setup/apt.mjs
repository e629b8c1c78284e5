import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { runOnce } from "./run-tool.mjs";
import { interruption } from "./signals.mjs";

const lockTimeoutS = 300;
const lockRetryS = 3;

export function mayUseApt() {
  return process.getuid?.() === 0 && allOnPath("apt-get").length > 0;
}

/** @type {Promise<unknown> | undefined} */
let listsRefreshed;

/** @type {Promise<unknown>} */
let lastInstalled = Promise.resolve();

/**
 * One after another: apt-get lets nobody in beside itself.
 * @param {string} packageName
 */
export async function aptInstall(packageName) {
  const installed = lastInstalled.then(() => install(packageName));
  lastInstalled = installed.catch(() => undefined);
  return installed;
}

/** @param {string} packageName */
async function install(packageName) {
  const allowServices = forbidServices();
  try {
    listsRefreshed ??= aptGet(["update"]);
    // Lists that could not be refreshed are often good enough; what they lack, the installation will say.
    await listsRefreshed;
    const { code, output } = await aptGet(["install", "-y", "--no-install-recommends", packageName]);
    if (code !== 0) throw new SetupFailure(`apt-get could not install ${packageName}.`, output);
  } finally {
    allowServices();
  }
}

/** @param {string[]} args */
async function aptGet(args) {
  const options = ["-o", `DPkg::Lock::Timeout=${lockTimeoutS}`, "-o", "Acquire::Retries=3"];
  for (let waitedS = 0; ; waitedS += lockRetryS) {
    const end = await runOnce(["apt-get", "-q", ...options, ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      canBeCutOff: false,
    });
    // The option above waits for dpkg's lock only, not for the one on the package lists.
    if (end.code === 0 || !end.output.includes("Could not get lock") || waitedS >= lockTimeoutS) return end;
    await wait(lockRetryS * 1000, undefined, { signal: interruption });
  }
}

/**
 * Debian starts what it installs, and makes PostgreSQL a cluster; our tests start their own servers, on their own
 * ports, with clusters of their own.
 */
function forbidServices() {
  const undo = [
    unlessThere("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n"),
    unlessThere("/etc/postgresql-common/createcluster.d/assay.conf", "create_main_cluster = false\n"),
  ];
  return () => undo.forEach((remove) => remove());
}

/**
 * Writes a file, and answers how to remove it again.
 * @param {string} file
 * @param {string} text
 */
function unlessThere(file, text) {
  if (existsSync(file)) return () => {};
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
  return () => rmSync(file, { force: true });
}

import { readFileSync } from "node:fs";

/**
 * A process and when it started, since process numbers come round again.
 * @param {number} pid
 */
export function identityOf(pid) {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "";
    return `${pid} ${afterName.split(" ")[19]}`;
  } catch {
    return `${pid} -`;
  }
}

/** @param {string} identity */
export function pidOf(identity) {
  return Number(identity.split(" ")[0]);
}

/** @param {string} identity */
export function isAlive(identity) {
  const pid = pidOf(identity);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return identityOf(pid) === identity;
}

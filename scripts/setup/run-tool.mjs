import { spawn } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { SetupFailure } from "./failure.mjs";
import { inTools, root } from "./paths.mjs";
import { identityOf, isAlive } from "./process-identity.mjs";
import { interruption } from "./signals.mjs";

const logFile = inTools("setup.log");
/** One for each tool at work. */
const toolFiles = "setup-tool.";
const networkTrouble =
  /ECONNRESET|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ERR_SOCKET|socket hang up|network|timed out|Connection (?:aborted|broken|reset)|Temporary failure|\b50[234]\b/i;

export function startLog() {
  writeFileSync(logFile, "");
}

/** @param {string} text */
export function appendToLog(text) {
  appendFileSync(logFile, text);
}

/** A set-up killed outright leaves its tools behind, still at work on the same files. */
export function isToolAlive() {
  const files = readdirSync(inTools()).filter((file) => file.startsWith(toolFiles));
  return files.some((file) => isAlive(readFileSync(inTools(file), "utf8")));
}

/**
 * Runs a tool with its output in the log, a second time when the network failed it.
 * @param {string[]} command
 * @param {{ advice: string, env?: NodeJS.ProcessEnv, isLessUrgent?: boolean }} how The advice ends the sentence of a failure. What is
 * less urgent leaves the processors to what others wait for.
 */
export async function runTool(command, { advice, env = process.env, isLessUrgent = false }) {
  const how = { env, canBeCutOff: true, isLessUrgent };
  let end = await runOnce(command, how);
  if (end.code !== 0 && networkTrouble.test(end.output)) end = await runOnce(command, how);
  if (end.code !== 0) throw new SetupFailure(`${shortly(command)} failed: ${advice}`, end.output);
}

/**
 * @param {string[]} command
 * @param {{ env: NodeJS.ProcessEnv, canBeCutOff: boolean, isLessUrgent?: boolean }} how Only what can be cut off anywhere is killed by an interruption.
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function runOnce([file = "", ...args], { env, canBeCutOff, isLessUrgent = false }) {
  let output = "";
  /** @param {string} text */
  const keep = (text) => {
    output += text;
    appendToLog(text);
  };

  return new Promise((resolve, reject) => {
    appendToLog(`\n$ ${[file, ...args].join(" ")}\n`);
    const child = spawn(file, args, {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      ...(canBeCutOff && { signal: interruption, killSignal: "SIGKILL" }),
    });
    const toolFile = inTools(`${toolFiles}${child.pid}`);
    if (child.pid) writeFileSync(toolFile, identityOf(child.pid));
    if (child.pid && isLessUrgent) standBack(child.pid);
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => keep(`${error.message}\n`));
    child.on("close", (code) => {
      rmSync(toolFile, { force: true });
      if (interruption.aborted) reject(interruption.reason);
      else resolve({ code, output });
    });
  });
}

/**
 * It may have ended already.
 * @param {number} pid
 */
function standBack(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Nobody waits for it then.
  }
}

/** @param {string[]} command */
function shortly(command) {
  const words = command.map((word) => word.split("/").at(-1) ?? word);
  return `\`${words.slice(0, 4).join(" ")}${words.length > 4 ? " …" : ""}\``;
}

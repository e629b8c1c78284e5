import { spawn } from "node:child_process";
import { nodeEnvironment } from "./node.mjs";
import { exitCodeOf, onSignals } from "./signals.mjs";

/**
 * Runs the command in this process's place, as far as anyone outside can tell.
 * @param {string[]} command
 * @param {Record<string, string>} environment What it is told besides this process's own environment.
 * @returns {Promise<void>}
 */
export function runCommand([file = "", ...args], environment) {
  return new Promise((resolve) => {
    const env = { ...nodeEnvironment(), ...environment };
    const child = spawn(file, args, { stdio: "inherit", env });
    const stopForwarding = onSignals((signal) => {
      // Ctrl-C in a terminal reaches the command too; a second SIGINT would tell it to stop without care.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      child.kill(signal);
    });

    child.on("error", (error) => {
      stopForwarding();
      process.stderr.write(`${file} could not be started: ${error.message}\n`);
      process.exitCode = 127;
      resolve();
    });
    child.on("exit", (code, signal) => {
      stopForwarding();
      process.exitCode = code ?? (signal ? exitCodeOf(signal) : 1);
      if (signal) process.kill(process.pid, signal);
      resolve();
    });
  });
}

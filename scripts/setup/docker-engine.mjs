import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { delimiter } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { aptInstall, mayUseApt } from "./apt.mjs";
import { dockerAnswers } from "./docker-api.mjs";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { inTools } from "./paths.mjs";
import { say, timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";
import { interruption } from "./signals.mjs";

const name = "docker";
const startTimeoutMs = 30_000;

/**
 * A Docker engine that answers. Without one, code cannot be run, so a lack is told and not fatal.
 * @type {import("../setup.mjs").Step}
 */
export const dockerEngine = {
  name,

  async inPlace() {
    return process.env.SANDBOX === "off" || (await dockerAnswers());
  },

  async install() {
    try {
      await startEngine();
    } catch (error) {
      if (!(error instanceof SetupFailure)) throw error;
      say(name, `${error.message} Until then mode execute is off.`);
    }
  },
};

async function startEngine() {
  if (process.env.DOCKER_HOST) {
    throw new SetupFailure("No Docker engine answers at DOCKER_HOST: start it, or unset the variable.");
  }
  if (process.getuid?.() !== 0) {
    throw new SetupFailure("No Docker engine answers: start one that this user may use (group docker).");
  }
  if (!enginePath() && mayUseApt()) {
    await timed(name, "apt-get install docker.io", () => aptInstall("docker.io"));
  }
  const engine = enginePath();
  if (!engine) throw new SetupFailure("There is no Docker engine here: install one.");
  await timed(name, "starting the engine", () => launch(engine));
}

function enginePath() {
  return [...allOnPath("dockerd"), "/usr/sbin/dockerd"].find((file) => existsSync(file));
}

/** @param {string} engine */
async function launch(engine) {
  if (existsSync("/run/systemd/system")) {
    await runTool(["systemctl", "start", "docker"], { advice: "see `journalctl -u docker`." });
  } else {
    launchDetached(engine);
  }
  const startedAt = performance.now();
  while (!(await dockerAnswers())) {
    if (performance.now() - startedAt > startTimeoutMs) {
      throw new SetupFailure("The Docker engine does not start: see .tools/dockerd.log.");
    }
    await wait(100, undefined, { signal: interruption });
  }
}

/**
 * It outlives the command, and the next set-up finds it by its socket. Boxes have no network, so neither bridge
 * nor firewall rules are made on this machine.
 * @param {string} engine
 */
function launchDetached(engine) {
  const log = openSync(inTools("dockerd.log"), "a");
  const noNetwork = ["--bridge=none", "--iptables=false", "--ip6tables=false", "--ip-forward=false"];
  const child = spawn(engine, [...noNetwork, "--ip-masq=false", "--userland-proxy=false"], {
    cwd: "/",
    detached: true,
    // It looks for containerd and runc there.
    env: { ...process.env, PATH: [process.env.PATH, "/usr/sbin", "/sbin"].join(delimiter) },
    stdio: ["ignore", log, log],
  });
  child.on("error", () => undefined);
  child.unref();
  closeSync(log);
}

/**
 * Brings what a command needs into the checkout, then runs the command under Node 24.
 * Plain JavaScript without packages: it runs on the machine's own Node, before anything is installed.
 */
import { cluster } from "./setup/cluster.mjs";
import { runCommand } from "./setup/command.mjs";
import { contracts } from "./setup/contracts.mjs";
import { debianPackages } from "./setup/debian-packages.mjs";
import { dockerEngine } from "./setup/docker-engine.mjs";
import { asFailure } from "./setup/failure.mjs";
import { gvisor, gvisorShim } from "./setup/gvisor.mjs";
import { helm } from "./setup/helm.mjs";
import { kubo } from "./setup/kubo.mjs";
import { withLock } from "./setup/lock.mjs";
import { node24 } from "./setup/node.mjs";
import { nodeBase } from "./setup/node-base.mjs";
import { packages } from "./setup/packages.mjs";
import { reportFailure } from "./setup/progress.mjs";
import { pythonTools } from "./setup/python-tools.mjs";
import { sandboxImage } from "./setup/sandbox-image.mjs";
import { sandboxPackages } from "./setup/sandbox-packages.mjs";
import { interruption, interruptWhenSignalled } from "./setup/signals.mjs";
import { site } from "./setup/site.mjs";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} [after] The steps that it needs, by name. All others may be installed at the same time.
 * @property {() => boolean | Promise<boolean>} inPlace Answers in milliseconds: it is asked before every command.
 * @property {() => Promise<void>} install Safe to repeat after having been cut off anywhere.
 * @property {() => Record<string, string>} [environment] What the command is told about it.
 */

const typeChecker = pythonTools({
  name: "python",
  folder: ".tools/python",
  requirements: "scripts/setup/python-requirements.txt",
});
const benchTools = pythonTools({
  name: "bench",
  folder: ".tools/bench-python",
  requirements: "scripts/setup/bench-requirements.txt",
});
const clientTools = pythonTools({
  name: "clients",
  folder: ".tools/clients-python",
  requirements: "scripts/setup/clients-requirements.txt",
});
const mechClient = pythonTools({
  name: "mech-client",
  folder: ".tools/mech-client",
  requirements: "scripts/setup/mech-client-requirements.txt",
  built: ["halo", "python-baseconv", "varint"],
});
const testServers = debianPackages([
  { package: "redis-server", command: "redis-server", users: "the tests of what is shared in Redis" },
  {
    package: "postgresql-15",
    command: "initdb",
    // Debian keeps the server's programs off the path.
    folder: "/usr/lib/postgresql/15/bin",
    users: "the tests of the PostgreSQL store",
  },
  {
    package: "chromium-headless-shell",
    command: "chromium-headless-shell",
    users: "the tests in a browser",
  },
  { package: "neovim", command: "nvim", users: "the test of the language server in Neovim" },
]);

const rulesChecker = debianPackages([
  { package: "prometheus", command: "promtool", users: "the check of the alert rules" },
]);

const ownPackages = sandboxPackages();
const sandbox = [ownPackages.step, sandboxImage(ownPackages)];
const testPackages = sandboxPackages("pytest==9.2.0");
const testSandbox = [testPackages.step, sandboxImage(testPackages)];

/** The steps of each profile, what is needed before what needs it. A new step is a file in scripts/setup and a word here. */
const tools = [node24, packages, typeChecker, site];
const engine = [...tools, contracts, dockerEngine];
const start = [...engine, ...sandbox];
/** @type {Record<string, Step[]>} */
const profiles = {
  start,
  service: [...tools, ...sandbox],
  chain: [node24, packages, contracts],
  checks: [...tools, contracts],
  tests: [...engine, ...testSandbox, testServers, clientTools],
  bench: [...start, benchTools],
  kubo: [node24, packages, kubo],
  gvisor: [...engine, ...testSandbox, gvisor],
  cluster: [...engine, ...testSandbox, cluster, gvisor, gvisorShim, helm],
  "mech-client": [node24, packages, typeChecker, contracts, mechClient],
  alerts: [rulesChecker],
  images: [...engine, ...testSandbox, nodeBase],
  helm: [node24, packages, helm],
};

const usage = `Usage: node scripts/setup.mjs <profile> -- <command…>

Installs what the profile needs, then runs the command under Node 24.

Profiles:
${Object.entries(profiles)
  .map(([name, steps]) => `  ${name.padEnd(11)} ${steps.map((step) => step.name).join(", ")}`)
  .join("\n")}

Everything goes under .tools and node_modules, except Debian packages, which only root installs.
Full output of the last set-up: .tools/setup.log
`;

/** @param {Step[]} steps */
async function setUp(steps) {
  const inPlace = await Promise.all(steps.map(async (step) => step.inPlace()));
  if (inPlace.every(Boolean)) return;
  await withLock(() => installAll(steps));
}

/**
 * Side by side, as far as they do not need each other. When one fails, the others still come to their end.
 * @param {Step[]} steps
 */
async function installAll(steps) {
  /** @type {Map<string, Promise<void>>} */
  const begun = new Map();
  for (const step of steps) {
    // A profile may leave out what its commands can do without.
    const needed = (step.after ?? []).flatMap((name) => begun.get(name) ?? []);
    begun.set(step.name, installAfter(needed, step));
  }
  const failed = (await Promise.allSettled(begun.values())).find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

/**
 * @param {Promise<void>[]} needed
 * @param {Step} step
 */
async function installAfter(needed, step) {
  await Promise.all(needed);
  if (!(await step.inPlace())) await step.install();
}

/** @param {Step[]} steps */
function environmentOf(steps) {
  return Object.assign({}, ...steps.map((step) => step.environment?.()));
}

/** @param {string[]} args */
async function main([profile = "", separator, ...command]) {
  if (profile === "--help" || profile === "-h") {
    process.stdout.write(usage);
    return;
  }
  const steps = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (!steps || separator !== "--" || command.length === 0) {
    process.stderr.write(steps || !profile ? usage : `Unknown profile "${profile}".\n\n${usage}`);
    process.exitCode = 2;
    return;
  }

  const stopListening = interruptWhenSignalled();
  try {
    await setUp(steps);
  } catch (error) {
    if (interruption.aborted) return;
    process.exitCode = 1;
    reportFailure(asFailure(error));
    return;
  } finally {
    stopListening();
  }
  if (!interruption.aborted) await runCommand(command, environmentOf(steps));
}

await main(process.argv.slice(2));

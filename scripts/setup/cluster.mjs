import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { inRoot, inTools } from "./paths.mjs";
import { timed } from "./progress.mjs";
import { runOnce, runTool } from "./run-tool.mjs";
import { stampFor } from "./stamp.mjs";

const name = "cluster";
const kubernetes = "1.35.4";
const suite = "trixie";
const packages = ["containerd", "kubectl", "containernetworking-plugins"];
const source = inRoot("scripts/setup/cluster");
const folder = inTools("cluster");
const parts = inTools("cluster", "node-parts");
const root = inTools("cluster", "root");
const stamp = stampFor(name);

/**
 * The programs of a cluster of one node: Kubernetes and etcd built once into one program, ten minutes of processor time,
 * and the rest from Debian's packages, unpacked and not installed. Only the commands that start a cluster ask for them.
 * @type {import("../setup.mjs").Step}
 */
export const cluster = {
  name,

  inPlace() {
    return stamp.matches(ingredients()) && existsSync(parts) && existsSync(root);
  },

  async install() {
    if (process.getuid?.() !== 0) throw new SetupFailure("Only root can start a cluster on this machine.");
    stamp.remove();
    mkdirSync(folder, { recursive: true });
    await timed(name, `Kubernetes ${kubernetes}, which takes many minutes`, build);
    await timed(name, packages.join(", "), unpack);
    stamp.write(ingredients());
  },

  environment() {
    return { CLUSTER_PARTS: parts, CLUSTER_ROOT: root };
  },
};

function ingredients() {
  const files = ["main.go", "go.mod", "go.sum"].map((file) => readFileSync(`${source}/${file}`, "utf8"));
  return [...files, suite, ...packages, process.arch];
}

async function build() {
  const [go] = allOnPath("go");
  if (!go) throw new SetupFailure("Kubernetes is built with Go: install Go 1.25 or newer and try again.");
  const version = "k8s.io/component-base/version";
  const [major, minor] = kubernetes.split(".");
  const known = { gitVersion: `v${kubernetes}`, gitMajor: major, gitMinor: minor };
  const flags = Object.entries(known).map(([key, value]) => `-X ${version}.${key}=${value}`);
  await runTool(
    [
      "nice",
      go,
      "build",
      "-C",
      source,
      "-trimpath",
      "-ldflags",
      ["-s -w", ...flags].join(" "),
      "-o",
      parts,
      ".",
    ],
    {
      advice: "check that Go is 1.25 or newer and reaches its module proxy, and try again.",
      env: { ...process.env, GOWORK: "off", CGO_ENABLED: "0" },
    },
  );
}

/** With lists and a cache of their own: what this machine has installed is neither asked nor changed. */
async function unpack() {
  const apt = `${folder}/apt`;
  const debs = `${folder}/debs`;
  for (const old of [apt, debs, root]) rmSync(old, { recursive: true, force: true });
  for (const needed of [`${apt}/lists/partial`, `${apt}/cache/archives/partial`, debs, root])
    mkdirSync(needed, { recursive: true });
  const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
  writeFileSync(`${apt}/sources.list`, `deb [signed-by=${keyring}] ${await mirror()} ${suite} main\n`);
  const own = {
    "Dir::Etc::sourcelist": `${apt}/sources.list`,
    "Dir::Etc::sourceparts": "/dev/null",
    "Dir::State::lists": `${apt}/lists`,
    "Dir::State::status": "/dev/null",
    "Dir::Cache": `${apt}/cache`,
  };
  const options = Object.entries(own).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  const advice = "check that apt-get reaches Debian's packages.";
  await runTool(["apt-get", "-q", ...options, "update"], { advice });
  await runTool(["env", "-C", debs, "apt-get", "-q", ...options, "download", ...packages], { advice });
  for (const deb of readdirSync(debs))
    await runTool(["dpkg", "-x", `${debs}/${deb}`, root], { advice: "check that the disk is not full." });
  for (const done of [apt, debs]) rmSync(done, { recursive: true });
}

async function mirror() {
  const asked = [
    "apt-get",
    "indextargets",
    "--format",
    "$(REPO_URI)",
    "Created-By: Packages",
    "Label: Debian",
  ];
  const { output } = await runOnce(asked, { env: process.env, canBeCutOff: true });
  return output.split("\n").find((line) => line.startsWith("http")) ?? "http://deb.debian.org/debian";
}

import { aptInstall, mayUseApt } from "./apt.mjs";
import { SetupFailure } from "./failure.mjs";
import { allOnPath } from "./on-path.mjs";
import { timed } from "./progress.mjs";
import { runOnce, runTool } from "./run-tool.mjs";

/** Of Debian 13, as the public images that ours stand on. */
const suite = "trixie";

/**
 * A folder of Debian's packages, from where this machine takes its own.
 * @param {string} tree
 * @param {{ step: string, packages: string[], options: string[] }} how
 */
export async function mmdebstrap(tree, { step, packages, options }) {
  await haveMmdebstrap(step);
  await runTool(
    [
      "mmdebstrap",
      "--format=directory",
      "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
      `--include=${packages.join(",")}`,
      ...options,
      suite,
      tree,
      ...(await machinesMirror()),
    ],
    { advice: "check that apt-get reaches Debian's packages.", isLessUrgent: true },
  );
}

/** @param {string} step */
async function haveMmdebstrap(step) {
  if (process.getuid?.() !== 0) throw new SetupFailure("Only root can make an image from Debian packages.");
  if (allOnPath("mmdebstrap").length > 0) return;
  if (!mayUseApt()) throw new SetupFailure("mmdebstrap is missing.");
  await timed(step, "apt-get install mmdebstrap", async () => {
    await aptInstall("mmdebstrap");
    // On Debian it is there already; elsewhere it lets the packages be verified.
    await aptInstall("debian-archive-keyring");
  });
}

/** From where this machine takes Debian's packages; nothing on a machine of another kind. */
async function machinesMirror() {
  const { code, output } = await runOnce(
    ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian"],
    { env: process.env, canBeCutOff: true },
  );
  const [mirror] = output.split("\n");
  return code === 0 && mirror ? [mirror] : [];
}

/**
 * The same packages give the same bytes.
 * @param {string} tree
 * @param {string} tar
 */
export async function packTree(tree, tar) {
  const sameBytes = ["--sort=name", "--numeric-owner", "--mtime=@0"];
  await runTool(["tar", ...sameBytes, "-C", tree, "-cf", tar, "."], {
    advice: "check that the disk is not full.",
  });
}

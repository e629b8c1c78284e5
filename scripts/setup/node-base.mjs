import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dockerAnswers, hasImage } from "./docker-api.mjs";
import { workDocker } from "./docker-work.mjs";
import { mmdebstrap, packTree } from "./mmdebstrap.mjs";
import { nodeBinary, nodeEnvironment, nodePackage } from "./node.mjs";
import { npm } from "./npm.mjs";
import { inTools } from "./paths.mjs";
import { timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";

const name = "node base";
const npmPackage = "npm@11.19.1";
const folder = inTools("node-base");
const ownCertificates = "/etc/ssl/certs/ca-certificates.crt";
/** A place of its own: Debian's package of certificates, which others bring, writes the usual one again. */
const certificates = "etc/ssl/machine-certificates.crt";
/** Left out of public slim images too. */
const unread = ["doc", "man", "info", "locale", "lintian"].map(
  (kind) => `--dpkgopt=path-exclude=/usr/share/${kind}/*`,
);

const image = () => {
  const recipe = createHash("sha256")
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(nodePackage);
  return `assay-node-base:${recipe.digest("hex").slice(0, 12)}`;
};

/**
 * What the images of service and agent stand on where no registry has node:24-trixie-slim: Debian, Node, npm and a
 * user `node`. It trusts the authorities that this machine trusts, so that builds reach what the machine reaches.
 * @type {import("../setup.mjs").Step}
 */
export const nodeBase = {
  name,
  after: ["docker", "node"],

  async inPlace() {
    return Boolean(process.env.NODE_IMAGE) || ((await dockerAnswers()) && (await hasImage(image())));
  },

  async install() {
    await timed(name, "Debian with Node", async () => {
      process.umask(0o022);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const tree = `${folder}/tree`;
      await mmdebstrap(tree, {
        step: name,
        packages: ["libstdc++6"],
        options: ["--variant=minbase", "--aptopt=Acquire::Languages none", ...unread],
      });
      await addNode(tree);
      const tar = `${folder}/base.tar`;
      await packTree(tree, tar);
      const [repo = "", tag = ""] = image().split(":");
      const trust = `ENV NODE_EXTRA_CA_CERTS=/${certificates} PIP_CERT=/${certificates}`;
      await workDocker("/images/create", { query: { fromSrc: "-", repo, tag, changes: trust }, tar });
      rmSync(folder, { recursive: true });
    });
  },

  environment() {
    return { NODE_IMAGE: process.env.NODE_IMAGE || image() };
  },
};

/** @param {string} tree */
async function addNode(tree) {
  const brought = `${folder}/npm`;
  const install = ["install", "--prefix", brought, "--ignore-scripts", nodePackage, npmPackage];
  await runTool([...npm(nodeBinary), ...install], {
    advice: "check that npm reaches its registry.",
    env: nodeEnvironment(),
  });
  const [packageName = ""] = nodePackage.split("@");
  copyFileSync(`${brought}/node_modules/${packageName}/bin/node`, `${tree}/usr/local/bin/node`);
  chmodSync(`${tree}/usr/local/bin/node`, 0o755);
  const modules = `${tree}/usr/local/lib/node_modules`;
  mkdirSync(modules, { recursive: true });
  await runTool(["cp", "-r", `${brought}/node_modules/npm`, modules], {
    advice: "check that the disk is not full.",
  });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", `${tree}/usr/local/bin/npm`);
  await runTool(["chroot", tree, "useradd", "--uid", "1000", "--create-home", "node"], {
    advice: "only root can make an image.",
  });
  mkdirSync(`${tree}/etc/ssl`, { recursive: true });
  copyFileSync(ownCertificates, `${tree}/${certificates}`);
}

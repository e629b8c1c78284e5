import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { debianPython } from "./debian-python.mjs";
import { dockerAnswers, hasImage } from "./docker-api.mjs";
import { workDocker } from "./docker-work.mjs";
import { SetupFailure } from "./failure.mjs";
import { inRoot, inTools } from "./paths.mjs";
import { say, timed } from "./progress.mjs";
import { runTool } from "./run-tool.mjs";

const name = "sandbox";
const dockerfile = "deploy/sandbox.Dockerfile";
const harness = "engine/python/sandbox";
const basePython = "scripts/setup/debian-python.mjs";
const publicBase = { image: "python", tag: "3.13-slim" };
/** Whatever the checkout's modes: for everyone to read and for nobody else to write. */
const readable = "--mode=u+rwX,go+rX,go-w";

/**
 * The image that programs run in, named by what it is made from. Built wherever an engine answers: where none does,
 * another step has told of it, or nobody asked for one.
 * @param {ReturnType<typeof import("./sandbox-packages.mjs").sandboxPackages>} packages
 * @returns {import("../setup.mjs").Step}
 */
export function sandboxImage(packages) {
  const ownName = () => imageName(packages.folder());

  return {
    name,
    after: ["docker", packages.step.name],

    async inPlace() {
      if (process.env.SANDBOX === "off" || process.env.SANDBOX_IMAGE) return true;
      return !(await dockerAnswers()) || (await hasImage(ownName()));
    },

    async install() {
      const brought = packages.folder();
      // The step that lacks them has told of it.
      if (brought !== undefined && !packages.isThere()) return;
      const folder = inTools("sandbox");
      try {
        const base = await findBase(folder);
        await build(
          brought === undefined ? base : await withPackages(base, brought, folder),
          folder,
          ownName(),
        );
      } catch (error) {
        if (!(error instanceof SetupFailure)) throw error;
        say(
          name,
          `${error.message} Until the image can be made, mode execute is off (see .tools/setup.log).`,
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },

    environment() {
      return process.env.SANDBOX_IMAGE ? {} : { SANDBOX_IMAGE: ownName() };
    },
  };
}

/** @param {string | undefined} packages */
function imageName(packages) {
  const files = readdirSync(inRoot(harness)).filter((file) => file.endsWith(".py"));
  const ours = hash([dockerfile, basePython, ...files.toSorted().map((file) => `${harness}/${file}`)]);
  return `assay-sandbox:${ours}${packages === undefined ? "" : `-${basename(packages)}`}`;
}

function baseName() {
  return `assay-sandbox-base:${hash([basePython])}`;
}

/** @param {string[]} files */
function hash(files) {
  const sum = createHash("sha256");
  for (const file of files)
    sum
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update("\0");
  return sum.digest("hex").slice(0, 12);
}

/**
 * @param {string} folder
 * @returns {Promise<string>}
 */
async function findBase(folder) {
  const pulled = `${publicBase.image}:${publicBase.tag}`;
  for (const present of [baseName(), pulled]) if (await hasImage(present)) return present;
  if (await pull()) return pulled;
  return timed(name, "Python from Debian packages", async () => {
    const tar = await debianPython({ step: name, folder });
    const [repo = "", tag = ""] = baseName().split(":");
    await workDocker("/images/create", { query: { fromSrc: "-", repo, tag }, tar });
    return baseName();
  });
}

/** A registry that can be reached says so at once; without one nothing is lost but this moment. */
async function pull() {
  const query = { fromImage: publicBase.image, tag: publicBase.tag };
  try {
    await workDocker("/images/create", { query, silenceMs: 4000 });
    return true;
  } catch (error) {
    if (error instanceof SetupFailure) return false;
    throw error;
  }
}

/**
 * The base with the packages in it.
 * @param {string} base
 * @param {string} packages
 * @param {string} folder
 */
async function withPackages(base, packages, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/Dockerfile`, "ARG BASE\nFROM ${BASE}\nCOPY packages /packages\n");
  const image = `assay-sandbox-packages:${basename(packages)}`;
  const context = ["-C", folder, "Dockerfile", "-C", packages, "packages"];
  await buildImage(image, { base, folder, dockerfile: "Dockerfile", context });
  return image;
}

/**
 * @param {string} base
 * @param {string} folder
 * @param {string} image
 */
async function build(base, folder, image) {
  await timed(name, image, async () => {
    mkdirSync(folder, { recursive: true });
    await buildImage(image, { base, folder, dockerfile, context: ["-C", inRoot(), dockerfile, harness] });
  });
}

/**
 * @param {string} image
 * @param {{ base: string, folder: string, dockerfile: string, context: string[] }} from
 */
async function buildImage(image, { base, folder, dockerfile, context }) {
  const tar = `${folder}/context.tar`;
  await runTool(
    ["tar", "--owner=0", "--group=0", readable, "--exclude=__pycache__", "-cf", tar, ...context],
    {
      advice: "check that the disk is not full.",
    },
  );
  await workDocker("/build", {
    query: {
      dockerfile,
      t: image,
      buildargs: JSON.stringify({ BASE: base }),
      networkmode: "none",
      rm: "1",
      forcerm: "1",
    },
    tar,
  });
}

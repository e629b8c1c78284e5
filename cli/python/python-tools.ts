import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { dataFolder } from "../user-folders.ts";
import { findInterpreter } from "./interpreter.ts";

const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));
const included = fileURLToPath(new URL("../../engine/python/requirements.txt", import.meta.url));
const inCheckout = fileURLToPath(new URL("../../.tools/python/bin/python", import.meta.url));

/** The Python that has mypy: the user's choice, the checkout's, or one installed once into the user's data folder. */
export async function havePython(terminal: Terminal): Promise<string> {
  const { ASSAY_PYTHON } = terminal.env;
  if (ASSAY_PYTHON) return ASSAY_PYTHON;
  if (existsSync(inCheckout)) return inCheckout;
  const folder = toolsFolder(terminal);
  if (!existsSync(folder)) await install(folder, terminal);
  return join(folder, "bin", "python");
}

/** Named by the pinned packages, so that a new release installs its own. */
function toolsFolder({ env }: Terminal): string {
  const pins = [requirements, included].map((file) => readFileSync(file, "utf8")).join("\n");
  const digest = createHash("sha256").update(pins).digest("hex").slice(0, 12);
  return join(dataFolder(env), `python-${digest}`);
}

/** Made beside its place and moved there when it is whole: an interrupted installation leaves nothing that looks done. */
async function install(folder: string, terminal: Terminal): Promise<void> {
  const interpreter = findInterpreter(terminal.env);
  await mkdir(dirname(folder), { recursive: true });
  const made = await mkdtemp(`${folder}.new-`);
  try {
    terminal.err(
      `Installing the Python tools, once, into ${folder}\n  1/2 virtual environment (${interpreter})\n`,
    );
    await run([interpreter, "-I", "-m", "venv", made], terminal);
    terminal.err("  2/2 mypy and what it needs, from the package index\n");
    const pip = ["-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"];
    const proven = ["--require-virtualenv", "--require-hashes", "--only-binary=:all:", "-r", requirements];
    await run([join(made, "bin", "python"), ...pip, ...proven], terminal);
    await rename(made, folder);
    terminal.err("  done\n");
  } catch (error) {
    // Another run was sooner: what it installed is the same.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function run([file = "", ...args]: readonly string[], { env, signal }: Terminal): Promise<void> {
  const child = spawn(file, args, { stdio: ["ignore", "ignore", "pipe"], env, signal });
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code === 0) return;
  throw new UsageError(
    `The Python tools could not be installed: ${said.trim().split("\n").at(-1) ?? "no reason given"}\n` +
      "Check that pip reaches its package index, or set ASSAY_PYTHON to a Python that has mypy.",
  );
}

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { digestOf } from "./digest.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const folders = join(root, ".tools", "test-bundles");

/** Names the bundles of these sources, and deletes those of others. While vitest watches, the sources change: no bundle then. */
export default function setup({ config }: TestProject): void {
  if (config.watch) return;
  const digest = digestOf(root);
  mkdirSync(folders, { recursive: true });
  for (const other of readdirSync(folders))
    if (other !== digest) rmSync(join(folders, other), { recursive: true, force: true });
  process.env["TEST_BUNDLES"] = join(folders, digest);
}

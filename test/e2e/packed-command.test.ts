import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clients } from "../cli/agents/mcp-clients.ts";
import { startLsp } from "../cli/lsp-client.ts";
import { programs } from "../cli/stage.ts";
import { aSignedDocument, signer } from "../parts/proof/verdicts.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "assay-packed-"));
const project = join(folder, "project");
const empty = join(folder, "empty");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the checkout is packed, since packing rewrites package.json for a moment. */
beforeAll(() => {
  const copy = join(folder, "checkout");
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  for (const file of files.filter((name) =>
    /^(?:cli|engine|platform|parts|scripts\/(?:command|pack)|package\.json)/.test(name),
  )) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  execFileSync(process.execPath, ["scripts/pack.ts"], { cwd: copy, stdio: "pipe" });
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: copy,
    stdio: "pipe",
  });
  execFileSync(process.execPath, ["scripts/pack.ts", "--restore"], { cwd: copy, stdio: "pipe" });

  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  for (const made of [empty, project]) mkdirSync(made);
  writeFileSync(join(empty, "package.json"), "{}");
  execFileSync("npm", ["install", join(folder, `assay-${version}.tgz`)], { cwd: empty, stdio: "pipe" });
  writeFileSync(join(project, "wrong.py"), programs.wrong);
  writeFileSync(join(project, "warned.py"), programs.warned);
});

const env = { HOME: join(folder, "home"), PATH: process.env.PATH };

function assay(...args: string[]) {
  const command = join(empty, "node_modules", ".bin", "assay");
  return spawnSync(command, args, { cwd: project, env, encoding: "utf8" });
}

describe("the packed command, installed into an empty folder", () => {
  test("leaves the manifest of the checkout unchanged", () => {
    const read = (place: string): string => readFileSync(join(place, "package.json"), "utf8");
    expect(read(join(folder, "checkout"))).toBe(read(root));
  });

  test("installs its Python tools once, checks, and keeps its results", () => {
    const first = assay("check");
    expect(first.stderr).toContain("2/2 mypy and what it needs");
    expect(first.stdout).toContain("wrong.py:2:22 error mypy:operator");
    expect(first.stdout).toContain("warned.py:1:8 warning ruff:F401");
    expect(first.status).toBe(1);
    expect(assay("check")).toMatchObject({ status: 1, stdout: first.stdout, stderr: "" });
  });

  test("serves an editor", async () => {
    const command = join(empty, "node_modules", ".bin", "assay");
    await using client = await startLsp(project, { HOME: join(folder, "home") }, [command]);
    const document = client.open("warned.py", programs.warned);
    const diagnostics = await document.diagnostics();
    expect(diagnostics).toMatchObject([{ code: "ruff:F401" }]);
    const [action] = await document.actions({ diagnostics });
    expect(document.applied(action!)).not.toContain("import os");
    expect(await client.shutDown()).toBe(0);
  });

  test("verifies a published verdict without a network", async () => {
    writeFileSync(join(project, "verdict.json"), await aSignedDocument());
    expect(assay("verify", "verdict.json")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`Signed by ${signer.address}.`),
    });
  });

  test("fixes and explains", () => {
    expect(assay("fix", "warned.py").stdout).toContain("-import os");
    expect(assay("explain", "policy:weak-hash").stdout).toMatch(/^# weak-hash/);
    expect(assay("--version").stdout).toMatch(/^assay \d/);
  });

  test("serves a coding agent", async () => {
    const command = [join(empty, "node_modules", ".bin", "assay")];
    await using agent = await clients[0]![1]({ folder: project, env, command });
    const { text } = await agent.call("check", { paths: ["wrong.py"] });
    expect(text).toContain("wrong.py:2:22 error mypy:operator");
  });
});

describe("the packed command, run by another version of Node,", () => {
  const main = join(empty, "node_modules", "assay", "dist", "main.js");

  /** Installs a version of Node into a folder of its own. */
  function installNode(version: string): string {
    const place = join(folder, `node-${version}`);
    const name = `node-${process.platform}-${process.arch}`;
    mkdirSync(place);
    writeFileSync(join(place, "package.json"), "{}");
    execFileSync("npm", ["install", "--ignore-scripts", `${name}@${version}`], { cwd: place, stdio: "pipe" });
    return join(place, "node_modules", name, "bin", "node");
  }

  test("checks, fixes and serves agents with Node 22", async () => {
    const node = [installNode("22.23.3"), "--liftoff-only", main] as const;
    const [file, ...args] = node;
    const checked = spawnSync(file, [...args, "check", "--no-cache"], {
      cwd: project,
      env,
      encoding: "utf8",
    });
    expect(checked.stdout).toContain("wrong.py:2:22 error mypy:operator");
    expect(checked).toMatchObject({ status: 1, stderr: "" });
    const fixed = spawnSync(file, [...args, "fix", "warned.py"], { cwd: project, env, encoding: "utf8" });
    expect(fixed.stdout).toContain("-import os");
    await using agent = await clients[0]![1]({ folder: project, env, command: node });
    expect((await agent.call("check", { paths: ["warned.py"] })).text).toContain(
      "warned.py:1:8 warning ruff:F401",
    );
  });

  test("says which one it needs with Node 20 and Node 18", () => {
    for (const version of ["20.20.2", "18.20.8"])
      expect(
        spawnSync(installNode(version), [main, "check"], { cwd: project, env, encoding: "utf8" }),
      ).toMatchObject({
        status: 2,
        stdout: "",
        stderr: `assay: Assay needs Node 22 or newer; this is v${version}.\n`,
      });
  });
});

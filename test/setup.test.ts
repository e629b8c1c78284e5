import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bareMachine, ending } from "./support/bare-machine.ts";
import { startFakeEngine } from "./support/fake-engine.ts";

/** In alphabetical order: packages and Python are installed side by side. */
const everything = ["npm ci", "python pip", "python venv", "site build"];

describe("installing", () => {
  test("the first run installs and reports it, the second does not and is silent", async () => {
    await using machine = await bareMachine();
    const first = await machine.run("service", "--", "echo", "done");
    expect(first).toMatchObject({ code: 0, stdout: "done\n" });
    expect(first.stderr).toMatch(
      /^setup {2}packages {3}npm ci …\n(?:.+\n)*setup {2}packages {3}npm ci {2}\d+\.\d s\n/m,
    );
    expect((await machine.newCalls()).toSorted()).toEqual(everything);

    const second = await machine.run("service", "--", "echo", "done");
    expect(second).toEqual({ code: 0, signal: null, stdout: "done\n", stderr: "" });
    expect(await machine.newCalls()).toEqual([]);
  });

  test.for([
    { missing: "node_modules", again: ["npm ci"] },
    { missing: "node_modules/zod", again: ["npm ci"] },
    { missing: "node_modules/.package-lock.json", again: ["npm ci"] },
    { missing: ".tools/python", again: ["python venv", "python pip"] },
    { missing: ".tools/python/bin/python", again: ["python venv", "python pip"] },
    {
      missing: ".tools/python/lib/python3.14/site-packages/mypy-2.4.1.dist-info",
      again: ["python venv", "python pip"],
    },
    { missing: "site/dist", again: ["site build"] },
    { missing: ".tools/stamps", again: everything },
  ])("a stamp does not count without $missing", async ({ missing, again }) => {
    await using machine = await bareMachine();
    await machine.run("service", "--", "true");
    await machine.newCalls();
    await machine.remove(missing);
    expect(await machine.run("service", "--", "true")).toMatchObject({ code: 0 });
    expect((await machine.newCalls()).toSorted()).toEqual(again.toSorted());
  });

  test("a changed lock file or requirement is installed", async () => {
    await using machine = await bareMachine();
    await machine.run("service", "--", "true");
    await machine.newCalls();
    await machine.write("package-lock.json", '{ "packages": {} }');
    await machine.write("engine/python/requirements.txt", "# the same\nmypy==2.4.1\n");
    await machine.run("service", "--", "true");
    expect((await machine.newCalls()).toSorted()).toEqual(everything);
  });

  test("an environment whose interpreter is gone is created again", async () => {
    await using machine = await bareMachine();
    await machine.run("service", "--", "true");
    await machine.newCalls();
    await machine.move("machine/python3.14", "machine/python3.13");
    expect(await machine.run("service", "--", "true")).toMatchObject({ code: 0 });
    expect(await machine.newCalls()).toEqual(["python venv", "python pip"]);
  });

  test("two runs at the same time share one installation", async () => {
    await using machine = await bareMachine();
    const both = await Promise.all([
      machine.run("service", "--", "echo", "done"),
      machine.run("service", "--", "echo", "done"),
    ]);
    expect(both.map(({ stdout }) => stdout)).toEqual(["done\n", "done\n"]);
    expect((await machine.newCalls()).toSorted()).toEqual(everything);
  });

  test("the lock of a dead set-up is taken over", async () => {
    await using machine = await bareMachine();
    await machine.write(".tools/setup.lock", "999999999 1");
    expect(await machine.run("service", "--", "true")).toMatchObject({ code: 0 });
  });

  test("a failure ends in one sentence below the tool's last output; the rest is installed, and nothing is run", async () => {
    await using machine = await bareMachine();
    await machine.write("npm-says", "The lock file does not fit.\n");
    const { code, stdout, stderr } = await machine.run("service", "--", "echo", "done");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("    The lock file does not fit.\nsetup  failed     `node npm-cli.js ci");
    expect((await machine.newCalls()).toSorted()).toEqual(["npm ci", "python pip", "python venv"]);
  });

  test("a step that failed on the network is tried once more", async () => {
    await using machine = await bareMachine();
    await machine.write("npm-says", "npm error code ECONNRESET\n");
    expect(await machine.run("service", "--", "true")).toMatchObject({ code: 1 });
    expect((await machine.newCalls()).toSorted()).toEqual(["npm ci", "npm ci", "python pip", "python venv"]);
  });
});

describe("the sandbox image", () => {
  const printImage = ["--", "node", "-p", "process.env.SANDBOX_IMAGE"];
  test("is built once if an engine answers, and its name is passed to the command", async () => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, { canPull: true });
    const first = await machine.run("service", ...printImage);
    expect(first.stdout).toMatch(/^assay-sandbox:[0-9a-f]{12}\n$/);
    expect(engine.newWork()).toEqual([
      "pull python:3.13-slim",
      `build ${first.stdout.trim()} on python:3.13-slim`,
    ]);
    expect(await machine.run("service", ...printImage)).toMatchObject({ stdout: first.stdout, stderr: "" });
    expect(engine.newWork()).toEqual([]);
  });

  test("is built from Debian packages when no registry is reachable, which needs root", async () => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, { canPull: false });
    const { code, stdout, stderr } = await machine.run("service", ...printImage);
    const [base = "", built] = engine.newWork();
    const done = { code, base, built, calls: await machine.newCalls(), stderr };
    const image = expect.stringMatching(/^import assay-sandbox-base:[0-9a-f]{12}$/);
    const asRoot = { base: image, built: `build ${stdout.trim()} on ${base.slice("import ".length)}` };
    const asAnyone = {
      stderr: expect.stringContaining("Only root can make an image from Debian packages. Until"),
    };
    expect(done).toMatchObject({ code: 0, ...(process.getuid?.() === 0 ? asRoot : asAnyone) });
    expect(done.calls.includes("mmdebstrap")).toBe(process.getuid?.() === 0);
  });

  test("is another image on the same base with another harness", async () => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, { canPull: true });
    const { stdout: before } = await machine.run("service", ...printImage);
    engine.newWork();
    await machine.write("engine/python/sandbox/harness.py", "print()\n");
    const { stdout: after } = await machine.run("service", ...printImage);
    expect(after).not.toBe(before);
    expect(engine.newWork()).toEqual([`build ${after.trim()} on python:3.13-slim`]);
  });

  test("contains the packages of SANDBOX_PACKAGES, for the engine's platform, and is named after them", async () => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, { canPull: true });
    const { stdout: bare } = await machine.run("service", ...printImage);
    engine.newWork();
    await machine.newCalls();
    machine.env["SANDBOX_PACKAGES"] = "six==1.17.0, idna==3.20";
    const print = "process.env.SANDBOX_IMAGE + ' ' + process.env.SANDBOX_PACKAGES_DIR";
    const { stdout } = await machine.run("service", "--", "node", "-p", print);
    const [image = "", folder = ""] = stdout.trim().split(" ");
    expect(await machine.newCalls()).toEqual(["python packages aarch64 idna==3.20 six==1.17.0"]);
    expect(readdirSync(folder)).toEqual(["six"]);
    const packages = folder.split("/").at(-2);
    expect(image).toBe(`${bare.trim()}-${packages}`);
    expect(engine.newWork()).toEqual([
      `build assay-sandbox-packages:${packages} on python:3.13-slim`,
      `build ${image} on assay-sandbox-packages:${packages}`,
    ]);
    machine.env["SANDBOX_PACKAGES"] = "idna==3.20,six==1.17.0";
    expect(await machine.run("service", "--", "node", "-p", print)).toMatchObject({ stdout, stderr: "" });
  });

  test("is built without packages that cannot be installed, and the command runs", async () => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, { canPull: true });
    machine.env["SANDBOX_PACKAGES"] = "six==99";
    await machine.write("pip-says", "No matching distribution found for six==99\n");
    const { code, stdout, stderr } = await machine.run("service", "--", "echo", "done");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "done\n" });
    expect(stderr).toMatch(/every package of SANDBOX_PACKAGES has that version.* mode execute is off/);
    expect(engine.newWork()).toEqual([]);
  });

  test("is built without a package list that the service will refuse", async () => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, { canPull: true });
    machine.env["SANDBOX_PACKAGES"] = "six>=1 --pre";
    expect(await machine.run("service", "--", "true")).toMatchObject({ code: 0 });
    expect((await machine.newCalls()).toSorted()).toEqual(everything);
    expect(engine.newWork()).toHaveLength(2);
  });

  test("is built again after it was removed", async () => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, { canPull: true });
    await machine.run("service", "--", "true");
    engine.removeImages();
    await machine.run("service", "--", "true");
    expect(engine.newWork()).toHaveLength(4);
  });

  test("is skipped without an engine; if one was requested, a line says what is off", async () => {
    await using machine = await bareMachine();
    await machine.run("service", "--", "true");
    expect(await machine.run("service", "--", "true")).toMatchObject({ code: 0, stderr: "" });
    await machine.run("chain", "--", "true");
    const started = await machine.run("start", "--", "echo", "done");
    expect(started).toMatchObject({ code: 0, stdout: "done\n" });
    expect(started.stderr).toMatch(/^setup {2}docker {5}No Docker engine answers.* mode execute is off\.\n$/);
  });

  test.for([
    [{ SANDBOX: "off" }, /^assay-sandbox:/],
    [{ SANDBOX_IMAGE: "mine:1" }, /^mine:1\n$/],
  ] as const)("is left alone with %o", async ([env, told]) => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, { canPull: true });
    Object.assign(machine.env, env);
    expect((await machine.run("start", ...printImage)).stdout).toMatch(told);
    expect(engine.newWork()).toEqual([]);
  });

  test("is reported when it cannot be built, and the command runs", async () => {
    await using machine = await bareMachine();
    await using engine = await startFakeEngine(machine.dockerSocket, {
      canPull: true,
      buildSays: "no space left",
    });
    expect(await machine.run("service", "--", "echo", "done")).toMatchObject({
      code: 0,
      stdout: "done\n",
      stderr: expect.stringContaining("The Docker engine says: no space left. Until the image can be made"),
    });
    expect(engine.newWork()).toHaveLength(2);
  });
});

describe("the contracts", () => {
  test("are compiled once", async () => {
    await using machine = await bareMachine();
    expect((await machine.run("chain", "--", "true")).stderr).toMatch(
      /setup {2}contracts {2}compiled into artifacts {2}\d+\.\d s\n$/,
    );
    expect(await machine.newCalls()).toEqual(["npm ci", "contracts build"]);
    expect(await machine.run("chain", "--", "true")).toMatchObject({ code: 0, stderr: "" });
    expect(await machine.newCalls()).toEqual([]);
  });

  test.for<[string, string]>([
    ["contracts/Mech.sol", "contract Mech { uint256 public rate; }\n"],
    ["contracts/marketplace/Karma.sol", "contract Karma {}\n"],
    ["hardhat.config.ts", "export default { solidity: {} };\n"],
    ["node_modules/solc/package.json", '{ "version": "0.8.31" }'],
  ])("are compiled again with another %s", async ([path, content]) => {
    await using machine = await bareMachine();
    await machine.run("chain", "--", "true");
    await machine.newCalls();
    await machine.write(path, content);
    await machine.run("chain", "--", "true");
    expect(await machine.newCalls()).toEqual(["contracts build"]);
  });

  test("are compiled again when an output is missing", async () => {
    await using machine = await bareMachine();
    await machine.run("chain", "--", "true");
    await machine.newCalls();
    await machine.remove("artifacts/contracts/Mech.sol");
    await machine.run("chain", "--", "true");
    expect(await machine.newCalls()).toEqual(["contracts build"]);
  });

  test("end in one sentence below the compiler's last output when they do not compile", async () => {
    await using machine = await bareMachine();
    await machine.write("scripts/chain/build-contracts.ts", "throw new Error('Expected identifier')");
    const { code, stdout, stderr } = await machine.run("chain", "--", "echo", "done");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/Expected identifier[\s\S]*setup {2}failed .* fix what the compiler says/);
  });
});

describe("the command that is run", () => {
  test("keeps its arguments, exit code and signal", async () => {
    await using machine = await bareMachine();
    const print = "console.log(process.argv.slice(1).join('|'))";
    expect(await machine.run("service", "--", "node", "-e", print, "--", "a b", "-c")).toMatchObject({
      code: 0,
      stdout: "a b|-c\n",
    });
    expect(await machine.run("service", "--", "sh", "-c", "exit 7")).toMatchObject({ code: 7 });
    expect(await machine.run("service", "--", "sh", "-c", "kill -KILL $$")).toMatchObject({
      signal: "SIGKILL",
    });
    expect(await machine.run("service", "--", "no-such-command")).toMatchObject({ code: 127 });
  });

  test("gets the option that keeps the memory of its threads together", async () => {
    await using machine = await bareMachine();
    const print = "console.log(process.env.MALLOC_ARENA_MAX)";
    expect(await machine.run("service", "--", "node", "-e", print)).toMatchObject({ stdout: "2\n" });
  });

  test.for(["SIGINT", "SIGTERM"] as const)("receives %s, and decides how to end", async (signal) => {
    await using machine = await bareMachine();
    const command = `process.on("${signal}", () => process.exit(9)); setInterval(() => {}, 1000); console.log("ready")`;
    const child = machine.start("service", "--", "node", "-e", command);
    const ended = ending(child);
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 9, signal: null });
  });
});

// npm passes a signal to the shell of a script, and Debian's shell does not pass it on.
test("every npm script replaces its shell by the set-up, so that signals arrive", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(
    Object.values(scripts).filter((script) => !script.startsWith("exec node scripts/setup.mjs ")),
  ).toEqual([]);
});

describe("a wrong use of the set-up", () => {
  test("is answered by --help, which explains the profiles", async () => {
    await using machine = await bareMachine();
    const { code, stdout } = await machine.run("--help");
    expect(code).toBe(0);
    expect(stdout).toMatch(/ {2}service +node, packages, python, site, box, sandbox\n/);
  });

  test("installs nothing with an unknown profile or without a command", async () => {
    await using machine = await bareMachine();
    expect(await machine.run("toString", "--", "true")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Unknown profile "toString".'),
    });
    expect(await machine.run("service", "true")).toMatchObject({ code: 2 });
    expect(await machine.run("service", "--")).toMatchObject({ code: 2 });
    expect(await machine.newCalls()).toEqual([]);
  });
});

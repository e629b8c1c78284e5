import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  isAsDocumented,
  readDocumentedExamples,
  servedBy,
  type DocumentedExample,
} from "../support/documented-examples.ts";
import { freePort } from "../support/free-port.ts";
import { borrowChain } from "../support/local-chain.ts";
import { config, requireDocker } from "../support/sandbox.ts";
import { readServedBlocks } from "../support/served-blocks.ts";
import { openTestService, type TestService } from "../support/service.ts";
import { openStripeServer } from "../support/stripe-server.ts";

const examples = readDocumentedExamples();
const isRun = ({ language, whyNotRun }: DocumentedExample): boolean =>
  language === "sh" && whyNotRun === undefined;
const pages = Map.groupBy(examples.filter(isRun), ({ page }) => page);
const adminToken = "a secret of the documents, 32 characters".replaceAll(" ", "-");
/** The operator has the secret of the service in the shell. */
const operatorPages = ["docs/training-data.md"];

const opened = new AsyncDisposableStack();
let service: TestService;
let home: string;
beforeAll(async () => {
  await requireDocker();
  const stripe = opened.use(await openStripeServer());
  const chain = opened.use(await borrowChain());
  const named = ["CHAIN_RPC_URL", "CHAIN_ID", "DEPOSIT_CONTRACT", "DEPOSIT_START_BLOCK"];
  const deposits = Object.fromEntries(
    named.map((name) => [name, chain.env[name as keyof typeof chain.env]!]),
  );
  const port = await freePort();
  home = opened.adopt(await mkdtemp(join(tmpdir(), "assay-docs-")), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  service = opened.use(
    await openTestService({
      env: {
        ...stripe.env,
        PORT: String(port),
        BASE_URL: `http://127.0.0.1:${port}`,
        SANDBOX: "docker",
        SANDBOX_IMAGE: config.SANDBOX_IMAGE,
        WELCOME_CREDITS: "500",
        ADMIN_TOKEN: adminToken,
        RECORD_REJECTED: "on",
        ...deposits,
      },
    }),
  );
  await installCommand();
});
afterAll(async () => opened.disposeAsync());

/** The command `assay`, as an installation puts it on the path. */
async function installCommand(): Promise<void> {
  const { ASSAY_PYTHON = "", DOCKER_HOST } = process.env;
  const settings = [
    `SANDBOX_IMAGE=${config.SANDBOX_IMAGE}`,
    ...(ASSAY_PYTHON ? [`ASSAY_PYTHON=${ASSAY_PYTHON}`] : []),
    ...(DOCKER_HOST === undefined ? [] : [`DOCKER_HOST=${DOCKER_HOST}`]),
  ];
  const program = new URL("../../cli/main.ts", import.meta.url).pathname;
  await mkdir(join(home, "bin"));
  const file = join(home, "bin", "assay");
  await writeFile(
    file,
    `#!/bin/sh\n${settings.join(" ")} exec ${process.execPath} --disable-warning=ExperimentalWarning ${program} "$@"\n`,
  );
  await chmod(file, 0o755);
}

/** A folder with a program under git, which differs from its main branch. */
async function makeProject(folder: string): Promise<void> {
  await mkdir(join(folder, "src"), { recursive: true });
  await writeFile(join(folder, "src", "app.py"), "print(1)\n");
  const git = "git -c user.name=reader -c user.email=reader@assay.example";
  await promisify(execFile)(
    "bash",
    [
      "-c",
      `git init -q . && git add . && ${git} commit -qm first && git update-ref refs/remotes/origin/main HEAD`,
    ],
    { cwd: folder },
  );
  await writeFile(join(folder, "src", "app.py"), "print(2)\n");
}

const end = "--- the end of a block ---";

/** What each block of a page prints, pasted one after the other into one empty shell; a refused request is a failure. */
async function paste(page: string, blocks: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(home, "reader-"));
  await makeProject(folder);
  const { PATH = "" } = process.env;
  const env = {
    PATH: `${join(home, "bin")}:${PATH}`,
    HOME: folder,
    ...(operatorPages.includes(page) && { ADMIN_TOKEN: adminToken }),
  };
  const script = [
    "set -e",
    'curl() { command curl -fsS "$@"; }',
    ...blocks.map((block) => `${block}\necho '${end}'`),
  ].join("\n");
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: folder, env });
  return stdout.split(`${end}\n`).slice(0, -1);
}

function isRefusal(output: string): boolean {
  return /^\s*\{\s*"error"\s*:/.test(output);
}

test.for([...pages.keys()])("the commands of %s run as pasted, in its order", async (page) => {
  const blocks = pages.get(page)!;
  const outputs = await paste(
    page,
    blocks.map(({ text }) => servedBy(service.url, text)),
  );
  for (const [at, { place, answer }] of blocks.entries()) {
    expect(isRefusal(outputs[at]!), `${place}: ${outputs[at]}`).toBe(false);
    if (answer !== undefined)
      expect(isAsDocumented(JSON.parse(answer), JSON.parse(outputs[at]!)), `${place}: ${outputs[at]}`).toBe(
        true,
      );
  }
});

const runners: Readonly<Record<string, string>> = {
  python: "python3 -",
  javascript: `${process.execPath} --input-type=module -`,
};
const inDocs = [...pages.keys()].filter((page) => page.startsWith("docs/"));

test.for(inDocs)("%s is served with the same commands, and its other languages run too", async (page) => {
  const path = `/docs/${page.slice("docs/".length, -".md".length)}`;
  const html = await (await service.send(path, { headers: { accept: "text/html" } })).text();
  const served = readServedBlocks(html);
  const commands: string[] = [];
  for (const { text } of pages.get(page)!) {
    const command = servedBy(service.url, text).trimEnd();
    const block = served.find(({ texts }) => Object.values(texts).includes(command));
    expect(block, command).toBeDefined();
    commands.push(command);
    for (const [language, run] of Object.entries(runners)) {
      const code = block!.texts[language];
      if (code !== undefined) commands.push(`${run} <<'END OF CODE'\n${code}\nEND OF CODE`);
    }
  }
  const outputs = await paste(page, commands);
  for (const [at, output] of outputs.entries())
    expect(isRefusal(output), `${commands[at]}\n${output}`).toBe(false);
});

test("an example that is not run says why, and their number has not changed", () => {
  const others = examples.filter((example) => !isRun(example));
  for (const { place, whyNotRun } of others) expect(whyNotRun, place).toMatch(/^[^]{9,}$/);
  const count = (language: string): number => others.filter((each) => each.language === language).length;
  expect({
    run: examples.length - others.length,
    commands: count("sh"),
    others: others.length - count("sh"),
  }).toEqual({
    run: 27,
    commands: 31,
    others: 13,
  });
});

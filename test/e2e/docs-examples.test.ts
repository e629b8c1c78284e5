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
  const wrong = blocks.filter(({ answer }, at) => {
    const output = outputs[at]!;
    return (
      isRefusal(output) || (answer !== undefined && !isAsDocumented(JSON.parse(answer), JSON.parse(output)))
    );
  });
  expect(
    wrong.map(({ place }) => `${place}: ${outputs[blocks.findIndex((each) => each.place === place)]}`),
  ).toEqual([]);
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
  const commands = pages.get(page)!.map(({ text }) => servedBy(service.url, text).trimEnd());
  const blockOf = (command: string) => served.find(({ texts }) => Object.values(texts).includes(command));
  expect(commands.filter((command) => !blockOf(command))).toEqual([]);
  const everyLanguage = commands.flatMap((command) => {
    const { texts } = blockOf(command)!;
    const programs = Object.entries(runners).filter(([language]) => language in texts);
    return [
      command,
      ...programs.map(([language, run]) => `${run} <<'END OF CODE'\n${texts[language]}\nEND OF CODE`),
    ];
  });
  expect((await paste(page, everyLanguage)).filter(isRefusal)).toEqual([]);
});

test("an example that is not run says why, and their number has not changed", () => {
  const others = examples.filter((example) => !isRun(example));
  expect(others.filter(({ whyNotRun = "" }) => whyNotRun.length < 9)).toEqual([]);
  const count = (language: string): number => others.filter((each) => each.language === language).length;
  expect({
    run: examples.length - others.length,
    commands: count("sh"),
    others: others.length - count("sh"),
  }).toEqual({
    run: 29,
    commands: 31,
    others: 21,
  });
});

import { statSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";
import { build, docker, inspectImage, run } from "./docker.ts";

const { NODE_IMAGE, SANDBOX_IMAGE } = process.env;
const maxMegabytes = 500;
const socket = "/var/run/docker.sock";
const serviceKey = "0123456789abcdef0123456789abcdef";

type Verdict = Readonly<{ valid: boolean; diagnostics: readonly Readonly<{ rule: string }>[] }>;

async function validate(url: string, job: object): Promise<Verdict> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${serviceKey}` };
  const answer = await fetch(`${url}/v1/validate`, { method: "POST", headers, body: JSON.stringify(job) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Verdict;
}

async function healthOf(url: string): Promise<Readonly<{ status: string; checks: object }> | undefined> {
  const answer = await fetch(`${url}/healthz`).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as { status: string; checks: object }) : undefined;
}

async function expectSmall(image: string): Promise<void> {
  const megabytes = (await inspectImage<number>(image, ".Size")) / 1e6;
  expect(megabytes).toBeLessThanOrEqual(maxMegabytes);
}

describe("the image of the service", () => {
  let image = "";
  beforeAll(async () => {
    image = await build("service", NODE_IMAGE!);
  });

  test("is small, and its process is unprivileged on the machine", async () => {
    await expectSmall(image);
    expect(await inspectImage(image, ".Config.User")).toBe("node");
  });

  test("contains nothing that only developers need", async () => {
    const list = ["run", "--rm", "--network", "none", image, "find", "/app", "/opt", "-maxdepth", "3"];
    const { output } = await docker(...list);
    const files = output.split("\n");
    expect(files).toContain("/app/service/main.ts");
    const unwanted = /\/(?:hardhat|solc|vitest|typescript|pip)$|^\/app\/test$/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  });

  test("serves with a read-only root, and finishes its work when it is stopped", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    await using service = await run(image, {
      env: { HOST: "127.0.0.1", PORT: new URL(url).port, SANDBOX: "off", SERVICE_KEY: serviceKey },
    });
    await until(async () => (await healthOf(url))?.status === "ok");
    expect((await service.exec("id", "-u")).output).toBe("1000\n");

    const verdict = await validate(url, {
      code: 'def f(x: int) -> str:\n    return x + "a"\n',
      mode: "static",
    });
    expect(verdict.valid).toBe(false);
    expect(verdict.diagnostics.map(({ rule }) => rule)).toContain("mypy:operator");
    const page = await fetch(`${url}/docs`, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);

    const { status, log } = await service.stop();
    expect(status).toBe(0);
    expect(log).toContain('"stopping"');
  });

  test("runs code with the machine's engine, configured as in deploy/compose.yml", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    await using _service = await run(image, {
      env: {
        HOST: "127.0.0.1",
        PORT: new URL(url).port,
        SANDBOX: "docker",
        SANDBOX_IMAGE: SANDBOX_IMAGE!,
        SANDBOX_POOL: "1",
        SERVICE_KEY: serviceKey,
      },
      more: ["--volume", `${socket}:${socket}`, "--group-add", String(statSync(socket).gid)],
    });
    await until(async () => {
      const health = await healthOf(url);
      return health !== undefined && "sandbox" in health.checks && health.checks.sandbox === "ok";
    });
    const verdict = await validate(url, { code: "print(6 * 7)\n", mode: "execute", expected_output: "42\n" });
    expect(verdict).toMatchObject({ valid: true });
  });
});

describe("the image of the agent", () => {
  let image = "";
  beforeAll(async () => {
    image = await build("agent", NODE_IMAGE!);
  });

  test("is small, and its process is unprivileged on the machine", async () => {
    await expectSmall(image);
    expect(await inspectImage(image, ".Config.User")).toBe("node");
  });

  test("without variables says which it needs, and exits", async () => {
    const { status, errors } = await docker("run", "--rm", "--read-only", "--network", "none", image);
    expect(status).toBe(1);
    for (const name of ["CHAIN_RPC_URL", "MARKETPLACE", "MECH", "AGENT_PRIVATE_KEY"])
      expect(errors).toContain(name);
    expect(errors).toContain("deploy/agent.example.env");
    expect(errors).not.toContain("    at ");
  });
});

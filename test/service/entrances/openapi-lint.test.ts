import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { passedOn } from "../../support/processes.ts";
import { createDataFolder } from "../../support/data-folder.ts";
import { openTestServices } from "../../support/services.ts";

const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const money = {
  ADMIN_TOKEN: "the-operators-token-of-this-test",
  STRIPE_SECRET_KEY: "sk_test_never_called",
  STRIPE_WEBHOOK_SECRET: "whsec_never_called",
};

/** What redocly's recommended rules say of a description, as `rule pointer`. */
function complaintsOf(folder: string, document: unknown): readonly string[] {
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const env = { ...passedOn(), REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const args = ["lint", file, "--format=json", "--max-problems=500"];
  const { stdout } = spawnSync(process.execPath, [redocly, ...args], { cwd: folder, env, encoding: "utf8" });
  const { problems } = JSON.parse(stdout) as {
    problems: { ruleId: string; location: { pointer: string }[] }[];
  };
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
}

test("redocly's recommended rules find nothing in the description of the API", async () => {
  await using services = await openTestServices();
  const folder = await createDataFolder("openapi");
  for (const env of [{}, money]) {
    await using service = await services.open({ env });
    const document = (await (await service.send("/openapi.json")).json()) as { paths: Record<string, any> };
    expect(complaintsOf(folder, document)).toEqual([]);
    delete document.paths["/v1/info"].get.security;
    expect(complaintsOf(folder, document)).toEqual(["security-defined #/paths/~1v1~1info/get"]);
  }
});

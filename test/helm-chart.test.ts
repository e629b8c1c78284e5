import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { AgentEnvironment } from "../agent/config.ts";
import { chartFiles } from "../scripts/helm/chart.ts";
import { variablesIn } from "../scripts/helm/values-schema.ts";
import { serviceSignals } from "../scripts/observability/service-signals.ts";
import { Environment } from "../service/config.ts";
import { health } from "../service/entrances/api/operator/health.ts";
import { robots } from "../service/entrances/discovery/robots.ts";

type Values = { readonly [name: string]: Values | string | number | boolean | readonly unknown[] };

const chart = "deploy/helm/assay";
const read = (path: string): string => readFileSync(path, "utf8");
const readValues = (path: string): Values => (parse(read(`${chart}/${path}`)) as Values | null) ?? {};
const templates = readdirSync(`${chart}/templates`);
const everyTemplate = templates.map((name) => read(`${chart}/templates/${name}`)).join("\n");
const defaults = readValues("values.yaml");

const isMap = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As Helm merges values over the defaults. */
function over(lower: Values, upper: Values): Values {
  const merged = Object.entries(upper).map(([name, value]) => {
    const under = lower[name];
    return [name, isMap(value) && isMap(under) ? over(under, value) : value];
  });
  return { ...lower, ...Object.fromEntries(merged) };
}

test.for(Object.entries(chartFiles()))("%s matches the code", ([path, text]) => {
  expect(read(path), "run npm run docs").toBe(text);
});

test("the chart and its images have the version of the package", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
});

describe("values", () => {
  const isValid = new Ajv({ allErrors: true }).compile(
    JSON.parse(read(`${chart}/values.schema.json`)) as object,
  );
  const problems = (given: Values): string[] => {
    isValid(over(defaults, given));
    return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  test("fit the schema by default", () => {
    expect(problems({})).toEqual([]);
  });

  test.for(readdirSync(`${chart}/ci`))("fit the schema in %s", (file) => {
    expect(problems(readValues(`ci/${file}`))).toEqual([]);
  });

  test.for<[string, Values, string]>([
    ["a misspelled value", { service: { replica: 2 } }, "/service must NOT have additional properties"],
    ["a misspelled variable", { service: { env: { LOGLEVEL: "warn" } } }, "/service/env property name"],
    ["a variable that the chart sets", { service: { env: { PORT: "80" } } }, "/service/env property name"],
    ["a secret of the service", { service: { env: { ADMIN_TOKEN: "x" } } }, "/service/env property name"],
    ["a secret of the agent", { agent: { env: { AGENT_PRIVATE_KEY: "0x" } } }, "/agent/env property name"],
    ["a number instead of a string", { service: { env: { CHAIN_ID: 100 } } }, "/service/env/CHAIN_ID"],
    ["an agent without its secret", { agent: { enabled: true } }, "/serviceKey/existingSecret"],
  ])("are refused with %s", ([, given, problem]) => {
    expect(problems(given).join("\n")).toContain(problem);
  });

  const leaves = (values: Values, path: string): string[] =>
    Object.entries(values).flatMap(([name, value]) =>
      isMap(value) ? [`${path}.${name}`, ...leaves(value, `${path}.${name}`)] : [`${path}.${name}`],
    );

  test("include every one that templates name", () => {
    const named = Array.from(everyTemplate.matchAll(/\.Values((?:\.\w+)+)/g), ([, path]) => path!);
    expect(named.length).toBeGreaterThan(50);
    const known = new Set(leaves(defaults, ""));
    expect(named.filter((path) => !known.has(path))).toEqual([]);
  });
});

describe("the templates", () => {
  test.for([
    ["service-deployment.yaml", Object.keys(Environment.shape)],
    ["agent-deployment.yaml", Object.keys(AgentEnvironment.shape)],
    ["_helpers.tpl", Object.keys(Environment.shape)],
  ] as const)("set only variables that are read, in %s", ([template, known]) => {
    const set = variablesIn(template);
    expect(set.length).toBeGreaterThan(3);
    expect(set.filter((variable) => !known.includes(variable))).toEqual([]);
  });

  test("set no variables in the other files", () => {
    const others = templates.filter((name) => !/-deployment\.yaml$|^_helpers\.tpl$/.test(name));
    expect(others.flatMap(variablesIn)).toEqual([]);
  });

  test("scale by metrics that the service exports", () => {
    const watched = serviceSignals.flatMap(({ drawn }) => drawn.map(({ expr }) => expr));
    const used = Array.from(everyTemplate.matchAll(/metric: \{ name: (\w+) \}/g), ([, metric]) => metric);
    expect(used).toHaveLength(2);
    for (const metric of used) expect(watched).toContain(metric);
  });

  test("probe addresses that the service has", () => {
    const probed = Array.from(
      read(`${chart}/templates/service-deployment.yaml`).matchAll(/httpGet: \{ path: ([^,]+),/g),
      ([, path]) => path,
    );
    expect(new Set(probed)).toEqual(new Set([health.path, robots.path]));
  });
});

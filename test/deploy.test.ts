import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { AgentEnvironment } from "../agent/config.ts";
import { Environment } from "../service/config.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const linesOf = (path: string): string[] =>
  read(path)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** A pattern of .dockerignore as Docker reads it: `*` stays within a folder, `**` does not. */
function toPattern(rule: string): RegExp {
  const source = rule
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "\0")
    .replaceAll("*", "[^/]*")
    .replaceAll("\0", "(?:.*/)?");
  return new RegExp(`^${source}$`);
}

/** Whether a file is sent to the engine: the last rule counts that matches it or a folder that it is in. */
function isSent(path: string): boolean {
  const pieces = path.split("/");
  const places = pieces.map((_, n) => pieces.slice(0, n + 1).join("/"));
  const matches = (rule: string): boolean => places.some((place) => toPattern(rule).test(place));
  return linesOf(".dockerignore").reduce((sent, line) => {
    const isKept = line.startsWith("!");
    return matches(isKept ? line.slice(1) : line) ? isKept : sent;
  }, true);
}

describe("the build context of the images", () => {
  const ignored = linesOf(".gitignore").map((line) => line.replace(/\/$/, ""));
  const secrets = [
    ...ignored,
    ...ignored.map((path) => `${path}/anything`),
    "deploy/agent.key",
    "deploy/agent.env",
    "deploy/service.env",
    "deploy/anything.env",
    ".env",
    ".env.local",
    "agent.env",
    "agent.key",
    "service/.env",
    "agent/operator.key",
    ".git/config",
    "data/assay.db",
    ".tools/node",
    "node_modules/zod/index.js",
    "test/deploy.test.ts",
  ];

  test.for(secrets)("does not contain %s", (path) => {
    expect(isSent(path)).toBe(false);
  });

  const copied = readdirSync(join(root, "deploy"))
    .filter((name) => name.endsWith(".Dockerfile"))
    .flatMap((name) => linesOf(`deploy/${name}`))
    .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));

  test.for(copied)("contains %s, which an image copies", (path) => {
    expect(isSent(path)).toBe(true);
  });

  test("contains nothing of an unknown folder", () => {
    expect(isSent("wallets/operator.json")).toBe(false);
  });
});

describe("base images", () => {
  test.for(["agent", "service", "sandbox"])("can be pinned by digest for the %s image", (name) => {
    const lines = linesOf(`deploy/${name}.Dockerfile`);
    expect(lines.filter((line) => line.startsWith("ARG BASE="))).toHaveLength(1);
    const bases = lines.filter((line) => line.startsWith("FROM "));
    expect(bases[0]).toMatch(/^FROM \$\{BASE\}/);
    expect(bases.slice(1).every((line) => /^FROM base\b/.test(line))).toBe(true);
  });

  test("can be pinned by digest in the compose file", () => {
    const images = linesOf("deploy/compose.yml").filter((line) => line.startsWith("image:"));
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(/^image: \$\{[A-Z]+_IMAGE:-[\w./:-]+\}$/);
  });
});

describe("the compose file", () => {
  type Part = Readonly<{ environment: Readonly<Record<string, string>>; image?: string }>;
  const parts = (
    parse(read("deploy/compose.yml"), { merge: true }) as { services: Readonly<Record<string, Part>> }
  ).services;

  test.for([
    ["service", Object.keys(Environment.shape)],
    ["agent", Object.keys(AgentEnvironment.shape)],
  ] as const)("sets for the %s only variables that it reads", ([name, known]) => {
    const told = Object.keys(parts[name]!.environment);
    expect(told.length).toBeGreaterThan(3);
    expect(told.filter((variable) => !known.includes(variable))).toEqual([]);
  });

  test("runs code in the sandbox image that it builds", () => {
    expect(parts["service"]!.environment["SANDBOX_IMAGE"]).toBe(parts["sandbox-image"]!.image);
  });
});

const pinned = ["bench", "clients", "mech-client"].map((name) => `scripts/setup/${name}-requirements.txt`);

describe.for([
  "engine/python/requirements.txt",
  "engine/packages/requirements.txt",
  "cli/python/requirements.txt",
  ...pinned,
])("%s", (path) => {
  const lines = linesOf(path).filter((line) => !line.startsWith("-r "));
  const requirements = lines.join("\n").replaceAll("\\\n", " ").split("\n");

  test.for(requirements)("has an exact version and a hash for every wheel of %s", (requirement) => {
    expect(requirement).toMatch(/^[\w.-]+==[\w.]+(?:\s+--hash=sha256:[0-9a-f]{64})+$/);
  });
});

test.for(["deploy/agent.Dockerfile", "deploy/service.Dockerfile", "scripts/setup/python-tools.mjs"])(
  "%s installs nothing without a hash",
  (path) => {
    expect(read(path)).toContain("--require-hashes");
  },
);

describe("the same Node options are used by every way to start a program:", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const optionsIn = (text: string): string[] => text.match(/--[\w-]+(?:=\w+)?/g) ?? [];
  const lineWith = (path: string, start: string): string =>
    linesOf(path).find((line) => line.startsWith(start))!;

  test.for([
    ["service", "assay"],
    ["agent", "assay-agent"],
  ])("%s", ([program, unit]) => {
    const wanted = optionsIn(scripts[program!]!);
    expect(wanted).toContain("--liftoff-only");
    expect(optionsIn(lineWith(`deploy/${program}.Dockerfile`, 'CMD ["node", "--'))).toEqual(wanted);
    expect(optionsIn(lineWith(`deploy/systemd/${unit}.service`, "ExecStart="))).toEqual(wanted);
  });

  test("npm start, and the measured service", () => {
    const wanted = optionsIn(scripts["service"]!);
    expect(optionsIn(scripts["start"]!)).toEqual(wanted);
    const measured = optionsIn(lineWith("test/bench/service-process.ts", "const args = ["));
    expect([...measured, "--disable-warning=ExperimentalWarning"].toSorted()).toEqual(wanted.toSorted());
  });
});

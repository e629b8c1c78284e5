import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { floorMap } from "../scripts/structure/map.ts";
import { measureTree } from "../scripts/structure/measure-tree.ts";
import { findProblems, type Architecture } from "./support/architecture.ts";
import { plantTree } from "./support/plant-tree.ts";

const architecture: Architecture = {
  ...floorMap,
  owners: {
    "@a2a-js/sdk": ["service/entrances/a2a", "test"],
    "@astral-sh/ruff-wasm-nodejs": ["engine/lint/lint.ts", "test/engine"],
    "@chainsafe/libp2p-noise": ["parts/ipfs"],
    "@chainsafe/libp2p-yamux": ["parts/ipfs"],
    "@eslint-community/regexpp": ["test/support/patterns"],
    "@coinbase/x402": ["parts/x402"],
    "@helia/bitswap": ["parts/ipfs"],
    "@helia/json": ["parts/ipfs"],
    "@helia/libp2p": ["parts/ipfs"],
    "@helia/unixfs": ["parts/ipfs", "test/support"],
    "@ipld/dag-pb": ["parts/ipfs", "test"],
    "@lezer/highlight": ["site", "scripts/site"],
    "@lezer/python": ["site", "scripts/site", "cli/project/silencing/python-layout.ts"],
    "@kubernetes/client-node": ["engine/workers/sandbox/kubernetes", "test/support/cluster-stand-in.ts"],
    "@libp2p/crypto": ["parts/ipfs"],
    "@libp2p/identify": ["parts/ipfs"],
    "@libp2p/tcp": ["parts/ipfs"],
    "@modelcontextprotocol/client": ["test"],
    "@modelcontextprotocol/sdk": ["service/entrances/mcp", "test"],
    "@modelcontextprotocol/server": ["service/entrances/mcp", "cli/agents/mcp"],
    "@multiformats/multiaddr": ["parts/ipfs", "test"],
    "@noble/curves": ["site/parts/receipt"],
    "@noble/hashes": ["site/parts/receipt"],
    "@opentelemetry/api": ["platform/tracing"],
    "@opentelemetry/context-async-hooks": ["platform/tracing/start.ts"],
    "@opentelemetry/core": ["platform/tracing/start.ts"],
    "@opentelemetry/exporter-trace-otlp-http": ["platform/tracing/start.ts"],
    "@opentelemetry/resources": ["platform/tracing/start.ts"],
    "@opentelemetry/sdk-trace": ["platform/tracing/start.ts"],
    "@x402/core": ["parts/x402", "deploy/clients", "scripts/demo", "scripts/discovery", "test"],
    "@x402/evm": ["parts/x402", "deploy/clients", "scripts/demo", "test"],
    "@x402/extensions": ["parts/x402", "scripts/discovery", "test"],
    "@x402/fetch": ["deploy/clients", "scripts/demo", "test"],
    a2a03: ["test"],
    "adm-zip": ["scripts/pack", "test/cli"],
    ajv: ["test/cli", "test/helm-chart.test.ts"],
    "axe-core": ["test/e2e"],
    "blockstore-fs": ["parts/ipfs"],
    "datastore-core": ["parts/ipfs"],
    canonicalize: ["parts/proof/receipts"],
    "core-js": ["cli/older-node.ts"],
    dockerode: ["engine/workers/sandbox/docker"],
    esbuild: ["scripts/site", "scripts/pack", "test/support/bundle"],
    express: ["service/app.ts", "service/entrances"],
    hardhat: ["scripts/chain"],
    "hardhat.config.ts": ["scripts/chain"],
    helia: ["parts/ipfs"],
    ignore: ["cli/files", "cli/settings", "cli/project/lint"],
    "interface-datastore": ["parts/ipfs"],
    ioredis: ["parts/limits", "parts/store", "test/parts"],
    kysely: ["parts/store"],
    pg: ["parts/store", "test"],
    "ipaddr.js": ["parts/limits/metered-address.ts", "parts/client-documents"],
    "ipfs-unixfs": ["parts/ipfs", "test"],
    "ipfs-unixfs-importer": ["parts/ipfs", "test"],
    jose: ["parts/tokens/tokens.ts"],
    "kubo-rpc-client": ["parts/ipfs", "test"],
    libp2p: ["parts/ipfs"],
    marked: ["scripts/site"],
    multiformats: ["parts/ipfs", "test"],
    "node:child_process": [
      "engine/workers/type-checker",
      "engine/packages",
      "cli/files",
      "cli/python",
      "cli/project",
      "scripts",
      "test",
    ],
    "node:sqlite": ["parts/store", "test"],
    "node:worker_threads": ["parts/store", "platform/threads", "test"],
    "oxc-parser": [
      "scripts/mutation/typescript-mutants.ts",
      "scripts/structure/declared-types.ts",
      "scripts/structure/patterns.ts",
      "test/support/test-titles.ts",
      "test/words.test.ts",
    ],
    pino: ["platform/log.ts"],
    pixelmatch: ["test/support/pictures"],
    "playwright-core": [
      "test/e2e",
      "test/support/chromium.ts",
      "test/support/pictures",
      "scripts/site",
      "scripts/people",
    ],
    pngjs: ["test/support/pictures", "test/pictures.test.ts"],
    "prom-client": ["parts/observe/metrics.ts"],
    "py-ast": ["engine/tree/parse.ts"],
    "smol-toml": [
      "cli/settings",
      "test/cli",
      "cli/project",
      "engine/declared-packages.ts",
      "engine/packages",
    ],
    "rate-limiter-flexible": ["parts/limits"],
    scslre: ["test/patterns.test.ts"],
    solc: ["scripts/chain"], // by its address, in hardhat.config.ts
    stripe: ["parts/card", "test"],
    uqr: ["service/entrances/pages/frame/qr-code.ts", "test"],
    // In `ask/commands.ts` it is in the text that a page shows.
    viem: [
      "parts",
      "agent",
      "cli/verify",
      "deploy/clients",
      "scripts",
      "service/marketplace/ask/commands.ts",
      "test",
    ],
    vitest: ["test"],
    vscode: ["deploy/editors"],
    "vscode-languageclient": ["deploy/editors"],
    "vscode-languageserver-protocol": ["cli/lsp", "test"],
    "vscode-languageserver-textdocument": ["cli/lsp", "test/cli", "test/bench/behaviour"],
    yaml: ["test"],
    zod: ["agent", "scripts", "engine", "parts", "service", "test"],
  },
};

test("the code follows the structure map, and every package has one owner", () => {
  expect(findProblems(join(import.meta.dirname, ".."), architecture)).toEqual([]);
});

test("no folder of the programs and their parts has more than 15 files", () => {
  const paths = globSync("{parts,service,agent,cli}/**/*.ts", { cwd: join(import.meta.dirname, "..") });
  const folders = Map.groupBy(paths, (path) => dirname(path));
  expect([...folders].filter(([, files]) => files.length > 15).map(([folder]) => folder)).toEqual([]);
});

test("no two exported types have the same name", () => {
  const { homonyms } = measureTree(join(import.meta.dirname, ".."), floorMap);
  expect(homonyms.filter(({ exportedBy }) => exportedBy.length > 1)).toEqual([]);
});

describe("the structure check reports a problem when", () => {
  const small: Architecture = {
    programs: {
      app: ["app/main.ts", "app/doors", ["app/left", "app/right"], "app/floor.ts", "app", "core"],
      core: ["core/inner", "core"],
    },
    faces: ["core"],
    typesOf: { core: ["lone/a.ts"] },
    outside: ["test"],
    owners: { express: ["app/doors"], "node:sqlite": ["app/store.ts"] },
  };

  test.for<[string, Record<string, string>, string[]]>([
    [
      "a file imports from a floor above it",
      { "app/floor.ts": 'import { a } from "./doors/a.ts";', "app/doors/a.ts": "" },
      ["app/floor.ts imports app/doors/a.ts from a floor above it"],
    ],
    [
      "it does so for a type, over several lines, or at run time",
      {
        "app/floor.ts":
          'import type { A } from "./main.ts";\nimport {\n  a,\n} from "./doors/a.ts";\nawait import("./doors/b.ts");',
        "app/main.ts": "",
        "app/doors/a.ts": "",
        "app/doors/b.ts": "",
      },
      [
        "app/floor.ts imports app/main.ts from a floor above it",
        "app/floor.ts imports app/doors/a.ts from a floor above it",
        "app/floor.ts imports app/doors/b.ts from a floor above it",
      ],
    ],
    [
      "a room imports from a room beside it",
      { "app/left/a.ts": 'import { b } from "../right/b.ts";', "app/right/b.ts": "" },
      ["app/left/a.ts imports app/right/b.ts from a room beside it"],
    ],
    [
      "a file imports a private file of another program",
      { "app/main.ts": 'import { a } from "../core/inner/a.ts";', "core/inner/a.ts": "" },
      ["app/main.ts imports core/inner/a.ts, which core keeps to itself"],
    ],
    [
      "a file imports from outside its program",
      { "app/main.ts": 'import "../test/support.ts";', "test/support.ts": "" },
      ["app/main.ts imports test/support.ts, which is not part of its program"],
    ],
    [
      "a file imports more than the types of a file whose types it may import",
      {
        "core/c.ts": 'import { a } from "../lone/a.ts";\nimport type { B } from "../lone/b.ts";',
        "core/d.ts": 'import type { A } from "../lone/a.ts";',
        "lone/a.ts": "",
        "lone/b.ts": "",
      },
      [
        "core/c.ts imports lone/a.ts, which is not part of its program",
        "core/c.ts imports lone/b.ts, which is not part of its program",
      ],
    ],
    [
      "a package is imported by a folder that does not own it",
      { "app/main.ts": 'import express, { type Express } from "express";' },
      ["app/main.ts imports express, which it does not own"],
    ],
    [
      "a package has no owner",
      {
        "app/doors/a.ts": 'import { x } from "@scope/name/deep";',
        "package.json": '{"dependencies":{"left-pad":"1"}}',
      },
      [
        "app/doors/a.ts imports @scope/name, which has no owner",
        "package.json names left-pad, which has no owner",
      ],
    ],
    [
      "an owned module of Node is imported elsewhere, with or without its prefix",
      {
        "app/main.ts": 'import { DatabaseSync } from "node:sqlite";\nimport { spawn } from "child_process";',
      },
      [
        "app/main.ts imports node:sqlite, which it does not own",
        "app/main.ts imports node:child_process, which has no owner",
      ],
    ],
    [
      "files import each other in a cycle",
      {
        "app/a.ts": 'import "./b.ts";',
        "app/b.ts": 'import "./c.ts";',
        "app/c.ts": 'import "./a.ts";',
      },
      ["app/a.ts → app/b.ts → app/c.ts → app/a.ts is a cycle"],
    ],
    [
      "they do so for a type alone",
      {
        "app/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;',
        "app/b.ts": 'import { type A } from "./a.ts";\nimport { c } from "./c.ts";',
        "app/c.ts": "",
      },
      ["app/a.ts → app/b.ts → app/a.ts is a cycle"],
    ],
    [
      "a folder of a program with public files is missing on the map",
      { "core/cellar/a.ts": "" },
      ["core/cellar/a.ts stands on no floor"],
    ],
    [
      "a folder has a name such as utils",
      { "app/utils/strings.ts": "export const a = 1;", "app/types/all.ts": "export type A = string;" },
      ["app/utils is a drawer: nothing is called utils", "app/types is a drawer of types"],
    ],
    [
      "a file imports a barrel",
      {
        "app/all.ts": 'export * from "./floor.ts";',
        "app/main.ts": 'import { a } from "./all.ts";',
        "app/floor.ts": "",
      },
      ["app/all.ts imports app/floor.ts from a floor above it", "app/main.ts imports the barrel app/all.ts"],
    ],
    [
      "a text that is not a constant of the file becomes a pattern",
      {
        "app/a.ts":
          "export const isIn = (word: string, text: string) =>\n  new RegExp(`\\\\b${RegExp.escape(word)}`).test(text);",
        "app/b.ts": 'import { word } from "./c.ts";\nexport const b = RegExp(word, "g");',
        "app/c.ts": "export const c = (flags: string) => new RegExp(/a/.source, flags);",
      },
      [
        "app/a.ts:2 makes a pattern of a text",
        "app/b.ts:2 makes a pattern of a text",
        "app/c.ts:1 makes a pattern of a text",
      ],
    ],
    [
      "one does so inside a search",
      {
        "app/a.ts":
          'export const a = (text: string, word: string) => text.match(word) ?? text.search("a.b");',
        "app/b.ts": "const words = (one: string) => `${one}|b`;\nexport const b = [`a|b`].map(RegExp);",
      },
      [
        "app/a.ts:1 searches for a text as if it were a pattern",
        "app/a.ts:1 searches for a text as if it were a pattern",
        "app/b.ts:2 passes RegExp on",
      ],
    ],
  ])("%s", ([, files, problems]) => {
    expect(findProblems(plantTree(files), small).toSorted()).toEqual(problems.toSorted());
  });

  test("the tree has a problem, and not for the same tree in order", () => {
    const files = {
      "app/main.ts": 'import { a } from "./doors/a.ts";\nimport { readFileSync } from "node:fs";',
      "app/doors/a.ts":
        'import express from "express";\nimport { b } from "../floor.ts";\nimport { c } from "../../core/c.ts";',
      "core/c.ts": "",
      "core/inner/d.ts": 'import { c } from "../c.ts";',
      "app/floor.ts": '// import { x } from "./main.ts"\nimport { c } from "./store.ts";',
      "app/store.ts": 'import { DatabaseSync } from "node:sqlite";',
      "test/main.test.ts": 'import { a } from "../app/main.ts";\nnew RegExp(a);',
      "app/patterns.ts":
        "const digits = String.raw`\\d+`;\nexport const pair = new RegExp(`${digits},` + digits, 'u');\n" +
        "export const found = (text: string, all: RegExp) => [text.match(all), text.search(/a/), all instanceof RegExp];",
      "package.json": '{"dependencies":{"express":"5"}}',
    };
    expect(findProblems(plantTree(files), small)).toEqual([]);
  });
});

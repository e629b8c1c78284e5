import type { FloorMap } from "./floors.ts";

/** The map of the code, and the first thing a newcomer reads. */
export const floorMap: FloorMap = {
  programs: {
    service: [
      "service/main.ts",
      "service/serve.ts",
      "service/app.ts",
      "service/entrances",
      "service/handle.ts",
      "service/payment", // taken, then kept or given back
      "service/sharing", // verdicts that callers show to others
      ["service/credits", "service/marketplace", "service/samples"],
      "service/caller", // who asks
      "service/terms", // what it costs, and what to do next
      "service/work", // a job in, a judgement out
      "service/open-parts.ts",
      "service/parts.ts",
      "service/answers.ts", // what calls share and tasks remember
      ["service/tasks", "service/queue"],
      "service/engine-settings.ts",
      "service/config.ts", // knows which modes and log levels there are, so it stands above both
      "parts",
      "engine",
      "platform",
    ],
    agent: [
      "agent/main.ts",
      "agent/start.ts",
      "agent/run.ts",
      "agent/http-server.ts",
      "agent/advance.ts",
      "agent/sending",
      "agent/watch",
      "agent/steps",
      "agent/signed",
      "agent", // its parts, its journal, and what it knows of the marketplace
      "parts",
      "engine",
      "platform",
    ],
    cli: [
      "cli/main.ts",
      "cli/start.ts",
      "cli/program.ts",
      "cli/commands",
      ["cli/lsp", "cli/verify", "cli/agents"],
      "cli/project", // files of one's own project, by its own settings and tools
      "cli/checking",
      ["cli/formats", "cli/files", "cli/service", "cli/python"],
      "cli/settings",
      "cli", // what commands share
      "parts", // published verdicts: who signed them, and where they are found
      "engine",
      "platform",
    ],
    // What reaches outside a process, for every program.
    parts: [
      ["parts/x402", "parts/deposits"],
      ["parts/chain", "parts/reading"],
      ["parts/proof", "parts/journal"],
      "parts/store",
      ["parts/card", "parts/ipfs", "parts/client-documents", "parts/tokens"],
      "parts/observe",
      ["parts/limits", "parts/json", "parts/settings"],
      "parts", // refusals, and the newest release
      "engine",
      "platform",
    ],
    engine: [
      ["engine/open-engine.ts", "engine/own-project.ts", "engine/own-rules.ts"],
      "engine/engine.ts",
      ["engine/to-verdict.ts", "engine/project-source.ts", "engine/rules.ts", "engine/masking.ts"],
      "engine/docstring-examples.ts",
      ["engine/endings.ts", "engine/suggestions.ts"],
      "engine/improve.ts",
      ["engine/translated-copy.ts", "engine/project-check.ts"], // one text out, several files in
      ["engine/static-check.ts", "engine/linked-inspection.ts"],
      "engine/tasks", // what runs in threads
      "engine/packages", // what a call asks to be installed for it
      "engine/execute",
      ["engine/repair", "engine/optimize", "engine/transpile", "engine/candidates"],
      ["engine/checks", "engine/policy", "engine/credentials", "engine/lint", "engine/type-check"],
      ["engine/evaluate", "engine/resolve"],
      "engine/findings",
      "engine/program",
      "engine/package-names", // which package has a module, and which names are mistaken for others
      ["engine/values", "engine/library"],
      "engine/kernel", // Python's rules for plain values of JavaScript
      "engine/tree",
      "engine/text",
      "engine/workers",
      "engine", // what goes in and what comes out
      "platform",
    ],
    platform: ["platform"],
    site: [
      [
        "site/frame",
        "site/playground",
        "site/keys",
        "site/pay",
        "site/verdict",
        "site/verify",
        "site/docs",
        "site/marketplace",
      ],
      "site/parts",
    ],
  },
  faces: ["engine"],
  typesOf: { site: ["engine/verdict.ts"] },
  outside: ["scripts", "deploy", "test"],
};

import type { Command } from "../command.ts";

type Listed = Readonly<{ summary: string; load(): Promise<Command> }>;

/** Every subcommand. Only the one that is asked for is loaded. */
export const commands: Readonly<Record<string, Listed>> = {
  check: { summary: "check files and folders", load: async () => (await import("./check.ts")).check },
  baseline: {
    summary: "list what is found today, so that only new findings count",
    load: async () => (await import("./baseline.ts")).baseline,
  },
  fix: { summary: "print or write fixes", load: async () => (await import("./fix.ts")).fix },
  run: {
    summary: "run a program in a sandbox with its examples",
    load: async () => (await import("./run.ts")).run,
  },
  lsp: { summary: "serve an editor", load: async () => (await import("./lsp.ts")).lsp },
  mcp: { summary: "serve a coding agent", load: async () => (await import("./mcp.ts")).mcp },
  hook: {
    summary: "check what a coding agent has edited",
    load: async () => (await import("./hook.ts")).hook,
  },
  explain: { summary: "print the page of a rule", load: async () => (await import("./explain.ts")).explain },
  verify: {
    summary: "check who signed a published verdict",
    load: async () => (await import("./verify.ts")).verify,
  },
  login: { summary: "keep a key for a service", load: async () => (await import("./login.ts")).login },
  credits: { summary: "print what a key has left", load: async () => (await import("./credits.ts")).credits },
};

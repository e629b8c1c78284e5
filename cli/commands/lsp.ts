import { readArguments, type Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const options = { help: { type: "boolean", short: "h" }, stdio: { type: "boolean" } } as const;

export const lsp: Command = {
  usage: `assay lsp [--stdio]

Serves an editor by the Language Server Protocol over standard input and output: findings while typing and on save,
quick fixes, the pages of rules, and running the examples of docstrings, which needs Docker.
Settings come from [tool.assay] in pyproject.toml. Editors start it; see docs/editors.md.
`,

  run: async (args, terminal) => {
    const { positionals } = readArguments("lsp", args, options);
    if (positionals.length > 0) throw new UsageError("assay lsp takes no files: the editor opens them.");
    const { serveEditor } = await import("../lsp/serve.ts");
    return serveEditor(terminal);
  },
};

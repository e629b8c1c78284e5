import { writeVsix } from "./pack/vsix.ts";
import { createCommand, runCommand } from "./command.ts";

/** Packs the extension for VS Code and others of its kind. */
const packVscode = createCommand({
  usage: "npm run pack:vscode",
  options: {},
  run: async (_, __, { say }) => {
    say(await writeVsix());
    return 0;
  },
});

await runCommand(packVscode);

import { summarize } from "../../../formats/summary.ts";
import { readVersion } from "../../../release.ts";
import { tellFindings } from "../../findings.ts";
import { eachRoot, nothingFor, pathsSchema, type PathArguments } from "../targets.ts";
import type { AgentTool } from "../tool.ts";

export const check: AgentTool<PathArguments> = {
  name: "check",
  description:
    "Checks Python without running it: syntax, lint, types, security, leaked credentials. Call it after every change. " +
    "One line a finding (`file:line:column severity rule message`), at most 50, what rejects a file first.",
  inputSchema: { type: "object", properties: { paths: pathsSchema }, additionalProperties: false },
  annotations: { readOnlyHint: true, openWorldHint: false },
  call: async (args, call) => {
    const files = await eachRoot(args, call, call.project.check);
    if (files.length === 0) return nothingFor(args);
    return [...tellFindings(files), summarize({ version: readVersion(), files })].join("\n");
  },
};

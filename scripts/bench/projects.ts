import { measureProjects, sampleFindings, type MeasuredProject } from "../../test/bench/projects.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { benchCommand, countOf } from "./bench-command.ts";

const head = [
  "project",
  "files",
  "per 1,000 lines",
  "rejected",
  "cold",
  "others",
  "×",
  "later",
  "×",
  "again",
  "others",
  "×",
  "MB",
  "false types",
];

export const projects = benchCommand({
  usage: "projects DIR [--sample N] [--seed N]",
  help: `checks each project in the folder DIR with the bundled command beside ruff, mypy and bandit with the project's own
settings: findings, rejected files, processor seconds cold and unchanged, and memory (minutes). --sample prints that many
of the findings with their lines instead, to be read by somebody who says which of them are useful.`,
  options: { sample: { type: "string" }, seed: { type: "string" } },
  maxWords: 1,
  run: async ({ sample, seed }, [folder]) => {
    if (folder === undefined) throw new UsageError("Name a folder of projects: -- projects DIR");
    if (sample !== undefined) {
      const findings = await sampleFindings(folder, { count: countOf(sample, 100), seed: countOf(seed, 1) });
      findings.forEach(({ project, finding, lines }, at) => {
        const { file, line, severity, rule, message } = finding;
        console.log(`${at + 1}. ${project}/${file}:${line} ${severity} ${rule} ${message}`);
        console.log(lines.map((each) => `     ${each}`).join("\n"));
      });
      return 0;
    }
    console.log(`| ${head.join(" | ")} |\n|${" --- |".repeat(head.length)}`);
    for await (const each of measureProjects(folder)) console.log(`| ${cells(each).join(" | ")} |`);
    return 0;
  },
});

function cells(each: MeasuredProject): readonly string[] {
  return [
    each.name,
    String(each.files),
    each.findings.toFixed(1),
    String(each.rejected),
    each.coldS.toFixed(1),
    each.othersColdS.toFixed(1),
    (each.coldS / each.othersColdS).toFixed(2),
    each.laterS.toFixed(1),
    (each.laterS / each.othersColdS).toFixed(2),
    each.unchangedS.toFixed(2),
    each.othersUnchangedS.toFixed(1),
    (each.unchangedS / each.othersUnchangedS).toFixed(2),
    each.peakMb.toFixed(0),
    each.falseTypes === null ? "–" : String(each.falseTypes),
  ];
}

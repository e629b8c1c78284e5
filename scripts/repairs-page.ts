import { listRepairs, type ListedRepair } from "../engine/repair/list.ts";

const titles: Readonly<Record<string, string>> = {
  syntax: "Broken syntax",
  names: "Names and calls",
  behaviour: "What a program does",
  security: "Security",
  lint: "Ruff's own fixes",
};

/** `docs/repairs.md`, made from the repairs' own pages. */
export function repairsPage(): string {
  const byGroup = Map.groupBy(listRepairs(), ({ group }) => group);
  const parts = Array.from(byGroup, ([group, repairs]) =>
    [`## ${titles[group] ?? group}`, table(repairs)].join("\n\n"),
  );
  return `# Repairs

What modes \`repair\` and \`execute\` fix without running the code. An edit is kept only if the text parses with it and the checkers report strictly
fewer problems than before, errors first, then warnings, security findings among them; no edit may add a security finding. Where the source does not
decide what was meant, nothing changes. \`fixes\` says what was done, line by line of the submitted text; everything outside an edit stays byte for byte,
and repairing the repaired source changes nothing. See [decision 19](decisions/0019-the-gate-of-a-repair.md).

Each repair has a kind, which \`meta.fixes\` tells of each edit:

- \`preserving\`: every program that ran does the same afterwards.
- \`certain\`: Python refuses the text, or the line raises an error whenever it is reached.
- \`changing\`: a program that runs does something else afterwards.

\`options.fixes: "safe"\` leaves the changing ones out; so does \`assay fix\` without \`--unsafe\`. The kind below is the usual one of a repair; its page says when it is another.

${parts.join("\n\n")}

This page is written by \`npm run docs\` from \`engine/repair\`; each name leads to the repair's own page with its examples.
`;
}

function table(repairs: readonly ListedRepair[]): string {
  const rows = repairs.map(
    ({ id, mends, kind, page }) => `| [\`${id}\`](../${page}) | ${kind} | ${mends.replaceAll("|", "\\|")} |`,
  );
  return ["| repair | kind | fixes |", "| --- | --- | --- |", ...rows].join("\n");
}

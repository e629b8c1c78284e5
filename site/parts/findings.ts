import { byId, count, make, withCode } from "./elements.ts";
import { rulePage, type ShownFinding } from "./verdict.ts";

type Kind = "all" | "error" | "warning" | "security";

const kinds: Readonly<Record<Kind, Readonly<{ label: string; has: (finding: ShownFinding) => boolean }>>> = {
  all: { label: "All", has: () => true },
  error: { label: "Errors", has: ({ severity }) => severity === "error" },
  warning: { label: "Warnings", has: ({ severity }) => severity !== "error" },
  security: { label: "Security", has: ({ isSecurity }) => isSecurity },
};

/** The list of findings: choosing one goes to its line. */
export function showFindings(
  findings: readonly ShownFinding[],
  onChoose: (finding: ShownFinding) => void,
): void {
  const list = make("ol", { class: "findings" });
  const draw = (kind: Kind): void =>
    list.replaceChildren(...findings.filter(kinds[kind].has).map((finding) => toItem(finding, onChoose)));
  byId("findings").replaceChildren(
    make("h2", {}, count(findings.length, "finding")),
    ...(findings.length > 0
      ? [filters(findings, draw), list]
      : [make("p", { class: "soft" }, "Nothing to report.")]),
  );
  draw("all");
}

function filters(findings: readonly ShownFinding[], draw: (kind: Kind) => void): HTMLElement {
  const group = make("div", { class: "chips", role: "group", "aria-label": "Show" });
  for (const [kind, { label, has }] of Object.entries(kinds) as [Kind, (typeof kinds)[Kind]][]) {
    const matching = findings.filter(has).length;
    if (kind !== "all" && matching === 0) continue;
    const chip = make(
      "button",
      { type: "button", "aria-pressed": String(kind === "all") },
      `${label} ${matching}`,
    );
    chip.addEventListener("click", () => {
      for (const other of group.children) other.setAttribute("aria-pressed", String(other === chip));
      draw(kind);
    });
    group.append(chip);
  }
  return group;
}

function toItem(finding: ShownFinding, onChoose: (finding: ShownFinding) => void): HTMLElement {
  const { severity, rule, message, cwe } = finding;
  const place = placeOf(finding, onChoose);
  return make(
    "li",
    { class: severity },
    make("span", { class: `badge ${severity}` }, severity),
    make("p", {}, ...withCode(message)),
    make(
      "p",
      { class: "soft" },
      place,
      make("a", { href: rulePage(rule) }, rule),
      cwe === null ? undefined : make("span", {}, cwe),
    ),
  );
}

/** A line of the code that is shown can be gone to. */
function placeOf(finding: ShownFinding, onChoose: (finding: ShownFinding) => void): HTMLElement | undefined {
  const { file, line } = finding;
  if (file !== undefined) return make("span", {}, line === null ? file : `${file}, line ${line}`);
  if (line === null) return undefined;
  const place = make("button", { type: "button", class: "line" }, `Line ${line}`);
  place.addEventListener("click", () => onChoose(finding));
  return place;
}

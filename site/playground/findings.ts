import { count, make, withCode } from "../parts/elements.ts";
import { rulePage, type ShownFinding } from "../parts/verdict.ts";
import { outcome } from "./trail.ts";

type Wishes = Readonly<{
  /** Said beside the heading, such as when they were found. */
  note: string;
  /** Whether the fix above solves it. */
  isSolved: (finding: ShownFinding) => boolean;
  onChoose: (finding: ShownFinding) => void;
}>;

/** The findings, the worst first; choosing a line goes to it. */
export function drawFindings(findings: readonly ShownFinding[], wishes: Wishes): readonly HTMLElement[] {
  return [
    make(
      "div",
      { class: "sub" },
      make("h3", {}, findings.length === 0 ? "No findings" : count(findings.length, "finding")),
      make("span", { class: "small soft" }, wishes.note),
    ),
    make("ul", { class: "findings" }, ...findings.map((finding) => toItem(finding, wishes))),
  ];
}

function toItem(finding: ShownFinding, { isSolved, onChoose }: Wishes): HTMLElement {
  const { severity, message, rule, line, file, cwe } = finding;
  const place = [file, line === null ? undefined : `line ${line}`]
    .filter((part) => part !== undefined)
    .join(", ");
  const go = make("button", { type: "button", class: "line-link num" }, place.replace(/^l/, "L"));
  go.addEventListener("click", () => onChoose(finding));
  return make(
    "li",
    { class: "finding" },
    make(
      "span",
      { class: `sev ${severity === "error" || severity === "warning" ? severity : "none"}` },
      severity,
    ),
    make(
      "div",
      {},
      make("p", {}, ...withCode(message)),
      make(
        "p",
        { class: "meta" },
        place === "" ? undefined : go,
        make("a", { href: rulePage(rule) }, make("code", {}, rule)),
        cwe === null ? undefined : make("span", { class: "small soft" }, cwe),
      ),
    ),
    isSolved(finding) ? outcome(true, "fixed above") : undefined,
  );
}

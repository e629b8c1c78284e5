import { byId, count, make, withCode } from "./elements.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";

/** Shows the corrected source as a diff, with a button where it can be accepted. */
export async function showFix(
  verdict: ReadVerdict,
  source: string,
  onAccept?: (fixed: string) => void,
): Promise<void> {
  const { fixed_code: fixed, fixed_valid: isValid, fixes, meta } = verdict;
  const section = byId("fix");
  section.hidden = fixed === null;
  if (fixed === null) return;
  // Only a fix needs it, so it is loaded with the first one.
  const { openDiff } = await import("./diff-view.ts");
  const accept = onAccept && make("button", { type: "button", class: "primary" }, "Accept the fix");
  accept?.addEventListener("click", () => onAccept?.(fixed));
  const diff = make("div", { class: "code-box" });
  openDiff(diff, source, fixed);
  section.replaceChildren(
    make("h2", {}, count(fixes.length, "fix", "fixes")),
    make("ul", { class: "fixes" }, ...fixes.map((fix, at) => toItem(fix, meta.fixes?.[at]?.kind))),
    diff,
    make(
      "p",
      {},
      accept,
      make(
        "span",
        { class: "soft" },
        isValid ? "The fixed code has no errors." : "The fixed code still has errors.",
      ),
    ),
  );
}

const kinds = new Map([
  ["preserving", "The program does the same."],
  ["certain", "It was certain to fail there."],
  ["changing", "The program does something else."],
]);

function toItem(fix: string, kind: string | undefined): HTMLElement {
  const meaning = kinds.get(kind ?? "");
  return make("li", {}, ...withCode(fix), meaning && make("span", { class: "soft" }, ` ${meaning}`));
}

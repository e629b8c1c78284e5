import { skeletonsOf } from "../resolve/mixed.ts";
import { onlyItems, onlyText, type PossibleValues } from "../resolve/value.ts";

const maxCommandLength = 4000;

/** The whole command line, as far as it is known; unknown pieces are a sign. */
export function commandText(value: PossibleValues | undefined): string {
  if (value === undefined) return "";
  const [first] = value;
  const list = first?.kind === "list" || first?.kind === "tuple" ? onlyItems(value) : undefined;
  const text = list
    ? list
        .slice(0, 200)
        .map((part) => (onlyText(part) ?? "").slice(0, maxCommandLength))
        .join(" ")
    : skeletonsOf(value).join("\n");
  return text.slice(0, maxCommandLength);
}

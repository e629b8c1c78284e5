import { icon } from "../parts/icons.ts";
import { make } from "../parts/elements.ts";

type Child = Node | string | undefined;
export type Kind = "bad" | "fix" | "good" | "sign" | "now" | "open";

const icons = { bad: "cross", fix: "pen", good: "tick", sign: "tick", now: "play", open: undefined } as const;

/** One step of the proof trail: what it is, what came of it in words, and what shows it. */
export function step(
  kind: Kind,
  title: string,
  about: string | readonly Child[],
  ...shown: readonly Child[]
): HTMLElement {
  const name = icons[kind];
  return make(
    "li",
    {},
    make("i", { class: kind === "open" ? "node" : `node ${kind}` }, name && icon(name)),
    make(
      "h3",
      { class: kind === "open" ? "soft" : undefined },
      title,
      ...(about.length === 0 ? [] : [make("span", {}, ...(typeof about === "string" ? [about] : about))]),
    ),
    ...shown,
  );
}

export function outcome(isGood: boolean, ...words: readonly Child[]): HTMLElement {
  return make("span", { class: isGood ? "out good" : "out bad" }, icon(isGood ? "tick" : "cross"), ...words);
}

import { ask } from "../parts/api.ts";
import { byId, count, make, pageData } from "../parts/elements.ts";

type Entry = Readonly<{ href: string; title: string; text: string }>;

const input = byId<HTMLInputElement>("search");
const hits = byId("hits");
const maxHits = 12;
let index: Promise<readonly Entry[]> | undefined;

/** The index is loaded when somebody begins to search. */
async function readIndex(): Promise<readonly Entry[]> {
  index ??= ask<readonly Entry[]>(pageData<{ index: string }>().index).then(({ answer }) => answer);
  return index;
}

async function search(): Promise<void> {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = words.length > 0 ? await readIndex() : [];
  const found = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxHits);
  hits.hidden = found.length === 0;
  hits.replaceChildren(...found.map(({ entry }) => toItem(entry, words[0] ?? "")));
  byId("hit-count").textContent = words.length === 0 ? "" : count(found.length, "result");
}

/** Every word must occur; in a title it counts most. */
function scoreOf({ title, text }: Entry, words: readonly string[]): number {
  const [head, body] = [title.toLowerCase(), text.toLowerCase()];
  const scores = words.map(
    (word) => (head.includes(word) ? 20 : 0) + Math.min(10, body.split(word).length - 1),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function toItem({ href, title, text }: Entry, word: string): HTMLElement {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return make(
    "li",
    {},
    make("a", { href }, title),
    make("p", { class: "soft" }, `${at > 0 ? "…" : ""}${text.slice(at, at + 120)}…`),
  );
}

input.addEventListener("input", () => void search());
input.form!.addEventListener("submit", (event) => event.preventDefault());

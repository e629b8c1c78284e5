import { ask } from "../parts/api.ts";
import { byId, count, make, pageData } from "../parts/elements.ts";
import { rank, wordsOf, type Entry } from "./ranking.ts";

type Data = Readonly<{ index: string; values: Readonly<Record<string, string>> }>;

const maxHits = 12;
let index: Promise<readonly Entry[]> | undefined;

/** Search of pages and sections, by mouse or keyboard: `/` begins, arrows choose, Enter opens, Escape ends. */
export function enableSearch(): void {
  const input = byId<HTMLInputElement>("search");
  const hits = byId("hits");
  let chosen = 0;

  const options = (): HTMLElement[] => [...hits.children] as HTMLElement[];
  const choose = (at: number): void => {
    chosen = at;
    options().forEach((option, place) => option.setAttribute("aria-selected", String(place === at)));
    const option = options()[at];
    option?.scrollIntoView({ block: "nearest" });
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const close = (): void => {
    hits.hidden = true;
    byId("no-hits").hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const search = async (): Promise<void> => {
    const query = input.value.trim();
    const entries = query === "" ? [] : await readIndex();
    if (query !== input.value.trim()) return;
    const found = rank(entries, query);
    hits.replaceChildren(...found.slice(0, maxHits).map((entry, at) => toOption(entry, at, query)));
    hits.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    sayNothingFound(query, entries, found.length);
    byId("hit-count").textContent = query === "" ? "" : count(found.length, "result");
    choose(found.length > 0 ? 0 : -1);
  };

  input.addEventListener("input", () => void search());
  input.addEventListener("focus", () => void (input.value === "" ? undefined : search()));
  input.form!.addEventListener("submit", (event) => event.preventDefault());
  input.form!.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && input.form!.contains(relatedTarget))) close();
  });
  input.addEventListener("keydown", (event) => {
    const all = options();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      input.value = "";
      close();
    }
    if (hits.hidden) return;
    if (step !== undefined) {
      event.preventDefault();
      choose((chosen + step + all.length) % all.length);
    }
    if (event.key === "Enter") open(all[chosen]);
  });
  hits.addEventListener("click", ({ target }) => {
    open(target instanceof Element ? target.closest<HTMLElement>("[data-href]") : undefined);
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

/** The index is loaded when somebody begins to search. Its texts have this deployment's values, as its pages do. */
async function readIndex(): Promise<readonly Entry[]> {
  const { index: address, values } = pageData<Data>();
  index ??= ask<readonly Entry[]>(address).then(({ answer }) =>
    answer.map((entry) => ({
      ...entry,
      text: entry.text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole),
    })),
  );
  return index;
}

function sayNothingFound(query: string, entries: readonly Entry[], found: number): void {
  const nothing = byId("no-hits");
  const pages = entries.filter(({ page }) => page === undefined);
  const rules = pages.filter(({ href }) => href.startsWith("/rules/")).length;
  nothing.hidden = query === "" || found > 0;
  nothing.replaceChildren(
    make("b", {}, `Nothing found for “${query}”.`),
    ` Searched: ${count(pages.length - rules, "page")} of the docs and ${count(rules, "rule")}, for every word of it. Try fewer words, the `,
    make("a", { href: "/docs/api" }, "API reference"),
    " or ",
    make("a", { href: "/rules" }, "all rules"),
    ".",
  );
}

function toOption({ href, title, page, text }: Entry, at: number, query: string): HTMLElement {
  const [word = ""] = wordsOf(query);
  const isInTitle = title.toLowerCase().includes(word);
  const place = isInTitle ? 0 : Math.max(0, text.toLowerCase().indexOf(word) - 30);
  const around = `${place > 0 ? "…" : ""}${text.slice(place, place + 90)}…`;
  return make(
    "li",
    { role: "option", id: `hit-${at}`, "aria-selected": "false", "data-href": href },
    make("b", {}, ...withMarks(title, wordsOf(query))),
    make("span", { class: "soft" }, page === undefined ? around : `${page}. ${around}`),
  );
}

function open(option: HTMLElement | null | undefined): void {
  if (option) location.assign(option.dataset["href"]!);
}

/** A title in which the words that were found are marked. */
function withMarks(title: string, words: readonly string[]): (HTMLElement | string)[] {
  const [place] = words
    .map((word) => ({ at: title.toLowerCase().indexOf(word), length: word.length }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  if (!place) return [title];
  const end = place.at + place.length;
  return [
    title.slice(0, place.at),
    make("mark", {}, title.slice(place.at, end)),
    ...withMarks(title.slice(end), words),
  ];
}

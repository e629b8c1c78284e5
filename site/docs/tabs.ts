import { tabAfter } from "../parts/tab-keys.ts";

/** The language of samples that the visitor chose last, for the next page. */
const place = "assay-language";

/** Tabs of languages. One choice counts for every block of the page, those that are added later too. */
export function enableTabs(): void {
  document.addEventListener("click", ({ target }) => {
    const tab = target instanceof Element ? target.closest<HTMLElement>("[data-tab]") : null;
    if (tab) choose(tab);
  });
  document.addEventListener("keydown", (event) => {
    const tab = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tab]") : null;
    const tabs = tab?.parentElement!.querySelectorAll<HTMLElement>("[data-tab]");
    const next = tab && tabAfter([...tabs!], tab, event.key);
    if (!next) return;
    event.preventDefault();
    choose(next);
    next.focus();
  });
  showChosen(document);
}

/** Shows the chosen language in what was just added to the page. */
export function showChosen(added: ParentNode): void {
  const language = localStorage.getItem(place) ?? "curl";
  for (const tab of added.querySelectorAll<HTMLElement>("[data-tab]")) {
    const isChosen = tab.dataset["tab"] === language;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = added.querySelector<HTMLElement>(`#${tab.getAttribute("aria-controls")}`);
    if (panel) panel.hidden = !isChosen;
  }
}

/** The block stays where it is on the screen while others above it change their height. */
function choose(tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top;
  localStorage.setItem(place, tab.dataset["tab"]!);
  showChosen(document);
  window.scrollBy(0, tab.getBoundingClientRect().top - before);
}

import { byId } from "../parts/elements.ts";
import { tabAfter } from "../parts/tab-keys.ts";

const whatToCopy = ["Copy the command", "Copy the TypeScript", "Copy the Solidity"];

/** Tabs for the ways to ask, and the choice of the tool: together they decide which command is shown and copied. */
export function offerCommands(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
  const tools = [...document.querySelectorAll<HTMLInputElement>('input[name="tool"]')];
  if (tabs.length === 0) return;
  const show = (): void => {
    const way = tabs.find((tab) => tab.getAttribute("aria-selected") === "true")!;
    const mode = tools.find(({ checked }) => checked)?.value;
    for (const panel of document.querySelectorAll<HTMLElement>('[role="tabpanel"]')) {
      const isShown = panel.dataset["way"] === way.dataset["way"] && panel.dataset["mode"] === mode;
      panel.hidden = !isShown;
      if (isShown) byId("copy-command").dataset["copy"] = panel.querySelector("pre")!.textContent;
    }
    const button = byId("copy-command");
    const isTerminal = way.textContent === "Terminal";
    button.textContent = whatToCopy[isTerminal ? 0 : way.textContent === "TypeScript" ? 1 : 2]!;
  };
  const choose = (tab: HTMLElement): void => {
    for (const each of tabs) {
      each.setAttribute("aria-selected", String(each === tab));
      each.tabIndex = each === tab ? 0 : -1;
    }
    show();
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const next = tabAfter(tabs, tab, key);
      if (!next) return;
      choose(next);
      next.focus();
    });
  }
  for (const tool of tools) tool.addEventListener("change", show);
  show();
}

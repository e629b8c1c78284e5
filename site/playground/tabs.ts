import { byId, make } from "../parts/elements.ts";
import { tabAfter } from "../parts/tab-keys.ts";
import { mainPath } from "./page-data.ts";

type Wishes = Readonly<{
  onShow: (path: string) => void;
  onAdd: (path: string) => void;
  onRemove: (path: string) => void;
}>;

/** The files of the program: one tab each, as tabs work everywhere. */
export function openTabs({ onShow, onAdd, onRemove }: Wishes) {
  const strip = byId("files");
  const list = strip.querySelector<HTMLElement>('[role="tablist"]')!;
  const add = byId<HTMLButtonElement>("add-file");
  const remove = make("button", { type: "button", class: "mini", hidden: true });
  let paths: readonly string[] = [mainPath];
  let active = mainPath;
  strip.append(remove);

  remove.addEventListener("click", () => onRemove(active));
  list.addEventListener("keydown", (event) => {
    const next = tabAfter(paths, active, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onShow(next);
    list.querySelector<HTMLElement>('[aria-selected="true"]')!.focus();
  });
  add.addEventListener("click", () => {
    const field = make("input", {
      type: "text",
      class: "new-file",
      "aria-label": "Name of the new file",
      placeholder: "helper.py",
    });
    const close = (isDone: boolean): void => {
      field.remove();
      add.hidden = false;
      const path = field.value.trim();
      if (isDone && path !== "") onAdd(path.endsWith(".py") ? path : `${path}.py`);
      else add.focus();
    };
    field.addEventListener("keydown", ({ key }) => {
      if (key === "Enter" || key === "Escape") close(key === "Enter");
    });
    add.hidden = true;
    add.after(field);
    field.focus();
  });

  return {
    /** `errors` counts those of each file. */
    draw(files: readonly string[], shown: string, errors: ReadonlyMap<string, number>): void {
      paths = files;
      active = shown;
      list.replaceChildren(
        ...files.map((path) => {
          const isShown = path === shown;
          const number = errors.get(path) ?? 0;
          const tab = make(
            "button",
            {
              type: "button",
              role: "tab",
              "aria-selected": String(isShown),
              "aria-controls": "editor",
              tabindex: isShown ? "0" : "-1",
            },
            path,
            number === 0 || files.length === 1
              ? undefined
              : make(
                  "span",
                  { class: "count" },
                  String(number),
                  make("span", { class: "sr" }, number === 1 ? " error" : " errors"),
                ),
          );
          tab.addEventListener("click", () => onShow(path));
          return tab;
        }),
      );
      remove.hidden = shown === mainPath;
      remove.textContent = `Remove ${shown}`;
    },
  };
}

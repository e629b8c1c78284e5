/** A folded menu closes as menus do: by a click elsewhere, and by Escape, which goes back to its button. */
export function closeAsMenu(menu: HTMLDetailsElement): void {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")!.focus();
  });
}

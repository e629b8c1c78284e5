import { Refused } from "../parts/api.ts";
import { readAccount, worthOf } from "../parts/key-account.ts";
import { showLastWorth, showNoKey, showWorth } from "../parts/key-chip.ts";
import { keepPlace } from "../parts/return-place.ts";
import { readKey } from "../parts/visitor-key.ts";
import { takeKeyOfLink } from "./key-link.ts";

takeKeyOfLink();
const key = readKey();
if (key === undefined) showNoKey();
else {
  showLastWorth();
  readAccount(key)
    .then((account) => showWorth(worthOf(account)))
    .catch((error: unknown) => {
      if (error instanceof Refused && error.status === 401) showNoKey();
    });
}

keepPlace();

/** The folded menu closes as menus do. */
const menu = document.querySelector<HTMLDetailsElement>(".menu")!;
document.addEventListener("click", ({ target }) => {
  if (target instanceof Node && !menu.contains(target)) menu.open = false;
});
menu.addEventListener("keydown", ({ key: pressed }) => {
  if (pressed !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary")!.focus();
});

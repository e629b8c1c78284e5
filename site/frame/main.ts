import { Refused } from "../parts/api.ts";
import { closeAsMenu } from "../parts/closing-menu.ts";
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

closeAsMenu(document.querySelector<HTMLDetailsElement>(".menu")!);

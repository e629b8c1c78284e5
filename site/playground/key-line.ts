import { byId, make } from "../parts/elements.ts";
import { shortened } from "../parts/visitor-key.ts";

/** One line on the key that was used, and how many free checks it has left today. */
export function showKeyLine(
  key: string,
  { isNewKey, left }: { isNewKey: boolean; left: string | null },
): void {
  byId("key-line").replaceChildren(
    isNewKey ? "A free key was created for you and is kept in this browser: " : "Your key: ",
    make("code", {}, shortened(key)),
    left === null ? ". " : `, ${left} left today. `,
    make("a", { href: "/keys" }, "Show or replace it"),
  );
}

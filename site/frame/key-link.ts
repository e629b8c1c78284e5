import { byId, make } from "../parts/elements.ts";
import { keepKey, readKey, shortened } from "../parts/visitor-key.ts";

/**
 * Takes the key of a link such as `npm start` prints. It stands in the fragment, which no server sees, and leaves the address
 * at once. Who has a key already is asked: a stranger's link must not replace it.
 */
export function takeKeyOfLink(): void {
  const given = /^#key=([\w-]{8,200})$/.exec(location.hash)?.[1];
  if (given === undefined) return;
  history.replaceState(null, "", location.pathname + location.search);
  const kept = readKey();
  if (kept === given) return;
  if (kept === undefined) keepKey(given);
  else offer(given, kept);
}

function offer(given: string, kept: string): void {
  const use = make("button", { type: "button" }, "Use the link's key");
  const keep = make("button", { type: "button" }, "Keep mine");
  const box = make(
    "section",
    { class: "key-offer", "aria-label": "A key from a link" },
    make(
      "p",
      {},
      "This link brings the key ",
      make("code", {}, shortened(given)),
      "; this browser has ",
      make("code", {}, shortened(kept)),
      ".",
    ),
    use,
    keep,
  );
  use.addEventListener("click", () => {
    keepKey(given);
    location.reload();
  });
  keep.addEventListener("click", () => box.remove());
  byId("main").before(box);
}

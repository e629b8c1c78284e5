import { copyText } from "../parts/copy-buttons.ts";
import { byId } from "../parts/elements.ts";
import { readKey, shortened } from "../parts/visitor-key.ts";

const doneForMs = 1500;
const place = "assay-fill-key";

/** Buttons that copy the code beside them, with the visitor's key in it if there is one. It is sent nowhere. */
export function enableCopying(): void {
  showKeyLine();
  showButtons(document);
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(".block .copy") : null;
    if (button) void copyFrom(button);
  });
}

/** Without a script there would be nothing behind them. */
export function showButtons(added: ParentNode): void {
  for (const button of added.querySelectorAll<HTMLElement>(".block .copy")) button.hidden = false;
}

async function copyFrom(button: HTMLElement): Promise<void> {
  const shown = [...button.closest(".block")!.querySelectorAll("pre")].find(
    (each) => !each.closest("[hidden]"),
  );
  const isCopied = await copyText(withKey(shown?.textContent ?? ""));
  relabel(button, isCopied ? "Copied" : "Select it");
  setTimeout(() => relabel(button, "Copy"), doneForMs);
}

/** A button is called by what it shows and what it copies. */
function relabel(button: HTMLElement, text: string): void {
  const [, what] = button.getAttribute("aria-label")!.split(": ");
  button.textContent = text;
  button.setAttribute("aria-label", `${text}: ${what}`);
}

/** The sample as the visitor can run it: the variable that holds the key becomes the key. */
function withKey(code: string): string {
  const key = localStorage.getItem(place) === "no" ? undefined : readKey();
  if (key === undefined) return code;
  return code
    .replaceAll("${process.env.ASSAY_API_KEY}", key)
    .replaceAll('os.environ["ASSAY_API_KEY"]', JSON.stringify(key))
    .replaceAll(/\$ASSAY_API_KEY\b/g, key);
}

function showKeyLine(): void {
  const key = readKey();
  const line = document.getElementById("key-line");
  // The reference writes its samples when they are opened.
  const hasPlace =
    document.body.textContent.includes("$ASSAY_API_KEY") || document.getElementById("reference") !== null;
  if (!line || key === undefined || !hasPlace) return;
  const fill = byId<HTMLInputElement>("fill-key");
  byId("key-shown").textContent = shortened(key);
  fill.checked = localStorage.getItem(place) !== "no";
  fill.addEventListener("change", () => localStorage.setItem(place, fill.checked ? "yes" : "no"));
  line.hidden = false;
}

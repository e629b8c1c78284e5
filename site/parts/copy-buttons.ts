import { make } from "./elements.ts";

const doneForMs = 1500;

/** Every copy button of the page, those that are added later too. */
export function copyOnClick(say: (text: string) => void): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(".copy") : null;
    if (button) void copyFrom(button, say);
  });
}

async function copyFrom(button: HTMLElement, say: (text: string) => void): Promise<void> {
  const isCopied = await copyText(button.dataset["copy"] ?? "");
  say(isCopied ? `Copied the ${button.dataset["what"]}.` : "The browser does not let this page copy.");
  if (!isCopied) return;
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), doneForMs);
}

/** Whether the text is on the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The clipboard is only given to pages that came over TLS or from this machine. */
function copyBySelection(text: string): boolean {
  const field = make("textarea", { class: "unseen" });
  const focused = document.activeElement;
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

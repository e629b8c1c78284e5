/* oxlint-disable no-restricted-globals -- a browser has no clock part */

const saidForMs = 1500;

/** Every copy button of the page, those that are added later too. */
export function copyOnClick(say) {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.(".copy");
    if (button) void copyFrom(button, say);
  });
}

async function copyFrom(button, say) {
  const isCopied = await copy(button.dataset.copy);
  say(isCopied ? `Copied the ${button.dataset.what}.` : "The browser does not let this page copy.");
  if (!isCopied) return;
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), saidForMs);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The clipboard is only given to pages that came over TLS or from this machine. */
function copyBySelection(text) {
  const field = document.createElement("textarea");
  const focused = document.activeElement;
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return isCopied;
}

import { byId, count, fieldOf } from "../parts/elements.ts";
import { readAccount, worthOf, type KeyAccount } from "../parts/key-account.ts";
import { showWorth } from "../parts/key-chip.ts";
import { readKey } from "../parts/visitor-key.ts";
import { data, type PlaygroundMode } from "./page-data.ts";

const form = byId<HTMLFormElement>("controls");
let account: KeyAccount | undefined;

/** Reads what the visitor's key has left, and writes it where it is chosen what to spend. */
export async function refreshAccount(): Promise<void> {
  const key = readKey();
  if (key === undefined) return;
  account = await readAccount(key).catch(() => account);
  if (account) showWorth(worthOf(account));
  const cost = byId("cost-static");
  const offered = data.modes.find(({ mode }) => mode === "static");
  if (account && offered?.isFree) cost.textContent = freeOf(account, offered.credits);
}

function freeOf({ calls_remaining: left, credits }: KeyAccount, price: number): string {
  if (left > 0) return `free, ${left} left today`;
  return credits > 0 ? count(price, "credit") : "0 free left today";
}

/** Free checks that the visitor has left today; all of a day's where there is no key yet. */
export function freeChecksLeft(): number {
  return account?.calls_remaining ?? data.freeCalls;
}

export function chosenMode(): PlaygroundMode {
  return (fieldOf(form, "mode") || "static") as PlaygroundMode;
}

export function chooseMode(mode: string): void {
  const choice = form.querySelector<HTMLInputElement>(`[name="mode"][value="${CSS.escape(mode)}"]`);
  if (choice && !choice.disabled) choice.checked = true;
}

/** Samples have an answer in every mode; other code only in those that are served. */
export function offerModes(isSample: boolean): void {
  for (const { mode, isServed } of data.modes) {
    const choice = form.querySelector<HTMLInputElement>(`[name="mode"][value="${mode}"]`)!;
    choice.disabled = !isSample && !isServed;
  }
  if (form.querySelector<HTMLInputElement>('[name="mode"]:checked')?.disabled) chooseMode("static");
}

/** What the next run costs, in words. */
export function showCost(isSample: boolean): void {
  const offered = data.modes.find(({ mode }) => mode === chosenMode())!;
  const isFree = offered.isFree && freeChecksLeft() > 0;
  byId("cost").textContent = isSample
    ? "Samples are free in every mode"
    : isFree
      ? "Free: no account, no payment"
      : "You pay only for an answer";
  byId("dock-run").querySelector("span")!.textContent = isSample
    ? "Run, free for this sample"
    : isFree
      ? "Run, free"
      : `Run, ${count(offered.credits, "credit")}`;
}

/** Run and Cancel share one place. */
export function showRunning(isRunning: boolean): void {
  for (const [run, cancel] of [
    ["run", "cancel"],
    ["dock-run", "dock-cancel"],
  ] as const) {
    const hadFocus = [byId(run), byId(cancel)].includes(document.activeElement as HTMLElement);
    byId(run).hidden = isRunning;
    byId(cancel).hidden = !isRunning;
    if (hadFocus) byId(isRunning ? cancel : run).focus();
  }
}

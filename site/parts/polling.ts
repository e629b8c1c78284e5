import { Refused } from "./api.ts";

/** What to show where a page could not read what it follows. What is not the service's or the network's is a fault of the page. */
export function explainFailure(error: unknown, next: string): string {
  if (error instanceof Refused && error.status !== 0) return `${error.message.replace(/\.$/, "")}, ${next}.`;
  if (error instanceof Refused || isTimeout(error)) return `Cannot reach the service, ${next}.`;
  reportError(error);
  return "This page has failed. Reload it.";
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** Resolves after this long, or as soon as the page is looked at again. */
export async function pause(ms: number): Promise<void> {
  const over = new AbortController();
  await new Promise<unknown>((resolve) => {
    const timer = setTimeout(resolve, ms);
    document.addEventListener("visibilitychange", resolve, { signal: over.signal });
    over.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  over.abort();
}

export async function whenVisible(): Promise<void> {
  while (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true });
    });
  }
}

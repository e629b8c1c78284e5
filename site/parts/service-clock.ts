/** How much the clock of the service is ahead of the browser's. */
let aheadMs = 0;

export function setClock(serviceTime: string): void {
  aheadMs = Date.parse(serviceTime) - Date.now();
}

export function serviceNow(): number {
  return Date.now() + aheadMs;
}

export function exactTime(atMs: number): string {
  return new Date(atMs).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "long" });
}

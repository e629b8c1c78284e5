/** The tab that an arrow key leads to, round and round; undefined for another key. */
export function tabAfter<Tab>(tabs: readonly Tab[], tab: Tab, key: string): Tab | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step === undefined ? undefined : tabs.at((tabs.indexOf(tab) + step) % tabs.length);
}

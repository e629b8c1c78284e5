/** Says nothing of who was to be asked, only of how many are being asked. */
export class NoPlace extends Error {
  override readonly name = "NoPlace";

  constructor() {
    super("too many apps are being looked up right now");
  }
}

/**
 * The site of a host: who has one name has any number below it. Two labels, or three below what looks like `co.uk`;
 * where that is wrong neighbours share their places, and no more.
 */
export function siteOf(host: string): string {
  if (/^[\d.]+$|^\[/.test(host)) return host;
  const labels = host.split(".");
  const [second = "", top = ""] = labels.slice(-2);
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join(".");
}

/** A file on IPFS: its address and the names on the path to it. */
export type IpfsPlace = Readonly<{ cid: string; path: readonly string[] }>;

/** A longer one is not read. */
export const maxUriLength = 2048;

/** The address in an `ipfs://` URI; undefined for every other URI: the agent fetches nothing for those. */
export function parseIpfsUri(uri: string): IpfsPlace | undefined {
  const match = uri.length <= maxUriLength ? /^ipfs:\/\/([A-Za-z0-9]+)((?:\/[^/?#]+)*)$/.exec(uri) : null;
  if (!match) return undefined;
  const [, cid = "", rest = ""] = match;
  try {
    return { cid, path: rest.split("/").slice(1).map(decodeURIComponent) };
  } catch {
    return undefined; // a percent sign that encodes nothing
  }
}

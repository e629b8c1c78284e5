import type { LocalProduct } from "../local-product.ts";

type Requests = Readonly<{
  requests: readonly Readonly<{ verdict_cid: string | null; verdict_url: string | null }>[];
}>;

/** The newest verdict that anyone may read, as its requester would pass it on. */
export async function latestVerdict({
  service_url: url,
}: LocalProduct): Promise<{ cid: string; path: string }> {
  const response = await fetch(`${url}/v1/marketplace`);
  const { requests } = (await response.json()) as Requests;
  const cid = requests.find(({ verdict_url: isPublic }) => isPublic !== null)?.verdict_cid;
  if (!cid) throw new Error("The agent has not answered a request yet.");
  return { cid, path: `/verdicts/${cid}` };
}

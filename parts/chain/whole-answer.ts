/**
 * A fetch for nodes that gives out an answer only when all of it is there. The client counts its time until the answer
 * begins, so one that breaks off in the middle would be waited for without end.
 */
export async function fetchWhole(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(hasNoBody(status) ? null : body, { status, statusText, headers: plain(headers) });
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The body is unpacked by now. */
function plain(headers: Headers): Headers {
  const left = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) left.delete(name);
  return left;
}

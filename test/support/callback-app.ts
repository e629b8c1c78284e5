import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An app on this machine that waits for a user to sign in. */
export type CallbackApp = Readonly<{
  redirectUri: string;
  /** Its callbacks, in order. */
  answers: readonly URLSearchParams[];
}> &
  AsyncDisposable;

/** `onward` is where it redirects users after that, if anywhere. */
export async function startCallbackApp(onward?: string): Promise<CallbackApp> {
  const answers: URLSearchParams[] = [];
  const server = createServer(({ url = "" }, response) => {
    if (url.startsWith("/callback")) answers.push(new URL(url, "http://app").searchParams);
    if (onward === undefined) response.setHeader("content-type", "text/html").end("<h1>Signed in</h1>");
    else response.writeHead(302, { location: onward }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    answers,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

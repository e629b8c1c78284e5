import type { TestService } from "../../test/support/service.ts";
import { openTestServices } from "../../test/support/services.ts";
import { startProxy } from "./proxy.ts";

/** The service as each kit must see it: with a key that the kit cannot send, or, to see it refused, without. */
export type KitStage = Readonly<{ keyed1: string; keyed03: string; keyless: string }> & AsyncDisposable;

const env = { FREE_CALLS_PER_DAY: "1000000" };

export async function openStage(): Promise<KitStage> {
  await using opening = new AsyncDisposableStack();
  const services = opening.use(await openTestServices());

  /** A card names the address that it is read at, so each way in has a service of its own. */
  async function open(headersFor: (method: string) => Record<string, string>, isKeyed: boolean) {
    let key: string | undefined;
    const proxy = opening.use(
      await startProxy({
        headersFor: (method) => ({
          ...headersFor(method),
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        }),
      }),
    );
    const service: TestService = opening.use(await services.open({ env: { ...env, BASE_URL: proxy.url } }));
    proxy.handTo(service.url);
    if (isKeyed) key = await service.createKey();
    return proxy.url;
  }

  // The kit of 1.0 reads the card without saying which generation it wants.
  const asNew = (method: string) => (method === "GET" ? { "a2a-version": "1.0" } : {});
  const plain = () => ({});
  const [keyed1, keyed03] = [await open(asNew, true), await open(plain, true)];
  const keyless = await open(plain, false);
  const opened = opening.move();
  return { keyed1, keyed03, keyless, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

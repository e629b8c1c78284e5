import type { Clock } from "../../platform/clock.ts";
import { createHeldNow } from "../limits/held-now.ts";
import type { Limits } from "../limits/limits.ts";
import { fetchDocument, type Reach } from "./fetch-document.ts";
import { NoPlace, siteOf } from "./site-limit.ts";
import { isPublicAddress } from "./public-address.ts";

/** What apps publish about themselves, at the addresses that are their names. */
export type ClientDocuments = Readonly<{
  /** The document, not yet checked, for who asks; rejects with the reason, which holds nothing but our own words. */
  read(url: URL, asker: string): Promise<unknown>;
}>;

type Settings = Readonly<{ clock: Pick<Clock, "now">; limits: Pick<Limits, "count">; limitMs?: number }> &
  Partial<Pick<Reach, "isAllowed" | "ca">>;

const maxBytes = 16_384;
const freshMs = 10 * 60_000;
/** A server that could not be reached is left alone for this long. */
const pauseMs = 30_000;
const maxRemembered = 500;
/** Anybody can make us ask. So many questions at once is all that comes of it, and one slow site holds up only its own. */
const maxAtOnce = { all: 16, site: 2, address: 4, asker: 4 } as const;

type Reading = { until: number; document: Promise<unknown> };

export function openClientDocuments({
  clock,
  limits,
  limitMs = 3000,
  isAllowed = isPublicAddress,
  ca,
}: Settings): ClientDocuments {
  const readings = new Map<string, Reading>();
  const places = createHeldNow({ refuse: () => new NoPlace() });

  function take(name: string, maxOfName: number): Disposable {
    const place = places.hold(name, maxOfName);
    place.add(1);
    return place;
  }

  /** The places of one question, which are free again when it is answered. */
  function enter(url: URL, asker: string): DisposableStack {
    using entering = new DisposableStack();
    const site = siteOf(url.hostname);
    entering.use(take("all", maxAtOnce.all));
    entering.use(take(`site ${site}`, maxAtOnce.site));
    entering.use(take(`asker ${asker}`, maxAtOnce.asker));
    return entering.move();
  }

  async function ask(url: URL, entered: DisposableStack): Promise<unknown> {
    using held = entered;
    // Strangers choose whom we ask, and nobody is to be flooded by us.
    if ((await limits.count("appLookups", siteOf(url.hostname))).isTooMuch) throw new NoPlace();
    const late = AbortSignal.timeout(limitMs);
    const toAddress = (address: string): void => void held.use(take(`address ${address}`, maxAtOnce.address));
    try {
      return await fetchDocument(url, { isAllowed, toAddress, ca, maxBytes }, late);
    } catch (error) {
      throw late.aborted ? new Error("there was no answer in time", { cause: error }) : inOurWords(error);
    }
  }

  function remember(name: string, reading: Reading): void {
    readings.delete(name);
    readings.set(name, reading);
    const dropOldest = (): void => {
      const [oldest] = readings.keys();
      if (readings.size > maxRemembered) readings.delete(oldest!);
    };
    reading.document.then(dropOldest, (error: unknown) => {
      reading.until = clock.now() + pauseMs;
      // Who finds no place learns nothing of the site, so nothing is remembered of it.
      if (error instanceof NoPlace) readings.delete(name);
      else dropOldest();
    });
  }

  return {
    read: async (url, asker) => {
      const known = readings.get(url.href);
      if (known && known.until > clock.now()) return known.document;
      const document = ask(url, enter(url, asker));
      remember(url.href, { until: clock.now() + freshMs, document });
      return document;
    },
  };
}

/** What went wrong below HTTP has a code, and a text that may name addresses of ours. */
function inOurWords(error: unknown): unknown {
  const isBelow = error instanceof Error && "code" in error;
  return isBelow ? new Error("it could not be reached", { cause: error }) : error;
}

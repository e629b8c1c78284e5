import type { Clock } from "../../../platform/clock.ts";
import { createMinuteCounts } from "../../../platform/minute-counts.ts";
import { fetchDocument, type Reach } from "./fetch-document.ts";
import { createPlaces, NoPlace, siteOf } from "./places.ts";
import { isPublicAddress } from "./public-address.ts";

/** What apps publish about themselves, at the addresses that are their names. */
export type ClientDocuments = Readonly<{
  /** The document, not yet checked, for who asks; rejects with the reason, which holds nothing but our own words. */
  read(url: URL, asker: string): Promise<unknown>;
}>;

type Settings = Readonly<{ clock: Pick<Clock, "now">; limitMs?: number; maxAMinute?: number }> &
  Partial<Pick<Reach, "isAllowed" | "ca">>;

const maxBytes = 16_384;
const freshMs = 10 * 60_000;
/** A server that could not be reached is left alone for this long. */
const pauseMs = 30_000;
const maxRemembered = 500;
/** Sites asked in one minute. */
const maxSites = 1000;
/** Anybody can make us ask. So many questions at once is all that comes of it, and one slow site holds up only its own. */
const maxAtOnce = { all: 16, site: 2, address: 4, asker: 4 } as const;

type Reading = { until: number; document: Promise<unknown> };

export function openClientDocuments({
  clock,
  limitMs = 3000,
  maxAMinute = 30,
  isAllowed = isPublicAddress,
  ca,
}: Settings): ClientDocuments {
  const readings = new Map<string, Reading>();
  /** Strangers choose whom we ask, and nobody is to be flooded by us. */
  const countSite = createMinuteCounts(clock, { maxAMinute, maxNames: maxSites, whenFull: "refuse" });
  const places = createPlaces();

  /** The places of one question, which are free again when it is answered. */
  function enter(url: URL, asker: string): DisposableStack {
    using entering = new DisposableStack();
    const site = siteOf(url.hostname);
    entering.use(places.take("all", maxAtOnce.all));
    entering.use(places.take(`site ${site}`, maxAtOnce.site));
    entering.use(places.take(`asker ${asker}`, maxAtOnce.asker));
    if (countSite(site).isTooMuch) throw new NoPlace();
    return entering.move();
  }

  async function ask(url: URL, entered: DisposableStack): Promise<unknown> {
    using held = entered;
    const late = AbortSignal.timeout(limitMs);
    const toAddress = (address: string): void =>
      void held.use(places.take(`address ${address}`, maxAtOnce.address));
    try {
      return await fetchDocument(url, { isAllowed, toAddress, ca, maxBytes }, late);
    } catch (error) {
      throw late.aborted ? new Error("there was no answer in time", { cause: error }) : inOurWords(error);
    }
  }

  function remember(name: string, reading: Reading): void {
    readings.delete(name);
    readings.set(name, reading);
    const [oldest] = readings.keys();
    if (readings.size > maxRemembered) readings.delete(oldest!);
  }

  return {
    read: async (url, asker) => {
      const known = readings.get(url.href);
      if (known && known.until > clock.now()) return known.document;
      // Who finds no place learns nothing of the site, so nothing is remembered of it.
      const entered = enter(url, asker);
      const reading: Reading = { until: clock.now() + freshMs, document: ask(url, entered) };
      remember(url.href, reading);
      reading.document.catch((error: unknown) => {
        reading.until = error instanceof NoPlace ? 0 : clock.now() + pauseMs;
      });
      return reading.document;
    },
  };
}

/** What went wrong below HTTP has a code, and a text that may name addresses of ours. */
function inOurWords(error: unknown): unknown {
  const isBelow = error instanceof Error && "code" in error;
  return isBelow ? new Error("it could not be reached", { cause: error }) : error;
}

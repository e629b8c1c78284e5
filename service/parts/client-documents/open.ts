import type { Clock } from "../clock.ts";
import { fetchDocument, type Reach } from "./fetch-document.ts";
import { createPace } from "./pace.ts";
import { isPublicAddress } from "./public-address.ts";

/** What apps publish about themselves, at the addresses that are their names. */
export type ClientDocuments = Readonly<{
  /** The document, not yet checked; rejects with the reason, which holds nothing but our own words. */
  read(url: URL): Promise<unknown>;
}>;

type Settings = Readonly<{ clock: Pick<Clock, "now">; limitMs?: number; mostAMinute?: number }> &
  Partial<Pick<Reach, "isAllowed" | "ca">>;

const mostBytes = 16_384;
const freshMs = 10 * 60_000;
/** Whoever could not be reached is left alone for this long. */
const pauseMs = 30_000;
const mostRemembered = 500;
/** Anybody can make us ask; this many questions at once is all that comes of it. */
const mostAtOnce = 8;

type Reading = { until: number; document: Promise<unknown> };

export function openClientDocuments({
  clock,
  limitMs = 5_000,
  mostAMinute = 30,
  isAllowed = isPublicAddress,
  ca,
}: Settings): ClientDocuments {
  const readings = new Map<string, Reading>();
  const mayAsk = createPace(clock, mostAMinute);
  let underWay = 0;

  async function ask(url: URL): Promise<unknown> {
    if (underWay >= mostAtOnce || !mayAsk(url.host))
      throw new Error("too many apps are being looked up right now");
    underWay += 1;
    const late = AbortSignal.timeout(limitMs);
    try {
      return await fetchDocument(url, { isAllowed, ca, mostBytes }, late);
    } catch (error) {
      throw late.aborted ? new Error("there was no answer in time", { cause: error }) : inOurWords(error);
    } finally {
      underWay -= 1;
    }
  }

  function remember(name: string, reading: Reading): void {
    readings.delete(name);
    readings.set(name, reading);
    const [oldest] = readings.keys();
    if (readings.size > mostRemembered) readings.delete(oldest!);
  }

  return {
    read: async (url) => {
      const known = readings.get(url.href);
      if (known && known.until > clock.now()) return known.document;
      const reading: Reading = { until: clock.now() + freshMs, document: ask(url) };
      remember(url.href, reading);
      reading.document.catch(() => {
        reading.until = clock.now() + pauseMs;
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

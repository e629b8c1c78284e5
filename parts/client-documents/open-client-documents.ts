import type { Clock } from "../../platform/clock.ts";
import { createUsageByName } from "../limits/usage-by-name.ts";
import type { Limits } from "../limits/limits.ts";
import { fetchDocument, type Reach } from "./fetch-document.ts";
import { TooManyLookups, siteOf } from "./site.ts";
import { isPublicAddress } from "./public-address.ts";

/** What apps publish about themselves, at the addresses that are their names. */
export type ClientDocuments = Readonly<{
  /** Fetches the document for `asker`, not yet validated. Rejects with the reason, in our words only: it is shown to users. */
  read(url: URL, asker: string): Promise<unknown>;
}>;

type Settings = Readonly<{ clock: Pick<Clock, "now">; limits: Pick<Limits, "count">; limitMs?: number }> &
  Partial<Pick<Reach, "isAllowed" | "ca">>;

const maxBytes = 16_384;
const freshMs = 10 * 60_000;
/** A server that could not be reached is left alone for this long. */
const pauseMs = 30_000;
const maxRemembered = 500;
/** Anybody can make us fetch. These limits bound what runs at once, and keep one slow site from delaying the others. */
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
  const places = createUsageByName({ refuse: () => new TooManyLookups() });

  function take(name: string, maxOfName: number): Disposable {
    const place = places.hold(name, maxOfName);
    place.add(1);
    return place;
  }

  /** Counts one fetch against all limits until the result is disposed. */
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
    // Strangers choose which site we fetch from, so a site must be protected from floods through us.
    if ((await limits.count("appLookups", siteOf(url.hostname))).isTooMuch) throw new TooManyLookups();
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
      // We never contacted the site, so this failure must not be cached.
      if (error instanceof TooManyLookups) readings.delete(name);
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

/** Errors below HTTP have a code, and a message that may name our internal addresses: replace it. */
function inOurWords(error: unknown): unknown {
  const isBelow = error instanceof Error && "code" in error;
  return isBelow ? new Error("it could not be reached", { cause: error }) : error;
}

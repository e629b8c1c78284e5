import { copyOnClick } from "../parts/copy-buttons.ts";
import { byId, setText } from "../parts/elements.ts";
import { explainFailure, pause, whenVisible } from "../parts/polling.ts";
import { setClock } from "../parts/service-clock.ts";
import { showAgents } from "./agents.ts";
import type { ShownMarketplace } from "./answer.ts";
import { offerCommands } from "./ask.ts";
import { showBlocks } from "./blocks.ts";
import { page } from "./explorer.ts";
import { showFacts } from "./facts.ts";
import { showRatings } from "./ratings.ts";
import { allRequests, hasMore, loadMore, refresh } from "./requests.ts";
import { showRequests } from "./rows.ts";

const everyMs = 2000;
const maxMs = 15_000;

let answer: ShownMarketplace | undefined;
let failures = 0;

function say(text: string, mood: "live" | "aside" | "trouble" = "live"): void {
  setText(byId("status"), text);
  byId("status").dataset["mood"] = mood;
}

function show(
  shown: ShownMarketplace,
  { isNews }: Readonly<{ isNews: boolean }>,
): ReturnType<typeof showRequests> {
  const requests = allRequests();
  const told = showRequests(requests, { isNews });
  if (page.hasAgent) showBlocks(requests);
  showFacts(shown);
  showAgents(shown.agents);
  byId("no-requests").hidden = requests.length > 0;
  byId("table").hidden = requests.length === 0;
  byId("more").hidden = !hasMore();
  byId("content").hidden = shown.agent === null;
  // Requests are known before the agent has written anything of itself.
  if (!page.hasAgent) byId("no-agent").hidden = shown.agent !== null;
  return told;
}

/** Pages are read one after the other, so that none is merged into a list that has moved on. */
let reading: Promise<unknown> = Promise.resolve();
async function read(what: () => Promise<void>): Promise<void> {
  const mine = reading.then(what);
  reading = mine.catch(() => undefined);
  return mine;
}

async function poll(): Promise<void> {
  const isFirst = answer === undefined;
  answer = await refresh();
  setClock(answer.now);
  // How to ask an agent is written by the service.
  if (answer.agent !== null && !page.hasAgent && hasProfile(answer)) return location.reload();
  const { added, changed } = show(answer, { isNews: !isFirst });
  if (!isFirst && added + changed > 0) say(whatHappened(added, changed));
  else if (byId("status").dataset["mood"] !== "live") say("Live");
}

function hasProfile({ agents }: ShownMarketplace): boolean {
  return agents.some(({ updated_at }) => updated_at !== null);
}

function whatHappened(added: number, changed: number): string {
  const parts = [added > 0 && `${added} new`, changed > 0 && `${changed} moved on`].filter(Boolean);
  return `Live: ${parts.join(", ")}`;
}

async function tryToPoll(): Promise<void> {
  try {
    await read(poll);
    failures = 0;
  } catch (error) {
    failures += 1;
    say(explainFailure(error, "trying again"), "trouble");
  }
}

let isLoading = false;
async function tryToLoadMore(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    await read(loadMore);
    if (answer) show(answer, { isNews: false });
  } catch (error) {
    say(explainFailure(error, "press again to load more"), "trouble");
  } finally {
    isLoading = false;
  }
}

byId("more").addEventListener("click", () => void tryToLoadMore());
copyOnClick((text) => say(text, "aside"));
offerCommands();
if (page.canBeRated) void showRatings();
for (;;) {
  await whenVisible();
  await tryToPoll();
  await pause(Math.min(everyMs * 2 ** failures, maxMs));
}

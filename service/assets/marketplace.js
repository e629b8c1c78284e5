/* oxlint-disable no-restricted-globals -- a browser has no clock part */
import { showAgents } from "./marketplace-agents.js";
import { copyOnClick } from "./marketplace-copy.js";
import { setClock, setText } from "./marketplace-elements.js";
import { allRequests, hasMore, loadMore, refresh, Trouble } from "./marketplace-requests.js";
import { showRequests } from "./marketplace-rows.js";
import { showSummary } from "./marketplace-summary.js";

const everyMs = 2000;
const maxMs = 15_000;
const byId = (id) => document.getElementById(id);

let answer;
let failures = 0;

function say(text, mood = "live") {
  setText(byId("status"), text);
  byId("status").dataset.mood = mood;
}

function show({ isNews }) {
  const requests = allRequests();
  const told = showRequests(requests, { isNews });
  document.dispatchEvent(new CustomEvent("requests-shown", { detail: requests }));
  showSummary(answer, requests);
  showAgents(answer.agents);
  byId("cards").hidden = answer.agent === null;
  byId("no-agent").hidden = answer.agent !== null;
  byId("requests").hidden = answer.agent === null;
  byId("no-requests").hidden = requests.length > 0;
  byId("table").hidden = requests.length === 0;
  byId("more").hidden = !hasMore();
  byId("content").hidden = false;
  return told;
}

/** Pages are read one after the other, so that none is merged into a list that has moved on. */
let reading = Promise.resolve();
async function read(what) {
  const mine = reading.then(what);
  reading = mine.catch(() => undefined);
  return mine;
}

async function poll() {
  const isFirst = answer === undefined;
  answer = await refresh();
  setClock(answer.now);
  const { added, changed } = show({ isNews: !isFirst });
  if (!isFirst && added + changed > 0) say(whatHappened(added, changed));
  else if (byId("status").dataset.mood !== "live") say("Live");
}

function whatHappened(added, changed) {
  const parts = [added > 0 && `${added} new`, changed > 0 && `${changed} moved on`].filter(Boolean);
  return `Live: ${parts.join(", ")}`;
}

async function tryToPoll() {
  try {
    await read(poll);
    failures = 0;
  } catch (error) {
    failures += 1;
    sayWhy(error, "trying again");
  }
}

function sayWhy(error, whatNow) {
  if (error instanceof Trouble) say(`${error.message}, ${whatNow}.`, "trouble");
  else {
    reportError(error);
    say("This page has failed. Reload it.", "trouble");
  }
}

/** Resolves after this long, or as soon as the page is looked at again. */
async function pause(ms) {
  const over = new AbortController();
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    document.addEventListener("visibilitychange", resolve, { signal: over.signal });
    over.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  over.abort();
}

async function whenVisible() {
  while (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true });
    });
  }
}

let isLoading = false;
async function tryToLoadMore() {
  if (isLoading) return;
  isLoading = true;
  try {
    await read(loadMore);
    show({ isNews: false });
  } catch (error) {
    sayWhy(error, "press again to load more");
  } finally {
    isLoading = false;
  }
}

byId("more").addEventListener("click", () => void tryToLoadMore());
copyOnClick((text) => say(text, "aside"));
for (;;) {
  await whenVisible();
  await tryToPoll();
  await pause(Math.min(everyMs * 2 ** failures, maxMs));
}

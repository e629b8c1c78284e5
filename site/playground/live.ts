import { Refused } from "../parts/api.ts";
import { byId } from "../parts/elements.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";
import { freeChecksLeft, refreshAccount } from "./bar.ts";
import type { PlaygroundJob } from "./page-data.ts";
import { judge } from "./run.ts";

const pauseMs = 1200;
/** So many free checks are left for what the visitor runs. */
const kept = 5;
const box = byId<HTMLInputElement>("live");
const place = "assay-live";

type Wishes = Readonly<{
  jobNow: () => PlaygroundJob;
  onFound: (verdict: ReadVerdict, job: PlaygroundJob) => void;
  say: (text: string) => void;
}>;

/** Checks while the visitor types, after a pause, as long as that is free. */
export function openLiveCheck({ jobNow, onFound, say }: Wishes) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: AbortController | undefined;
  let checked = "";
  box.checked = localStorage.getItem(place) !== "off";
  box.addEventListener("change", () => {
    localStorage.setItem(place, box.checked ? "on" : "off");
    if (box.checked) begin();
    else stop();
  });

  function begin(): void {
    stop();
    if (box.checked) timer = setTimeout(() => void check(), pauseMs);
  }

  function stop(): void {
    clearTimeout(timer);
    underWay?.abort();
  }

  async function check(): Promise<void> {
    const job = jobNow();
    const text = JSON.stringify(job);
    if (job.code.trim() === "" || text === checked) return;
    if (freeChecksLeft() <= kept)
      return say(`Check while I type pauses: the last ${kept} free checks are for Run.`);
    const { signal } = (underWay = new AbortController());
    try {
      const verdict = await judge(job, signal);
      checked = text;
      if (!signal.aborted) onFound(verdict, job);
      await refreshAccount();
    } catch (error) {
      if (!signal.aborted && error instanceof Refused) say(error.refusal.message);
    }
  }

  return { begin, stop };
}

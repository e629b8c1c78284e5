import { ask } from "../parts/api.ts";
import { byId, make } from "../parts/elements.ts";
import { data, type Shown } from "./page-data.ts";
import { toFragment, type Shared } from "../parts/share.ts";

type Wishes = Readonly<{ shownNow: () => Shown | undefined; sharedNow: () => Shared }>;
type Created = Readonly<{ id: string; url: string; expires_at: string; delete_token: string }>;

/** Shares the verdict, which the service then keeps, or only the code, which stays in the link. */
export function openShareMenu({ shownNow, sharedNow }: Wishes): void {
  const menu = byId<HTMLDetailsElement>("share");
  const box = byId("share-menu");
  const note = make("p", { class: "small", role: "status" });
  const codeOnly = make("button", { type: "button", class: "quiet" }, "Copy a link to the code");
  const offer = make("div");
  box.append(
    offer,
    make("p", { class: "small soft" }, "Share the code only: it stays in the link and is sent nowhere."),
    codeOnly,
    note,
  );

  function drawOffer(): void {
    const shown = shownNow();
    const canShare = data.sharedDays > 0 && shown?.verdict.meta.receipt != null;
    const copy = make("button", { type: "button", class: "primary" }, "Create the link");
    copy.addEventListener("click", () => void attempt(async () => shareVerdict(shown!)));
    offer.replaceChildren(
      make("h2", {}, canShare ? "Share this verdict" : "Share"),
      ...(canShare
        ? [
            make(
              "p",
              { class: "small soft" },
              `The link shows code, verdict and receipt. Anyone who opens it can check the signature. Kept for ${data.sharedDays} days, never indexed.`,
            ),
            copy,
          ]
        : []),
    );
  }

  async function shareVerdict({ job, verdict }: Shown): Promise<void> {
    const { answer } = await ask<Created>("/v1/verdicts", { body: { request: job, verdict } });
    const remove = make("button", { type: "button", class: "quiet" }, "Delete it");
    remove.addEventListener("click", () => {
      void attempt(async () => {
        await ask(`/v1/verdicts/${answer.id}`, { method: "DELETE", key: answer.delete_token });
        drawOffer();
        note.textContent = "The link was deleted.";
      });
    });
    const until = answer.expires_at.slice(0, 10);
    offer.replaceChildren(
      make("h2", {}, "Share this verdict"),
      make("p", { class: "link" }, make("a", { href: answer.url }, answer.url)),
      make("p", { class: "small soft" }, `Works until ${until}. `, remove),
    );
    await copyLink(answer.url);
  }

  async function copyLink(link: string): Promise<void> {
    await navigator.clipboard.writeText(link).then(
      () => (note.textContent = "Link copied."),
      () => (note.textContent = "The browser does not let this page copy: copy the link above."),
    );
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : "This page failed. Reload it.";
    }
  }

  codeOnly.addEventListener("click", () => {
    void attempt(async () => {
      history.replaceState(null, "", await toFragment(sharedNow()));
      await copyLink(location.href);
    });
  });
  menu.addEventListener("toggle", () => {
    if (!menu.open) return;
    note.textContent = "";
    drawOffer();
  });
}

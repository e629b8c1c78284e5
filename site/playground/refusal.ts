import { Refused } from "../parts/api.ts";
import { byId, make, withCode } from "../parts/elements.ts";

type Wishes = Readonly<{ onSample: () => void; onAgain: () => void; hasVerdict: boolean }>;

/** Why there is no answer, what to do, when it resets, and the id to ask about. The last verdict stays below it. */
export function showRefusal(error: unknown, wishes: Wishes): void {
  const refused = error instanceof Refused ? error : undefined;
  if (!refused) reportError(error);
  const {
    error: code = "failed",
    message = "This page failed. Reload it.",
    remedy,
    request_id: id,
    fields = [],
  } = refused?.refusal ?? {};
  const reset = remedy?.reset_at;
  const alert = byId("alert");
  alert.replaceChildren(
    make("h2", {}, ...withCode(message)),
    ...fields.map(({ loc, msg }) =>
      make("p", {}, make("code", {}, loc.slice(1).join(".") || "request"), ` ${msg ?? ""}`),
    ),
    ...(reset === undefined
      ? [make("p", {}, ...withCode(forPeople(code, remedy?.hint)))]
      : [
          make(
            "p",
            {},
            "Free checks start again at ",
            make("b", {}, `${reset.slice(11, 16)} UTC`),
            `, in ${until(reset)}. With credits you can go on now.`,
          ),
        ]),
    make("div", { class: "acts" }, ...actionsFor(code, wishes)),
    make(
      "p",
      { class: "id" },
      ...chargeOf(refused),
      wishes.hasVerdict ? "Your last verdict is below. " : "",
      ...(id === undefined ? [] : ["Request ", make("code", {}, id), " ", copyId(id)]),
    ),
  );
  alert.hidden = false;
  document.body.dataset["state"] = "refused";
  byId("body").scrollTop = 0;
}

export function hideRefusal(): void {
  byId("alert").hidden = true;
}

/** The service charges for no refusal; where its answer did not arrive, the call may have been answered and paid. */
function chargeOf(refused: Refused | undefined): readonly (Node | string)[] {
  if (refused?.isFromService) return ["Nothing was charged. "];
  return ["Whether it was charged is on ", make("a", { href: "/keys" }, "the page of your key"), ". "];
}

/** Hints name addresses for programs; people have buttons. */
function forPeople(code: string, hint: string | undefined): string {
  if (code === "payment_required") {
    return "Buy credits for your key, or run a sample: samples are free in every mode.";
  }
  return hint ?? (code === "unreachable" ? "Your code is still here." : "Try again in a moment.");
}

function actionsFor(code: string, { onSample, onAgain }: Wishes): readonly HTMLElement[] {
  const needsCredits = ["payment_required", "quota_exhausted"].includes(code);
  const again = make("button", { type: "button", class: "primary" }, "Run again");
  again.addEventListener("click", onAgain);
  const sample = make("button", { type: "button" }, "Run a sample, free");
  sample.addEventListener("click", onSample);
  if (needsCredits) return [make("a", { class: "button primary", href: "/keys" }, "Buy credits"), sample];
  if (code === "unauthorized")
    return [make("a", { class: "button primary", href: "/keys" }, "See your key"), sample];
  if (["bad_request", "too_large", "unsupported_mode"].includes(code)) return [sample];
  return [again, sample];
}

function copyId(id: string): HTMLElement {
  const button = make("button", { type: "button", class: "quiet small-button" }, "Copy id");
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(id).then(() => (button.textContent = "Copied"));
  });
  return button;
}

function until(moment: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(moment) - Date.now()) / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

import { make } from "../parts/elements.ts";
import { outcome, step } from "./trail.ts";
import { data, type Shown } from "./page-data.ts";

/** Who signed, folded; the signature is checked here, in the browser, once there is time for it. */
export function showSignature({ verdict, job }: Shown): HTMLElement {
  const { receipt, version } = verdict.meta;
  if (receipt === null) return step("open", "Not signed", "this answer has no receipt");
  const state = make("span", { class: "out soft" }, "checking the signature…");
  const isOurs = receipt.signer === data.signer;
  const pairs = {
    Signer: `${receipt.signer}${isOurs ? " (this service)" : " (not this service)"}`,
    Mode: receipt.mode,
    Issued: new Date(receipt.issued_at * 1000).toUTCString().replace("GMT", "UTC"),
    Payment:
      receipt.payment === "sample"
        ? `free: stored answer for this sample, computed by version ${version}`
        : receipt.payment,
    "Request SHA-256": receipt.request_sha256,
    "Verdict SHA-256": receipt.verdict_sha256,
  };
  void import("../parts/receipt/check.ts")
    .then(async ({ checkReceipt }) => checkReceipt(verdict, job))
    .then((problem) =>
      state.replaceWith(
        problem === undefined
          ? outcome(isOurs, isOurs ? "checked in this browser" : "valid, but by another key")
          : outcome(false, problem),
      ),
    )
    .catch(() => (state.textContent = "not checked: the browser does not let this page compute hashes"));
  const fold = make(
    "details",
    { class: "fold" },
    make(
      "summary",
      {},
      make("b", {}, "Signed"),
      make(
        "span",
        { class: "soft" },
        "by ",
        make("code", {}, `${receipt.signer.slice(0, 6)}…${receipt.signer.slice(-4)}`),
      ),
      state,
    ),
    make(
      "dl",
      { class: "pairs" },
      ...Object.entries(pairs).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
    ),
  );
  const item = step("sign", "", "");
  item.querySelector("h3")!.replaceWith(fold);
  return item;
}

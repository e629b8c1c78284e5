import { modes, type Mode } from "../../../engine/job.ts";
import { creditCents, priceInCredits } from "../../terms/prices.ts";
import type { Offer } from "../discovery/offer.ts";

const names: Readonly<Record<Mode, string>> = { static: "Check", repair: "Fix", execute: "Run and prove" };

/** Every mode with its price, and whether this deployment serves it; samples are answered in all of them. */
export function offeredModes({ serves, freeCallsPerDay }: Offer) {
  return modes.map((mode) => ({
    mode,
    credits: priceInCredits[mode],
    isServed: serves(mode),
    isFree: mode === "static" && freeCallsPerDay > 0,
  }));
}

/** The switch between the modes, with what each costs in words. */
export function switchOf(offer: Offer, chosen: Mode): string {
  return offeredModes(offer)
    .map(
      ({ mode, credits, isServed, isFree }) =>
        `<label><input type="radio" name="mode" value="${mode}"${mode === chosen ? " checked" : ""}><b>${names[mode]}</b><span id="cost-${mode}">${costOf({ credits, isServed, isFree }, offer)}</span></label>`,
    )
    .join("");
}

type Cost = Readonly<{ credits: number; isServed: boolean; isFree: boolean }>;

function costOf({ credits, isServed, isFree }: Cost, { freeCallsPerDay }: Offer): string {
  if (!isServed) return "samples only";
  if (isFree) return `free, ${freeCallsPerDay} a day`;
  const cents = credits * creditCents;
  return `${credits} ${credits === 1 ? "credit" : "credits"}<i> (${cents} ${cents === 1 ? "cent" : "cents"})</i>`;
}

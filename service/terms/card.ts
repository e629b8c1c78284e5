import type { Config } from "../config.ts";
import { creditCents } from "./prices.ts";

type Needs = Pick<Config, "CARD_MINIMUM_CENTS">;

/** The fewest credits that a card can buy: the processor refuses smaller payments. */
export function minCardCredits({ CARD_MINIMUM_CENTS }: Needs): number {
  return Math.max(1, Math.ceil(CARD_MINIMUM_CENTS / creditCents));
}

import type { Mode } from "../../engine/job.ts";

export const creditCents = 2;

export const priceInCredits: Readonly<Record<Mode, number>> = { static: 1, repair: 3, execute: 10 };

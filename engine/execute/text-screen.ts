import type { ScreenPlan } from "./protocol.ts";

/** What a screen asks for one text of examples, and which of it does not hold before anything is edited. */
export type TextScreen = ScreenPlan & Readonly<{ failing: readonly number[] }>;

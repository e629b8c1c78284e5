import { behaviourRepairs } from "./behaviour/index.ts";
import { nameRepairs } from "./names/index.ts";
import type { Repair } from "./repair.ts";
import { securityRepairs } from "./security/index.ts";

/** Repairs of programs that Python accepts, in the order in which they are tried. Ruff's own fixes come last. */
export const repairs: readonly Repair[] = [...nameRepairs, ...behaviourRepairs, ...securityRepairs];

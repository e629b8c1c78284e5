import type { KeptInspection, KeptInspections } from "../../../engine/own-project.ts";
import { digest } from "../manifest.ts";

/** What was found in the texts of the last look, so that only changed ones are looked at; older texts are let go. */
export function openKeptInspections(first: KeptInspections): KeptInspections & { nextLook(): void } {
  let [before, now] = [new Map<string, KeptInspection>(), new Map<string, KeptInspection>()];
  return {
    nextLook: () => ([before, now] = [now, new Map()]),
    read: (key) => {
      const name = digest(JSON.stringify(key));
      const inspection = now.get(name) ?? before.get(name) ?? first.read(key);
      if (inspection) now.set(name, inspection);
      return inspection;
    },
    keep: (key, inspection) => void now.set(digest(JSON.stringify(key)), inspection),
  };
}

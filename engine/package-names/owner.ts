import { normalName } from "../requirement.ts";
import { isModule } from "../library/modules.ts";
import { isCommonModule, moduleOwners, rankOf } from "./table.ts";

/** The popular package that has a module; undefined where none has, or the standard library, or where it is one's own rather. */
export function packageOf(module: string): string | undefined {
  if (isModule(module)) return undefined;
  const owner = moduleOwners().get(module);
  if (owner !== undefined) return owner;
  return rankOf(module) === undefined || isCommonModule(module) ? undefined : normalName(module);
}

import { builtin } from "../../library/builtins.ts";
import { moduleMembers } from "../../library/entries.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Python's own functions and types of which it is known what a call does. */
export const builtinNames: ReadonlySet<string> =
  words(`print repr ascii format bin hex oct input isinstance issubclass callable hasattr id hash any all type round
  getattr frozenset bytes complex object open pow divmod slice map filter len range int float str bool list tuple dict set
  sorted sum min max abs ord chr enumerate zip reversed next iter`);

const callsOthers = words("map filter iter next getattr");

/** Builtins that call no function they are given by position, and take nothing from an iterator that others see. */
export const callsNothing: ReadonlySet<string> = new Set(
  [...builtinNames].filter((name) => !callsOthers.has(name)),
);

/** Classes of which a call may give anything, or whose objects are not followed. */
const vague = words("type object slice");

/** The type of what a call of one of these names gives, whatever it is given; undefined where nobody can say. */
export function resultType(name: string): string | undefined {
  if (vague.has(name)) return undefined;
  if (name === "divmod") return "tuple";
  const { result } = builtin(name) ?? moduleMembers("collections")!.get(name)!;
  return result === "None" ? "NoneType" : result;
}

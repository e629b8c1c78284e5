import { byPath } from "./by-path.ts";

/** Functions that look at what they are given and never call it. */
const looking: readonly RegExp[] = [
  /^builtins\.(?:repr|str|ascii|format|id|hash|type|isinstance|issubclass|callable|hasattr|dir|help|len|bool|getattr|setattr|vars)$/,
  /^(?:inspect|typing|dis|pprint|reprlib|pydoc|ast|warnings)\./,
  /^logging\.(?:\w+\(\)\.)*(?:debug|info|warn|warning|error|exception|critical|log)$/,
  /^(?:unittest\.)?mock\.create_autospec$/,
  /^self\.assert(?!Raises|Warns|Logs)/,
  /^unittest\.(?!mock\.|FunctionTestCase)(?!.*\.assert(?:Raises|Warns))/,
  /^pytest\.(?!raises|warns|deprecated_call)/,
  /^functools\.(?:wraps|update_wrapper)/,
];

export const isLooking = byPath((path) => looking.some((pattern) => pattern.test(path)));

/** Arguments that say what another thing is to look like. */
const described = /^(?:spec|spec_set|autospec|new_callable)$/;

/** Whether an argument of a function that may call others is only looked at. */
export function isLookedAt(path: string, name: string | undefined): boolean {
  if (path === "builtins.print") return name !== "file";
  return name !== undefined && described.test(name) && /\bmock\./.test(path);
}

/** Whether a function answers what it was given, or what it finds there. */
export const isSearching = byPath(
  (path) => /^(?:inspect|typing)\./.test(path) || !(isLooking(path) || /\bmock\.patch/.test(path)),
);

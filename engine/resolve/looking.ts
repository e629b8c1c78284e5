/** Functions that look at what they are given and never call it. */
const looking = new RegExp(
  `^(?:${[
    String.raw`builtins\.(?:repr|str|ascii|format|id|hash|type|isinstance|issubclass|callable|hasattr|dir|help|len|bool|getattr|setattr|vars)$`,
    String.raw`(?:inspect|typing|dis|pprint|reprlib|pydoc|ast|warnings)\.`,
    String.raw`logging\.(?:\w+\(\)\.)*(?:debug|info|warn|warning|error|exception|critical|log)$`,
    String.raw`(?:unittest\.)?mock\.create_autospec$`,
    String.raw`self\.assert(?!Raises|Warns|Logs)`,
    String.raw`unittest\.(?!mock\.|FunctionTestCase)(?!.*\.assert(?:Raises|Warns))`,
    String.raw`pytest\.(?!raises|warns|deprecated_call)`,
    String.raw`functools\.(?:wraps|update_wrapper)`,
  ].join("|")})`,
);

export function isLooking(path: string): boolean {
  return looking.test(path);
}

/** Arguments that say what another thing is to look like. */
const described = /^(?:spec|spec_set|autospec|new_callable)$/;

/** Whether an argument of a function that may call others is only looked at. */
export function isLookedAt(path: string, name: string | undefined): boolean {
  if (path === "builtins.print") return name !== "file";
  return name !== undefined && described.test(name) && /\bmock\./.test(path);
}

/** Whether a function answers what it was given, or what it finds there. */
export function isSearching(path: string): boolean {
  return /^(?:inspect|typing)\./.test(path) || !(isLooking(path) || /\bmock\.patch/.test(path));
}

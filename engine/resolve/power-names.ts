const named = (module: string, names: string): string[] =>
  names.split(/\s+/).map((name) => `${module}.${name}`);

/** Functions that run a program or a text of code: nobody passes one on by accident. */
const powers: ReadonlySet<string> = new Set([
  ...named(
    "os",
    `system popen popen2 popen3 popen4 execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle spawnlp
    spawnlpe spawnv spawnve spawnvp spawnvpe posix_spawn posix_spawnp startfile _execvpe _spawnvef`,
  ),
  ...named("builtins", "eval exec execfile"),
  ...named("subprocess", "run call check_call check_output Popen getoutput getstatusoutput"),
  ...named("asyncio", "create_subprocess_shell create_subprocess_exec"),
  "pty.spawn",
  "_posixsubprocess.fork_exec",
]);

/** Those that load code. Libraries keep them as attributes and defaults. */
const loaders: ReadonlySet<string> = new Set([
  "builtins.__import__",
  "importlib.import_module",
  "pickle.loads",
  "marshal.loads",
]);

/** The modules that have them, as they are passed on and searched. */
export const powerfulModules: ReadonlySet<string> = new Set(["os", "builtins", "subprocess", "pty"]);

/** Names that mean the same in whatever they are found. */
const tellingNames: ReadonlySet<string> = new Set(
  [...powers].map((path) => path.split(".").at(-1)!).filter((name) => !/^(?:run|call|spawn)$/.test(name)),
);

export function isPower(path: string): boolean {
  return powers.has(path);
}

/** Whether an attribute of something that nobody knows is likely to run a program or code. */
export function isPowerName(name: string): boolean {
  return tellingNames.has(name);
}

/** Whether a function loads code. */
export function isLoader(path: string): boolean {
  return loaders.has(path);
}

/** The functions of a module that run programs or code. */
export function powersOf(module: string): string[] {
  return [...powers].filter((path) => path.startsWith(`${module}.`));
}

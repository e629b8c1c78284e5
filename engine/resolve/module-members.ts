import { moduleMembers } from "../library/entries.ts";

/** The modules that run programs and code, and what older versions of Python or other systems add to them. */
const added: Readonly<Record<string, string>> = {
  os: "SCHED_SPORADIC UserDict errno getcwdu plock popen2 popen3 popen4 tempnam tmpfile tmpnam",
  builtins: `StandardError _ apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr
    unicode xrange`,
  subprocess: `Handle _posixsubprocess _waitstatus_to_exitcode _winapi getstatus grp mk2arg mkarg msvcrt mswindows pwd`,
  pty: "",
  runpy: "get_importer imp read_code",
};

const known = new Map<string, ReadonlySet<string>>();

function membersOf(module: string): ReadonlySet<string> | undefined {
  if (!Object.hasOwn(added, module)) return undefined;
  const names =
    known.get(module) ?? new Set([...moduleMembers(module)!.keys(), ...added[module]!.split(/\s+/)]);
  known.set(module, names);
  return names;
}

/** Whether a module offers a name; undefined for modules of which not every name is listed here. */
export function isMember(module: string, name: string): boolean | undefined {
  const names = membersOf(module);
  return names && (names.has(name) || /^__[a-z_]+__$/.test(name));
}

/** The functions of these modules that run a program or code. */
const running =
  /^(?:system|popen\d?|exec\w*|spawn\w*|posix_spawnp?|startfile|_execvpe|_spawnvef|fork\w*|eval|compile|__import__|open|getattr|breakpoint|run\w*|_run\w*|call|check_\w+|Popen|get(?:status)?output)$/;

/** Whether a name that begins like this may be a function of the module that runs a program or code. */
export function mayRun(module: string, start: string): boolean {
  const names = membersOf(module);
  return names === undefined
    ? start === ""
    : names.values().some((name) => name.startsWith(start) && running.test(name));
}

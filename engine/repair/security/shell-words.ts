/** A word of a command line: what it comes to, with each open value as `\0`, and whether those stand in quotes. */
export type ShellWord = Readonly<{ text: string; isQuoted: boolean }>;

/** The words a POSIX shell makes of a command line. Undefined as soon as the shell would do more than split it. */
export function shellWords(command: string): string[] | undefined {
  return readWords(command)?.map(({ text }) => text);
}

/** As `shellWords`, of a line with open values: the shell would expand, match, assign, redirect or join nothing else. */
export function readWords(command: string): ShellWord[] | undefined {
  if (!plainLine.test(command)) return undefined;
  const words = Array.from(command.matchAll(word), ([written]) => written);
  const [program, ...rest] = words.map(unquoted);
  const isAssigning = words[0]?.includes("=") === true;
  if (program === undefined || isAssigning || !isProgram(program, rest)) return undefined;
  return words.map((written) => ({
    text: unquoted(written),
    isQuoted: !withoutQuoted(written).includes("\0"),
  }));
}

function withoutQuoted(written: string): string {
  return written.replaceAll(/'[^']*'|"[^"]*"/g, "");
}

/** Letters, digits and signs without a meaning to the shell, and quoted pieces in which nothing has one. */
const piece = String.raw`(?:[\p{L}\p{N}_@%+=:,./^\0-]|'[^'\r\n]*'|"[^"$\x60\\\r\n]*")`;
const plainLine = new RegExp(String.raw`^ *${piece}+(?: +${piece}+)* *$`, "u");
const word = new RegExp(`${piece}+`, "gu");

function unquoted(written: string): string {
  return written.replaceAll(
    /'([^']*)'|"([^"]*)"/g,
    (_, single?: string, double?: string) => single ?? double ?? "",
  );
}

/** What the shell itself does, here or on Windows: there is no program of that name, or another one. */
const builtIn = new Set(
  `. : alias bg bind break builtin caller case cd command compgen complete continue coproc declare dirs disown do done elif
  else enable esac eval exec exit export fc fg fi for function getopts hash help history if in jobs let local logout
  mapfile popd pushd read readonly return select set shift shopt source suspend then time times trap type typeset ulimit
  umask unalias unset until wait while
  assoc call chdir cls color copy del dir endlocal erase ftype goto md mklink move path pause prompt rd rem ren rename
  setlocal start title ver verify vol`.split(/\s+/),
);

/** A program that is looked up, or named from the root; a script of one's own may need the shell to be started. */
export function isProgram(program: string, rest: readonly string[]): boolean {
  if (!/^(?:\/[\w./+-]+|[A-Za-z_][\w.+-]*)$/.test(program) || /\.(?:sh|bat|cmd)$/i.test(program))
    return false;
  // Options of `echo` mean one thing to the shell and another to the program.
  if (program === "echo" && rest.some((each) => each.startsWith("-"))) return false;
  return !builtIn.has(program);
}

import type { CallSite } from "../resolve/machine.ts";
import { isPower, isPowerName } from "../resolve/power-names.ts";
import { isFrom, taintOf } from "../resolve/taint.ts";
import { isConstant, isKnown, onlyItems, type PossibleValues } from "../resolve/value.ts";
import { isConstantFromElsewhere, isHarmlessText } from "./safe-texts.ts";
import {
  argument,
  each,
  isHidden,
  isRoundabout,
  isTrue,
  keyword,
  nameOf,
  textOf,
  type ReportFinding,
  type Rule,
} from "./rule.ts";

const advice = "pass the program and its arguments as a list to subprocess.run, without a shell";

function isWritten(command: PossibleValues): boolean {
  return command.every(isConstant);
}

/** A command line handed to a shell. */
function judgeShell(
  site: CallSite,
  report: ReportFinding,
  command = argument(site, 0, "command", "cmd", "args"),
): void {
  const what = nameOf(site);
  if (isHidden(site))
    report(
      site.node,
      "error",
      `${what} starts a shell in a hidden way; call it by its name, or better, ${advice}.`,
    );
  else if (command === undefined && !site.isOpen) return;
  else if (
    command === undefined ||
    isFrom(command, "escaped") ||
    !command.every((thing) => isHarmlessText(thing))
  ) {
    const whose = command && isFrom(command, "web", "local") ? "input from outside" : "a dynamic string";
    report(
      site.node,
      "error",
      `${what} passes ${whose} to a shell, which runs any command in it; ${advice}.`,
    );
  } else if (isWritten(command) && !isConstantFromElsewhere(site, command))
    report(
      site.node,
      "warning",
      `${what} starts a shell for a constant command, which needs none: ${advice}.`,
      { confidence: "medium", cwe: "CWE-676" },
    );
}

const shells = /^(?:.*[\\/])?(?:sh|bash|zsh|dash|ksh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;

function judgeSubprocess(site: CallSite, report: ReportFinding): void {
  const command = argument(site, 0, "args", "cmd", "popenargs");
  if (isTrue(keyword(site, "shell")) || isTrue(site.path === "subprocess.Popen" ? site.args[8] : undefined))
    return judgeShell(site, report, command);
  if (command === undefined) return isRoundabout(site) ? judgeHidden(site, report) : undefined;
  const list = onlyItems(command);
  const program = list && command[0]!.kind !== "str" ? textOf(list[0]) : undefined;
  if (program !== undefined && shells.test(program) && list!.length > 2) {
    const line = list!.slice(2);
    if (
      /^[-/][a-z]*c$/i.test(textOf(list![1]) ?? "") &&
      !line.every((part) => part.every((thing) => isHarmlessText(thing)))
    )
      return report(site.node, "error", `${nameOf(site)} passes a dynamic string to a shell; ${advice}.`);
  }
  const first = list && command[0]!.kind !== "str" ? list[0] : command;
  if (isRoundabout(site)) judgeHidden(site, report);
  else if (first && isFrom(first, "web") && !first.every(isHarmlessText))
    report(
      site.node,
      "error",
      `${nameOf(site)} starts a program that input from outside chooses; name the program in the source.`,
      { confidence: "medium" },
    );
}

function judgeHidden(site: CallSite, report: ReportFinding): void {
  report(site.node, "error", `${nameOf(site)} starts a program in a hidden way; call it by its name.`);
}

/** `sh -c` among the arguments, with something unknown behind it. */
function isShellInArguments(site: CallSite): boolean {
  const parts = site.args.flatMap((value) =>
    value[0]?.kind === "list" || value[0]?.kind === "tuple" ? (onlyItems(value) ?? []) : [value],
  );
  const at = parts.findIndex((part) => /^[-/][a-z]*c$/i.test(textOf(part) ?? ""));
  const line = at > 0 ? parts[at + 1] : undefined;
  return (
    line !== undefined &&
    parts.slice(0, at).some((part) => shells.test(textOf(part) ?? "")) &&
    !line.every((thing) => isHarmlessText(thing))
  );
}

/** Programs started without a shell, unless they are one. */
function judgeProgram(site: CallSite, report: ReportFinding): void {
  const offset = /spawn[lv]/.test(site.path) ? 1 : 0;
  const program = argument(site, offset, "file", "path", "program");
  if (isShellInArguments(site))
    return report(site.node, "error", `${nameOf(site)} passes a dynamic string to a shell; ${advice}.`);
  const first = program && (textOf(program) ?? textOf(onlyItems(program)?.[0]));
  if (site.path === "pty.spawn" && first !== undefined && shells.test(first))
    return report(
      site.node,
      "warning",
      "pty.spawn opens a shell for anyone who is connected to this program; start only the program you need.",
      { confidence: "medium" },
    );
  if (isRoundabout(site)) judgeHidden(site, report);
  else if (program && isFrom(program, "web"))
    report(
      site.node,
      "error",
      `${nameOf(site)} starts a program that input from outside chooses; name the program in the source.`,
    );
  else if (program && !isWritten(program) && !pathOf(program).startsWith("sys.executable"))
    report(
      site.node,
      "warning",
      `${nameOf(site)} starts a program whose name is not a constant; name it in the source, or check it against a list.`,
      { confidence: "medium" },
    );
  else if (program && isFixedCommand(site, program))
    report(
      site.node,
      "warning",
      `${nameOf(site)} starts a fixed program without subprocess, where reviewers may miss it; use subprocess.run with a list.`,
      { confidence: "medium" },
    );
}

/** `os.exec*`, `os.spawn*` and `os.posix_spawn*` with nothing in them that is not written here. */
function isFixedCommand(site: CallSite, program: PossibleValues): boolean {
  if (!/^os\.(?:exec|spawn|posix_spawn)/.test(site.path) || !isWritten(program) || site.isOpen) return false;
  const rest = site.args.slice(site.path.startsWith("os.spawn") ? 2 : 1);
  const isVector = /(?:exec|spawn)v|posix/.test(site.path);
  // The environment stands last where it is passed one by one.
  const args = isVector ? rest.slice(0, 1) : site.path.endsWith("e") ? rest.slice(0, -1) : rest;
  return args.every((value) => isKnown(value));
}

function pathOf(value: PossibleValues): string {
  const [thing] = value;
  return thing!.kind === "reference" ? thing!.path : "";
}

/** Commands for another machine's shell. */
function judgeRemote(site: CallSite, report: ReportFinding): void {
  const command = argument(site, 0, "command", "cmd");
  if (
    command &&
    !command.every(isHarmlessText) &&
    command.some(({ kind }) => kind === "mixed" || kind === "anything" || kind === "reference")
  )
    report(
      site.node,
      isFrom(command, "web", "local") ? "error" : "warning",
      `${nameOf(site)} runs a command that is not a constant in a shell on another machine; quote each part with shlex.quote.`,
      { confidence: "medium" },
    );
}

const spawning = `os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe os.spawnl os.spawnle os.spawnlp
  os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe os.posix_spawn os.posix_spawnp os.startfile pty.spawn
  asyncio.create_subprocess_exec multiprocessing.util.spawnv_passfds pexpect.spawn pexpect.run distutils.spawn.spawn`;

const browsers =
  /brows|chrom|edge|epiphany|firefox|galeon|konqueror|links|lynx|mosaic|mozilla|netscape|opera|safari|seamonkey|w3m|xdg-open|\bopen\b/i;

/** Starts other programs, above all through a shell. */
export const processExecution: Rule = {
  id: "process-execution",
  cwe: "CWE-78",
  calls: {
    ...each(
      `os.system os.popen os.popen2 os.popen3 os.popen4 subprocess.getoutput subprocess.getstatusoutput popen2.popen2
      popen2.popen3 popen2.Popen3 asyncio.create_subprocess_shell asyncio.subprocess.create_subprocess_shell platform.popen
      pexpect.runu anyio.run_process_shell uuid._get_command_stdout _osx_support._read_output _aix_support._read_cmd_output`,
      (site, report) => judgeShell(site, report),
    ),
    ...each("pydoc.pipepager pydoc.tempfilepager pydoc.pipe_pager pydoc.tempfile_pager", (site, report) =>
      judgeShell(site, report, argument(site, 1, "cmd")),
    ),
    ...each("imaplib.IMAP4_stream", (site, report) => judgeShell(site, report, argument(site, 0, "command"))),
    ...each(
      "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen trio.run_process",
      judgeSubprocess,
    ),
    // From a class made of it, with or without the object to set up.
    "subprocess.Popen.__init__": (site, report) =>
      judgeSubprocess(
        { ...site, args: site.args[0]?.[0]?.kind === "object" ? site.args.slice(1) : site.args },
        report,
      ),
    ...each(spawning, judgeProgram),
    ...each("_posixsubprocess.fork_exec os.fork_exec os._execvpe os._spawnvef", judgeHidden),
    ...each("webbrowser.GenericBrowser webbrowser.BackgroundBrowser", (site, report) => {
      const program = argument(site, 0, "name");
      const name = program && (textOf(program) ?? textOf(onlyItems(program)?.[0]));
      if (name !== undefined && !browsers.test(name)) judgeHidden(site, report);
    }),
    ...each("_ctypes.dlsym", (site, report) => {
      if (isPowerName(textOf(site.args[1]) ?? "")) judgeHidden(site, report);
    }),
    "webbrowser.get": (site, report) => {
      const command = textOf(argument(site, 0, "using"));
      if (command?.includes("%s") && !browsers.test(command)) judgeHidden(site, report);
    },
  },
  methods: {
    subprocess_shell: (site, report) => judgeShell(site, report, site.args[1]),
    exec_command: judgeRemote,
    system: (site, report) => {
      if (/(?:ctypes|cdll|CDLL|dlopen|windll|msvcrt|libc)/i.test(site.path)) judgeHidden(site, report);
    },
    execve: (site, report) => {
      if (/ctypes|CDLL/i.test(site.path)) judgeHidden(site, report);
    },
    ...each("WinExec ShellExecuteA ShellExecuteW CreateProcessA CreateProcessW", (site, report) =>
      judgeHidden(site, report),
    ),
    sudo: judgeRemote,
    ...each("eval call", (site, report) => {
      // `exec` of Tcl starts a program.
      if (
        /^tkinter\.T(?:cl|k)\(\)\.(?:tk\.)?(?:eval|call)$/.test(site.path) &&
        /\bexec\b|\bopen\b(?:(?!\bopen\b).)*\|/.test(textOf(site.args[0]) ?? "")
      )
        judgeHidden(site, report);
    }),
  },
  stores: {
    BROWSER: ({ node, of, value }, report) => {
      const command = textOf(value);
      const isEnvironment = of?.kind === "reference" && of.path === "os.environ";
      if (
        isEnvironment &&
        command &&
        !browsers.test(command) &&
        !/^(?:none|true|false|echo|cat)\b/.test(command)
      )
        report(node, "error", `${command} is started in the place of a browser; ${advice}.`, {
          confidence: "medium",
        });
    },
    "*": ({ node, of, name, value }, report) => {
      const starts = value.some(
        (thing) => thing.kind === "reference" && !thing.path.startsWith("builtins.") && isPower(thing.path),
      );
      const isForeign =
        of?.kind === "reference" &&
        /^(?:builtins|sys|json|logging|string|math|re|typing|random)\b/.test(of.path);
      if (starts && (/^__\w+__$/.test(name) || isForeign))
        report(
          node,
          "error",
          `${name} is made to start programs, so an ordinary-looking expression runs it; call the function by its name.`,
        );
    },
  },
  everyCall: (site, report) => {
    if (/^ctypes\.\w*FUNCTYPE\(\)$/.test(site.path)) {
      const [prototype] = site.args;
      const name = prototype && textOf(onlyItems(prototype)?.[0]);
      if (name !== undefined && isPowerName(name)) judgeHidden(site, report);
    }
    const call = /^(?:fabric|invoke)\..*\.?(?:run|local)$/.test(site.path) ? site : undefined;
    if (call && taintOf(...call.args) !== 0) judgeRemote(call, report);
  },
};

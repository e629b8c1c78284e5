import type { CallSite } from "../resolve/machine.ts";
import { each, isRoundabout, words, type Rule } from "./rule.ts";

/** Not judged by any other rule when called openly, and never looked up by an assembled name without a reason. */
const sensitive = new Set(
  words(`os.remove os.unlink os.rmdir os.removedirs os.kill os.killpg os.fork os.dup2 os.setuid os.chmod os.chown os.rename
  os._exit os.environ os.getenv os.putenv os.open os.truncate shutil.rmtree shutil.move socket.socket socket.create_connection
  socket.create_server ctypes.CDLL ctypes.cdll ctypes.WinDLL builtins.open builtins.__import__ builtins.compile sys.settrace
  sys._getframe urllib.request.urlopen urllib.request.urlretrieve requests.get requests.post http.client.HTTPConnection
  ctypes.memmove ctypes.cast gc.get_objects builtins.globals builtins.setattr builtins.getattr builtins.breakpoint`),
);

/** Whether a name was put together or decoded instead of being written down. */
function isAssembled(site: CallSite): boolean {
  const position = /getattr|__getattribute__/.test(site.path) ? 1 : 0;
  const name = site.args[position];
  const node = site.node.kind === "Call" ? site.node.args[position] : undefined;
  return (
    name?.every((thing) => thing.kind === "str") === true &&
    (name.some((thing) => thing.kind === "str" && thing.decoded) ||
      node?.kind === "BinOp" ||
      node?.kind === "JoinedStr" ||
      node?.kind === "Call")
  );
}

const assembled = new WeakSet<object>();

function note(site: CallSite): void {
  if (isAssembled(site)) assembled.add(site.node);
}

/** Reaches something sensitive through a name that was put together, as one does who does not want it found. */
export const hiddenCall: Rule = {
  id: "hidden-call",
  cwe: "CWE-506",
  calls: each(
    "builtins.getattr builtins.__import__ importlib.import_module builtins.object.__getattribute__",
    note,
  ),
  everyCall: (site, report) => {
    if (!sensitive.has(site.path) || !isRoundabout(site) || site.node.kind !== "Call") return;
    if (isMadeByAssembling(site))
      report(
        site.node,
        "error",
        `${site.path.replace(/^builtins\./, "")} is called by a name built from pieces, a common way to hide calls; call it by its name.`,
        { confidence: "medium" },
      );
  },
};

/** The lookups stand in the expression that is called, or the callee came from a variable set by one. */
function isMadeByAssembling(site: CallSite): boolean {
  if (site.node.kind !== "Call") return false;
  let at: typeof site.node.func | undefined = site.node.func;
  for (let steps = 0; at && steps < 40; steps += 1) {
    if (assembled.has(at)) return true;
    if (at.kind === "Call") at = at.func.kind === "Name" && at.args[0] ? at.args[0] : at.func;
    else if (at.kind === "Attribute" || at.kind === "Subscript") at = at.value;
    else return at.kind === "Name" && site.path.startsWith("builtins.") && at.id !== site.path.slice(9);
  }
  return false;
}

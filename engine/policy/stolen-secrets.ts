import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { each, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";

const sending = `requests.post requests.put requests.request requests.get requests.Session().post httpx.post httpx.put httpx.get
  urllib.request.urlopen urllib.request.Request urllib.urlopen urllib2.urlopen aiohttp.ClientSession().post
  http.client.HTTPSConnection().request http.client.HTTPConnection().request socket.socket().send socket.socket().sendall
  socket.socket().sendto smtplib.SMTP().sendmail smtplib.SMTP_SSL().sendmail ftplib.FTP().storbinary urllib3.PoolManager().request`;

function judgeEnvironment(site: CallSite, report: ReportFinding): void {
  const sent = [...site.args, ...site.keywords.values()];
  if (sent.some((value) => isFrom(value, "environment")))
    report(
      site.node,
      "error",
      "All environment variables, keys and passwords among them, are sent over the network; send only the values that are meant for the receiver.",
    );
}

const secretFiles =
  /(?:\.ssh[\\/](?:id_\w+|authorized_keys|known_hosts)|(?:^|[\\/~])\.aws[\\/]credentials|\.git-credentials|\/etc\/shadow|(?:^|[\\/])wallet\.dat|Login Data$|[\\/]Local State$|cookies\.sqlite|logins\.json|key4\.db|Local Storage[\\/]leveldb|\.bash_history|\.gnupg)/i;

const listening = [
  "pynput.keyboard.Listener",
  "keyboard.hook",
  "keyboard.on_press",
  "pyHook.HookManager",
  "keyboard.on_release",
];

/** Somebody's private files are read in a program that also sends something. */
function finish({ tree, calls }: PolicyFacts, report: ReportFinding): void {
  const senders = new Set(sending.trim().split(/\s+/));
  const isSending =
    [...calls.keys()].some((path) => senders.has(path) && !path.endsWith(".get")) ||
    [...calls.keys()].some((path) => /\.(?:sendall|sendto|storbinary|sendmail)$/.test(path));
  const isReading = [...calls.keys()].some((path) =>
    /^builtins\.open$|\.read_(?:text|bytes)$|^shutil\.copy|^sqlite3\.connect$/.test(path),
  );
  if (!isSending) return;
  for (const path of listening)
    for (const site of calls.get(path) ?? [])
      report(
        site.node,
        "error",
        "Every key the user presses is taken down in a program that sends data over the network; remove it.",
        { confidence: "medium" },
      );
  if (!isReading) return;
  for (const node of tree.nodes)
    if (
      node.kind === "Constant" &&
      node.value.type === "str" &&
      node.value.value.length < 300 &&
      secretFiles.test(node.value.value)
    )
      report(
        node,
        "error",
        "A file that holds keys or passwords is read in a program that sends data over the network; leave such files alone.",
        { confidence: "medium" },
      );
}

/** Sends away what should stay on the machine. */
export const stolenSecrets: Rule = {
  id: "stolen-secrets",
  cwe: "CWE-200",
  calls: each(sending, judgeEnvironment),
  finish,
};

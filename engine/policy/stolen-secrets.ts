import { literalTruth } from "../program/flow.ts";
import type { CallSite } from "../resolve/machine.ts";
import { skeletonsOf } from "../resolve/mixed.ts";
import { isFrom } from "../resolve/taint.ts";
import { argument, each, textOf, words, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";
import { runsOnImport } from "./when-run.ts";
import { isText } from "../tree/constants.ts";

const sending =
  words(`requests.post requests.put requests.request requests.get requests.Session().post httpx.post httpx.put
  httpx.get urllib.request.urlopen urllib.request.Request urllib.urlopen urllib2.urlopen aiohttp.ClientSession().post
  http.client.HTTPSConnection().request http.client.HTTPConnection().request socket.socket().send socket.socket().sendall
  socket.socket().sendto smtplib.SMTP().sendmail smtplib.SMTP_SSL().sendmail ftplib.FTP().storbinary
  urllib3.PoolManager().request`);
/** A name server is told whatever is asked for. */
const resolving = words("socket.gethostbyname socket.getaddrinfo dns.resolver.resolve dns.resolver.query");

function isSent(site: CallSite, origin: "environment" | "identity"): boolean {
  return [...site.args, ...site.keywords.values()].some((value) => isFrom(value, origin));
}

/** A name is asked for with something put before it, as `data.example.org`. */
function isResolved({ path, args }: CallSite): boolean {
  return resolving.includes(path) && args[0]?.some(({ kind }) => kind === "mixed") !== true;
}

function judgeEnvironment(site: CallSite, report: ReportFinding): void {
  if (isSent(site, "environment") && !isResolved(site))
    report(
      site.node,
      "error",
      "All environment variables, keys and passwords among them, are sent over the network; send only the values that are meant for the receiver.",
    );
}

const secretFiles =
  /(?:\.ssh[\\/](?:id_\w+|authorized_keys|known_hosts|\*)|^id_(?:rsa|dsa|ecdsa|ed25519)$|(?:^|[\\/~])\.aws[\\/]credentials|\.git-credentials|\/etc\/(?:shadow|passwd)|(?:^|[\\/])wallet\.dat|exodus\.wallet|Electrum[\\/]wallets|\.?ethereum[\\/]keystore|nkbihfbeogaeaoehlefnkodbefgpgknn|Login Data$|[\\/]Local State$|cookies\.sqlite|logins\.json|key4\.db|Local Storage[\\/]leveldb|^leveldb$|Telegram Desktop[\\/]tdata|\.bash_history|\.gnupg)/i;

/** `…/Chrome/User Data/Default/Network/Cookies`, from whatever folder the path starts. */
function isCookieFile(path: string): boolean {
  const [file, ...folders] = path.split(/[\\/]/).toReversed();
  if (file?.toLowerCase() !== "cookies") return false;
  const home = folders.findIndex((folder) => /(?:chrome|chromium|User Data|Default)$/i.test(folder));
  return home >= 0 && folders.slice(0, home).every((folder) => /^[\w ]+$/.test(folder));
}

const keyboard = words(
  "pynput.keyboard.Listener keyboard.hook keyboard.on_press pyHook.HookManager keyboard.on_release",
);
const clipboard = words(
  "pyperclip.paste win32clipboard.GetClipboardData clipboard.paste tkinter.Tk().clipboard_get",
);
const screen = words("PIL.ImageGrab.grab pyautogui.screenshot pyscreenshot.grab mss.mss().shot");
const wallet =
  /^(?:bc1[a-z0-9]{25,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/;
const chat = /discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot/;

function finish(facts: PolicyFacts, report: ReportFinding): void {
  const { calls } = facts;
  const sitesOf = (paths: readonly string[]): CallSite[] => paths.flatMap((path) => calls.get(path) ?? []);
  // The address of one's own wallet in the place of whatever the user has copied.
  for (const site of sitesOf(["pyperclip.copy", "clipboard.copy"]))
    if (sitesOf(clipboard).length > 0 && wallet.test(textOf(argument(site, 0)) ?? ""))
      report(site.node, "error", "The user's clipboard is replaced with a wallet's address; remove it.");
  judgeBeacons(facts, report);
  const isSending =
    sending.some((path) => calls.has(path) && !path.endsWith(".get")) ||
    [...calls.keys()].some((path) => /\.(?:sendall|sendto|storbinary|sendmail)$/.test(path)) ||
    sitesOf(resolving).some(({ args }) => args[0] !== undefined && textOf(args[0]) === undefined);
  if (!isSending) return;
  const tell = (site: CallSite, what: string): void =>
    report(site.node, "error", `${what} in a program that sends data over the network; remove it.`, {
      confidence: "medium",
    });
  for (const site of sitesOf(keyboard)) tell(site, "Every key the user presses is taken down");
  for (const site of sitesOf(clipboard)) tell(site, "What the user has copied is read");
  if (sitesOf(sending).some((site) => chat.test(skeletonsOf(argument(site, 0, "url") ?? []).join(" "))))
    for (const site of sitesOf(screen)) tell(site, "The screen is recorded");
  else
    for (const site of sitesOf(screen).filter(isEndless)) tell(site, "The screen is recorded all the time");
  judgeCloud(facts, report);
  if ([...calls.keys()].some((path) => reading.test(path))) judgeFiles(facts, report);
}

/** It stands in a loop that never ends. */
function isEndless({ node }: CallSite): boolean {
  for (let around = node.parent; around; around = around.parent)
    if (around.kind === "While" && literalTruth(around.test) === true) return true;
  return false;
}

const cloudKeys =
  /\/\/(?:169\.254\.169\.254|metadata\.google\.internal)\/(?:(?!\/\/).)*(?:security-credentials|oauth2\/token|service-accounts)/;

/** A cloud machine asks for its own keys, and data goes to another server. */
function judgeCloud({ tree, calls }: PolicyFacts, report: ReportFinding): void {
  const isElsewhere = (site: CallSite): boolean =>
    skeletonsOf(argument(site, 0, "url") ?? []).some(
      (text) => /^https?:\/\/\w/.test(text) && !/169\.254\.169\.254|metadata\.google/.test(text),
    );
  const sent = sending
    .filter((path) => /\.(?:post|put)$/.test(path))
    .flatMap((path) => calls.get(path) ?? []);
  if (!sent.some(isElsewhere)) return;
  for (const node of tree.nodes)
    if (isText(node) && cloudKeys.test(node.value.value))
      report(
        node,
        "error",
        "The keys of this cloud machine are read in a program that sends data to another server; let the provider's library use them.",
        { confidence: "medium" },
      );
}

const reading =
  /^builtins\.open$|\.read_(?:text|bytes)$|^shutil\.copy|^sqlite3\.connect$|^os\.(?:listdir|walk|scandir)$|^glob\.i?glob$/;

/** A file that every text on attacks names, or an address of one: only what is read itself counts. */
const oftenNamed = /\/etc\/passwd|^[a-z][a-z\d+.-]*:\/\//i;

function isRead(calls: PolicyFacts["calls"], name: string): boolean {
  return [...calls].some(
    ([path, sites]) =>
      (reading.test(path) || path.endsWith(".urlopen")) &&
      sites.some(({ args }) => skeletonsOf(args[0] ?? []).some((text) => text.includes(name))),
  );
}

/** Somebody's private files are read in a program that also sends something. */
function judgeFiles({ tree, calls }: PolicyFacts, report: ReportFinding): void {
  for (const node of tree.nodes)
    if (
      isText(node) &&
      node.value.value.length < 300 &&
      (secretFiles.test(node.value.value) || isCookieFile(node.value.value)) &&
      (!oftenNamed.test(node.value.value) || isRead(calls, node.value.value))
    )
      report(
        node,
        "error",
        "A file that holds keys or passwords is read in a program that sends data over the network; leave such files alone.",
        { confidence: "medium" },
      );
}

const facts = words(
  "socket.gethostname socket.getfqdn getpass.getuser os.getlogin os.uname os.getcwd platform.node platform.uname uuid.getnode",
);

/** A server without a name. */
function isBareAddress(site: CallSite): boolean {
  const address = argument(site, 0, "url", "fullurl");
  return (
    address !== undefined && skeletonsOf(address).some((text) => /^https?:\/\/\d+(?:\.\d+){3}/.test(text))
  );
}

/** Whose machine this is, told to somebody as soon as the module is loaded. */
function judgeBeacons({ tree, calls }: PolicyFacts, report: ReportFinding): void {
  const known = facts.filter((path) => calls.has(path)).length;
  for (const path of [...sending, ...resolving])
    for (const site of calls.get(path) ?? []) {
      if (isSent(site, "identity") && !isResolved(site) && runsOnImport(tree, site.node))
        report(
          site.node,
          known > 1 || resolving.includes(path) || isBareAddress(site) ? "error" : "warning",
          "This sends data that identifies the machine as soon as it is loaded; ask the user first, and send it only when needed.",
          { confidence: "medium" },
        );
    }
}

/** Sends away what should stay on the machine. */
export const stolenSecrets: Rule = {
  id: "stolen-secrets",
  cwe: "CWE-200",
  calls: each([...sending, ...resolving].join(" "), judgeEnvironment),
  finish,
};

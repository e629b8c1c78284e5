import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import type { PossibleValues } from "../resolve/value.ts";
import type { Node } from "../tree/nodes.ts";
import { isSecretive, opensSomething, purposes } from "./purposes.ts";
import { argument, each, nameOf, textOf, words, type ReportFinding, type Rule } from "./rule.ts";

/** Whole bytes are drawn for keys; a choice called `key` may be one of a dictionary's. */
const drawsBytes = /\.(?:randbytes|getrandbits|bytes)$/;

function judge(site: CallSite, report: ReportFinding): void {
  for (const name of purposes(site.node))
    if (name !== "" && (isSecretive(name) || (/(?:^|_)key$/i.test(name) && drawsBytes.test(site.path))))
      return tell(site.node, nameOf(site), name, report, opensSomething(name) || isDrawnFromCharacters(site));
}

/** Letters and digits are drawn to make a secret; one of several things is chosen for many reasons. */
function isDrawnFromCharacters(site: CallSite): boolean {
  if (!/choices?$|sample$/.test(site.path)) return drawsBytes.test(site.path);
  return argument(site, 0, "seq", "population")?.every(({ kind }) => kind === "str") === true;
}

function tell(node: Node, what: string, name: string, report: ReportFinding, isSure: boolean): void {
  report(
    node,
    isSure && !/salt|nonce|captcha|coupon|voucher/i.test(name) ? "error" : "warning",
    `${what} can be predicted from a few of its values, and ${name} must not be guessed; use the secrets module.`,
    { confidence: "medium" },
  );
}

/** Whatever the value was called on its way, it ends up as a secret. */
function judgeNamed(name: string, node: Node, report: ReportFinding): void {
  if (isSecretive(name))
    tell(
      node,
      "A value of the random module",
      name,
      report,
      opensSomething(name) || /(?:^|_)pin(?:_?code)?$/i.test(name),
    );
}

/** An address that opens something for everybody who has it, as a reset link does, says what each of its values is. */
function judgeText(node: Node, value: PossibleValues, report: ReportFinding): void {
  for (const thing of value)
    if (thing.kind === "mixed")
      for (const [at, piece] of thing.pieces.entries()) {
        const before = thing.pieces[at - 1];
        const name = typeof before === "string" ? /[?&]([\w-]+)=$/.exec(before)?.[1] : undefined;
        if (name !== undefined && typeof piece !== "string" && isFrom([piece], "predictable"))
          judgeNamed(name.replaceAll("-", "_"), node, report);
      }
}

/** Draws secrets from a generator that can be predicted. */
export const weakRandomness: Rule = {
  id: "weak-randomness",
  cwe: "CWE-330",
  marks: /random|uuid1/,
  calls: each(
    `random.random random.randint random.randrange random.choice random.choices random.sample random.uniform random.getrandbits
    random.randbytes random.shuffle random.triangular random.Random().choice random.Random().randint random.Random().random
    numpy.random.randint numpy.random.random numpy.random.rand numpy.random.choice numpy.random.bytes uuid.uuid1`,
    judge,
  ),
  methods: {
    set_cookie: (site, report) => {
      if (isFrom(argument(site, 1, "value"), "predictable"))
        judgeNamed(textOf(argument(site, 0, "key", "name")) ?? "", site.node, report);
    },
    ...Object.fromEntries(
      words("set_password make_password set_unusable_token set_secret set_token").map((method) => [
        method,
        (site, report) => {
          if (isFrom(site.args[0], "predictable"))
            judgeNamed(method.replace(/^(?:set|make)_/, ""), site.node, report);
        },
      ]),
    ),
  },
  made: judgeText,
  everyCall: (site, report) => {
    for (const [name, value] of site.keywords)
      if (isFrom(value, "predictable")) judgeNamed(name, site.node, report);
  },
  stores: {
    "*": ({ node, name, value }, report) => {
      if (isFrom(value, "predictable")) judgeNamed(name, node, report);
    },
  },
};

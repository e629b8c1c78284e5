import { removal } from "../../tree/layout.ts";
import type { Assign, Call, Keyword } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { keywordRemoval } from "./argument-removal.ts";
import { callsOf, isOnLine, linesOf } from "./calls-on-lines.ts";
import { isDecided } from "./decided.ts";
import { looseContexts } from "./loose-contexts.ts";
import { pathOf } from "./library-path.ts";
import { madeBy } from "./made-by.ts";
import { isTruthValue } from "../../tree/constants.ts";

export const unverifiedTls: Repair = { id: "unverified-tls", kind: "changing", propose };

const matter = /verif|secure|ssl|tls|cert|signed|trust/i;
const rules = ["ruff:S501", "ruff:S323", "policy:unverified-tls"];

function* propose(program: RepairableProgram): Generator<Rewrite> {
  const lines = linesOf(program, ...rules);
  if (lines.length === 0) return;
  for (const call of callsOf(program, ...rules)) {
    if (isDecided(program, call, matter)) continue;
    const rewrite = withoutSwitch(program, call) ?? withDefaultContext(program, call);
    if (rewrite) yield rewrite;
  }
  for (const assign of program.facts.all("Assign"))
    if (isOnLine(program, assign, lines) && !isDecided(program, assign, matter))
      yield* withoutAssignment(program, assign);
  yield* looseContexts(program, lines);
}

const verbs = "get post put patch delete head options request";
const requesting =
  /^(?:requests|httpx)\.(?:get|post|put|patch|delete|head|options|request|stream|Client|AsyncClient)$/;
const connecting = /^aiohttp\.TCPConnector$/;
const sessions = /^(?:requests\.(?:Session|session|sessions\.Session)|httpx\.(?:Client|AsyncClient))$/;
const methods = new Set([...verbs.split(" "), "stream", "send"]);

/** The argument that turns the check off, where leaving it out turns it on. */
function switchOf(program: RepairableProgram, call: Call): Keyword | undefined {
  const path = pathOf(program, call.func) ?? "";
  const named = (...names: string[]): Keyword | undefined =>
    call.keywords.find(({ arg, value }) => names.includes(arg ?? "") && isTruthValue(value, false));
  if (requesting.test(path)) return named("verify");
  if (connecting.test(path)) return named("ssl", "verify_ssl");
  if (call.func.kind !== "Attribute" || !methods.has(call.func.attr)) return undefined;
  const maker = madeBy(program, call.func.value) ?? "";
  if (sessions.test(maker)) return named("verify");
  return maker === "aiohttp.ClientSession" ? named("ssl", "verify_ssl") : undefined;
}

function withoutSwitch(program: RepairableProgram, call: Call): Rewrite | undefined {
  const keyword = switchOf(program, call);
  const splice = keyword && keywordRemoval(program, call, keyword);
  return (
    splice && {
      splices: [splice],
      description: `removed \`${program.source(keyword)}\`, so certificates are checked`,
    }
  );
}

const authorities = new Set(["cafile", "capath", "cadata"]);

/** `ssl._create_unverified_context()`, told nothing that the other function does not take. */
function withDefaultContext(program: RepairableProgram, { func, args, keywords }: Call): Rewrite | undefined {
  if (func.kind !== "Attribute" || pathOf(program, func) !== "ssl._create_unverified_context")
    return undefined;
  if (args.length > 0 || !keywords.every(({ arg }) => authorities.has(arg ?? ""))) return undefined;
  return {
    splices: [{ start: func.end - func.attr.length, end: func.end, text: "create_default_context" }],
    description:
      "replaced `ssl._create_unverified_context` by `ssl.create_default_context`, so certificates are checked",
  };
}

/** `session.verify = False`, and the patch that turns the check off for all of `urllib`. */
function* withoutAssignment(program: RepairableProgram, assign: Assign): Generator<Rewrite> {
  const { targets, value } = assign;
  const [target] = targets;
  if (targets.length !== 1 || target?.kind !== "Attribute") return;
  const isSession =
    target.attr === "verify" &&
    isTruthValue(value, false) &&
    sessions.test(madeBy(program, target.value) ?? "");
  const isPatch =
    target.attr === "_create_default_https_context" &&
    pathOf(program, target.value) === "ssl" &&
    pathOf(program, value) === "ssl._create_unverified_context";
  const splice = isSession || isPatch ? removal(program.tree, assign) : undefined;
  if (!splice) return;
  const description = `removed \`${program.source(assign)}\`, so certificates are checked`;
  yield { splices: [splice], at: assign.start, description };
}

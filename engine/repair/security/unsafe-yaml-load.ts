import { type Splice, insertion, replacement } from "../../text/splices.ts";
import type { Alias, Call, Expression, Keyword, Name } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { keywordRemoval } from "./argument-removal.ts";
import { callsOf } from "./calls-on-lines.ts";
import { nameFor } from "./imported-name.ts";
import { importedBy } from "../../tree/imported-by.ts";
import { pathOf } from "./library-path.ts";
import { own } from "../../text/own.ts";
import { definitionOf } from "../../program/classes.ts";

export const unsafeYamlLoad: Repair = { id: "unsafe-yaml-load", kind: "changing", propose };

/** Each reader of YAML with the one that builds nothing but data. */
const safeTwins: Readonly<Record<string, string>> = {
  "yaml.load": "yaml.safe_load",
  "yaml.unsafe_load": "yaml.safe_load",
  "yaml.full_load": "yaml.safe_load",
  "yaml.load_all": "yaml.safe_load_all",
  "yaml.unsafe_load_all": "yaml.safe_load_all",
  "yaml.full_load_all": "yaml.safe_load_all",
};
const unsafeLoaders = new Set(["yaml.Loader", "yaml.UnsafeLoader", "yaml.FullLoader"]);
const fastLoaders = new Set(["yaml.CLoader", "yaml.CUnsafeLoader", "yaml.CFullLoader"]);

function* propose(program: RepairableProgram): Generator<Rewrite> {
  const calls = callsOf(program, "ruff:S506", "policy:unsafe-deserialisation");
  if (calls.length === 0 || needsItsOwnTags(program)) return;
  for (const call of calls) {
    const path = pathOf(program, call.func);
    const twin = path === undefined ? undefined : own(safeTwins, path);
    const rewrite = twin === undefined ? undefined : rewriteOf(program, call, path!, twin);
    if (rewrite) yield rewrite;
  }
}

/** A program that teaches the loader tags of its own, or writes objects as YAML, cannot do with plain data. */
function needsItsOwnTags(program: RepairableProgram): boolean {
  const { facts, text } = program;
  if (/!!python\b|tag:yaml\.org,2002:python/.test(text)) return true;
  const teaches = /^(?:add_(?:multi_)?constructor|add_implicit_resolver|add_path_resolver|YAMLObject)$/;
  const isTaught =
    facts.all("Attribute").some(({ attr }) => teaches.test(attr)) ||
    facts.all("Alias").some(({ name }) => teaches.test(name));
  if (isTaught) return true;
  const writes = facts
    .all("Call")
    .some(({ func }) => /^yaml\.dump(?:_all)?$/.test(pathOf(program, func) ?? ""));
  return writes && facts.classes.length > 0;
}

function rewriteOf(program: RepairableProgram, call: Call, path: string, twin: string): Rewrite | undefined {
  const { args, keywords } = call;
  const named = (name: string): Keyword | undefined => keywords.find(({ arg }) => arg === name);
  const data = args[0] ?? named("stream")?.value;
  const loader = args[1] ?? named("Loader")?.value;
  const given = (data ? 1 : 0) + (loader ? 1 : 0);
  if (!data || data.kind === "Starred" || args.length + keywords.length !== given) return undefined;
  const way = loader && pathOf(program, loader);
  if (loader && fastLoaders.has(way ?? "")) return withSafeLoader(program, call, loader);
  if (loader && !unsafeLoaders.has(way ?? "")) return undefined;
  const renamed = renaming(program, call.func, twin);
  const shorter = loader ? withoutLoader(program, call) : [];
  if (!renamed || !shorter) return undefined;
  return {
    splices: [...renamed, ...shorter],
    at: call.start,
    description: `replaced \`${path}\` by \`${twin}\`, which builds plain data only`,
    // PyYAML 6 refuses to load without a loader.
    kind: loader === undefined && /^yaml\.load(?:_all)?$/.test(path) ? "certain" : "changing",
  };
}

/** The fast parser written in C stays. */
function withSafeLoader(program: RepairableProgram, call: Call, loader: Expression): Rewrite | undefined {
  const splices = renaming(program, loader, "yaml.CSafeLoader");
  return (
    splices && {
      splices,
      at: call.start,
      description: `replaced the loader \`${program.source(loader)}\` by \`CSafeLoader\`, which builds plain data only`,
    }
  );
}

function withoutLoader(program: RepairableProgram, call: Call): Splice[] | undefined {
  const keyword = call.keywords.find(({ arg }) => arg === "Loader");
  if (keyword) {
    const removed = keywordRemoval(program, call, keyword);
    return removed && [removed];
  }
  const [data, loader] = call.args;
  const between = program.text.slice(data!.end, loader!.start);
  return /^\s*,\s*$/.test(between) ? [{ start: data!.end, end: loader!.end, text: "" }] : undefined;
}

function renaming(program: RepairableProgram, node: Expression, twin: string): Splice[] | undefined {
  const name = twin.slice("yaml.".length);
  const { start, end } = node;
  if (node.kind === "Attribute") return [{ start: end - node.attr.length, end, text: name }];
  const known = nameFor(program, twin, node);
  if (known?.splices.length === 0) return [{ start, end, text: known.text }];
  if (node.kind !== "Name" || program.facts.names.lookUp(node, name)) return undefined;
  const alias = aliasOf(program, node);
  return alias && [importing(program, alias, name), { start, end, text: name }];
}

function aliasOf({ facts }: RepairableProgram, node: Name): Alias | undefined {
  const alias = definitionOf(facts, node);
  return alias?.kind === "Alias" && importedBy(alias) ? alias : undefined;
}

/** In place of the name that is imported now, where nothing else uses it; else beside it. */
function importing({ facts }: RepairableProgram, alias: Alias, wanted: string): Splice {
  const isOnlyUse = facts.names.variableOf(alias)?.mentions.length === 1;
  return isOnlyUse ? replacement(alias, wanted) : insertion(alias.end, `, ${wanted}`);
}

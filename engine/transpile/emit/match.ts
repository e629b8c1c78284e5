import type { Expression, Pattern, Statement } from "../../tree/nodes.ts";
import { fieldsOf } from "../dataclasses.ts";
import { at, braces, invoke, level, quote, tight } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { typeTest } from "./special-builtins.ts";

/** The tests a value must pass, and what the pattern's names get when it has passed them all. */
type Found = { tests: string[]; captures: string[] };

export function writeMatch(node: Extract<Statement, { kind: "Match" }>, context: EmitContext): string[] {
  const subject = context.fresh("subject");
  const lines = [
    `const ${subject}${context.typed ? ": any" : ""} = ${at(context.expression(node.subject), level.loose)};`,
  ];
  let head = "if";
  for (const part of node.cases) {
    const { tests, captures } = writePattern(part.pattern, subject, context);
    const assigned = captures.map((one) => `(${one})`);
    if (part.guard)
      tests.push(
        captures.length > 0
          ? `(${[...assigned, at(context.test(part.guard), level.loose)].join(", ")})`
          : at(context.test(part.guard), level.and + 1),
      );
    const body = [...(part.guard ? [] : captures.map((one) => `${one};`)), ...context.statements(part.body)];
    const whole =
      tests.length > 0
        ? braces(`${head} (${tests.join(" && ")})`, body)
        : head === "if"
          ? braces("", body)
          : braces("else", body);
    if (head === "if") lines.push(...(tests.length > 0 ? whole : ["{", ...whole.slice(1)]));
    else {
      lines[lines.length - 1] += ` ${whole[0]}`;
      lines.push(...whole.slice(1));
    }
    if (tests.length === 0) break;
    head = "else if";
  }
  return lines;
}

function writePattern(pattern: Pattern, value: string, context: EmitContext): Found {
  switch (pattern.kind) {
    case "MatchValue":
      return {
        tests: [invoke(context.use("equals"), value, context.expression(pattern.value)).text],
        captures: [],
      };
    case "MatchSingleton":
      return { tests: [`${value} === ${singleton(pattern.value)}`], captures: [] };
    case "MatchAs": {
      const inner = pattern.pattern
        ? writePattern(pattern.pattern, value, context)
        : { tests: [], captures: [] };
      const variable = context.names.variableOf(pattern);
      return {
        tests: inner.tests,
        captures: variable ? [...inner.captures, `${context.nameOf(variable)} = ${value}`] : inner.captures,
      };
    }
    case "MatchOr":
      return writeAlternatives(pattern, value, context);
    case "MatchSequence":
      return writeSequence(pattern, value, context);
    case "MatchMapping":
      return writeMapping(pattern, value, context);
    case "MatchClass":
      return writeClassPattern(pattern, value, context);
    case "MatchStar":
      return { tests: [], captures: [] };
  }
}

function singleton(value: Extract<Pattern, { kind: "MatchSingleton" }>["value"]): string {
  return value.type === "bool" ? String(value.value) : "null";
}

function writeAlternatives(
  pattern: Extract<Pattern, { kind: "MatchOr" | "MatchSequence" }>,
  value: string,
  context: EmitContext,
): Found {
  const found = pattern.patterns.map((one) => writePattern(one, value, context));
  if (found.some(({ captures }) => captures.length > 0))
    context.refuse(pattern, "a name bound in alternatives of a pattern");
  const tests = found.map((one) =>
    one.tests.length === 0 ? "true" : one.tests.length === 1 ? one.tests[0]! : `(${one.tests.join(" && ")})`,
  );
  return { tests: [`(${tests.join(" || ")})`], captures: [] };
}

function writeSequence(
  pattern: Extract<Pattern, { kind: "MatchOr" | "MatchSequence" }>,
  value: string,
  context: EmitContext,
): Found {
  const items = context.temporary("items");
  const star = pattern.patterns.findIndex(({ kind }) => kind === "MatchStar");
  const fixed = pattern.patterns.length - (star >= 0 ? 1 : 0);
  const tests = [
    `(${items} = ${context.use("sequenceItems")}(${value})) !== null`,
    `${items}.length ${star >= 0 ? ">=" : "==="} ${fixed}`,
  ];
  const captures: string[] = [];
  for (const [index, part] of pattern.patterns.entries()) {
    const after = pattern.patterns.length - index - 1;
    if (index === star) {
      const variable = context.names.variableOf(part);
      if (variable)
        captures.push(`${context.nameOf(variable)} = ${items}.slice(${index}, ${items}.length - ${after})`);
      continue;
    }
    const place =
      star >= 0 && index > star ? `${items}[${items}.length - ${after + 1}]` : `${items}[${index}]`;
    const found = writePattern(part, place, context);
    tests.push(...found.tests);
    captures.push(...found.captures);
  }
  return { tests, captures };
}

function writeMapping(
  pattern: Extract<Pattern, { kind: "MatchMapping" }>,
  value: string,
  context: EmitContext,
): Found {
  const tests = [`${value} instanceof ${context.use("Dict")}`];
  const captures: string[] = [];
  const keys = pattern.keys.map((key) => at(context.expression(key), level.loose));
  for (const [index, key] of keys.entries()) {
    const item = context.temporary("found");
    tests.push(`(${item} = ${context.use("findKey")}(${value}, ${key})) !== undefined`);
    const found = writePattern(pattern.patterns[index]!, item, context);
    tests.push(...found.tests);
    captures.push(...found.captures);
  }
  const rest = context.names.variableOf(pattern);
  if (rest)
    captures.push(`${context.nameOf(rest)} = ${context.use("otherKeys")}(${value}, [${keys.join(", ")}])`);
  return { tests, captures };
}

function writeClassPattern(
  pattern: Extract<Pattern, { kind: "MatchClass" }>,
  value: string,
  context: EmitContext,
): Found {
  const test = typeTest(pattern.cls, context);
  if (!test) {
    context.refuse(pattern, "a pattern of this class");
    return { tests: [], captures: [] };
  }
  const tests = [at(tight(test(value)), level.and)];
  const captures: string[] = [];
  const add = (found: Found): void => {
    tests.push(...found.tests);
    captures.push(...found.captures);
  };
  const names = [...positionalNames(pattern, context), ...pattern.kwd_attrs];
  if (isBuiltin(pattern.cls, context)) {
    if (pattern.patterns.length > 1 || pattern.kwd_attrs.length > 0)
      context.refuse(pattern, "a pattern of this class");
    for (const part of pattern.patterns) add(writePattern(part, value, context));
    return { tests, captures };
  }
  for (const [index, part] of [...pattern.patterns, ...pattern.kwd_patterns].entries()) {
    const name = names[index];
    if (name === undefined) {
      context.refuse(pattern, "a pattern that gives a class its attributes by position");
      continue;
    }
    const item = context.temporary("part");
    tests.push(
      `(${item} = ${context.use("getAttr")}(${value}, ${quote(name)}, ${context.use("undefinedAttribute")})) !== undefinedAttribute`,
    );
    add(writePattern(part, item, context));
  }
  return { tests, captures };
}

function isBuiltin(node: Expression, context: EmitContext): boolean {
  return node.kind === "Name" && !context.names.variableOf(node);
}

/** The attributes that stand for positions: the fields of a dataclass. */
function positionalNames(pattern: Extract<Pattern, { kind: "MatchClass" }>, context: EmitContext): string[] {
  if (pattern.patterns.length === 0 || pattern.cls.kind !== "Name") return [];
  const facts = context.classes.named(pattern.cls.id);
  const names = facts ? fieldsOf(facts.node, context.names).map(({ name }) => name) : [];
  return names.slice(0, pattern.patterns.length);
}

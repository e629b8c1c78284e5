import type { ExceptHandler, Expression, Statement } from "../../tree/nodes.ts";
import { isExceptionName } from "../class-table.ts";
import { at, braces, invoke, level, type Code } from "./code.ts";
import { any, type Context } from "./context.ts";

type Try = Extract<Statement, { kind: "Try" | "TryStar" }>;
type Raise = Extract<Statement, { kind: "Raise" }>;

export function writeTry(node: Try, ctx: Context): string[] {
  if (node.kind === "TryStar") {
    ctx.refuse(node, "`except*`");
    return [];
  }
  const done = node.orelse.length > 0 ? ctx.fresh("done") : undefined;
  const body = ctx.statements(node.body);
  const lines =
    node.handlers.length === 0
      ? body
      : [...braces("try", done ? [...body, `${done} = true;`] : body), ...writeHandlers(node.handlers, ctx)];
  const first = done ? [`let ${done}${any(ctx)} = false;`] : [];
  const after = done ? braces(`if (${done})`, ctx.statements(node.orelse)) : [];
  const whole = [...joinBraces(lines), ...after];
  if (node.finalbody.length === 0) return [...first, ...whole];
  const last = braces("finally", ctx.statements(node.finalbody));
  const direct = node.handlers.length > 0 && !done;
  return [...first, ...joinBraces([...(direct ? whole : braces("try", whole)), ...last])];
}

/** `}` and the following `catch` or `finally` on one line. */
function joinBraces(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const isNext = /^(?:catch|finally|else)\b/.test(line);
    if (isNext && (joined.at(-1) === "}" || joined.at(-1) === "try {}"))
      joined[joined.length - 1] += ` ${line}`;
    else joined.push(line);
  }
  return joined;
}

function writeHandlers(handlers: readonly ExceptHandler[], ctx: Context): string[] {
  const thrown = ctx.fresh("thrown");
  const error = sharedName(handlers, ctx) ?? ctx.fresh("error");
  const lines = [`const ${error} = ${ctx.use("toPython")}(${thrown});`];
  const frame = ctx.frames.at(-1)!;
  const outer = frame.caught;
  let complete = false;
  const branches: string[] = [];
  for (const [index, handler] of handlers.entries()) {
    frame.caught = error;
    const body = handlerBody(handler, error, ctx);
    frame.caught = outer;
    if (!handler.type) {
      complete = true;
      branches.push(...(index === 0 ? body : braces("else", body)));
    } else
      branches.push(
        ...braces(`${index === 0 ? "if" : "else if"} (${matchTest(handler.type, error, ctx)})`, body),
      );
  }
  if (!complete) branches.push(`else throw ${error};`);
  return braces(`catch (${thrown})`, [...lines, ...joinBraces(branches)]);
}

/** The name that every handler gives the exception, if they agree. */
function sharedName(handlers: readonly ExceptHandler[], ctx: Context): string | undefined {
  const names = new Set(
    handlers.map((handler) => {
      const variable = ctx.names.variableOf(handler);
      return variable && ctx.declarations.at(variable, handler) === handler
        ? ctx.nameOf(variable)
        : undefined;
    }),
  );
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

function handlerBody(handler: ExceptHandler, error: string, ctx: Context): string[] {
  const variable = ctx.names.variableOf(handler);
  const body = ctx.statements(handler.body);
  if (!variable) return body;
  const name = ctx.nameOf(variable);
  if (ctx.declarations.at(variable, handler) === handler && name === error) return body;
  if (ctx.declarations.at(variable, handler) === handler)
    return variable.reads.length > 0 ? [`const ${name} = ${error};`, ...body] : body;
  // Python forgets the name when the handler is done.
  return [
    `${name} = ${error};`,
    ...joinBraces([...braces("try", body), ...braces("finally", [`${name} = undefined;`])]),
  ];
}

function matchTest(type: Expression, error: string, ctx: Context): string {
  const types = type.kind === "Tuple" ? type.elts : [type];
  const known = types.every(
    (one) =>
      one.kind === "Name" &&
      (isExceptionName(one.id) || one.id === "BaseException" || ctx.kinds.of(one).startsWith("class ")),
  );
  if (!known || types.length === 0) return invoke(ctx.use("matches"), error, ctx.expression(type)).text;
  return types.map((one) => `${error} instanceof ${at(ctx.expression(one), level.tight)}`).join(" || ");
}

export function writeRaise(node: Raise, ctx: Context): string[] {
  if (!node.exc) {
    const { caught } = ctx.frames.at(-1)!;
    if (caught === undefined) ctx.refuse(node, "`raise` outside of a handler");
    return [`throw ${caught};`];
  }
  const exception = raised(node.exc, ctx);
  if (!node.cause) return [`throw ${at(exception, level.loose)};`];
  return [`throw ${invoke(ctx.use("raisedFrom"), exception, ctx.expression(node.cause)).text};`];
}

/** What is thrown: an exception as it is, a class as a new object of it. */
function raised(node: Expression, ctx: Context): Code {
  const code = ctx.expression(node);
  if (node.kind === "Name" && isClassName(node, ctx))
    return { text: `new ${code.text}()`, level: level.tight };
  if (node.kind === "Call" && node.func.kind === "Name" && isClassName(node.func, ctx)) return code;
  return invoke(ctx.use("raised"), code);
}

function isClassName(node: Extract<Expression, { kind: "Name" }>, ctx: Context): boolean {
  if (!ctx.names.variableOf(node)) return isExceptionName(node.id) || node.id === "BaseException";
  const kind = ctx.kinds.of(node);
  return kind.startsWith("class ") && ctx.classes.named(kind.slice(6))?.isException === true;
}

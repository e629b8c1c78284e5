import type { ExceptHandler, Expression, Statement } from "../../tree/nodes.ts";
import { isExceptionName } from "../class-table.ts";
import { at, braces, invoke, level, type EmittedCode } from "./code.ts";
import { any, type EmitContext } from "./context.ts";

type Try = Extract<Statement, { kind: "Try" | "TryStar" }>;
type Raise = Extract<Statement, { kind: "Raise" }>;

export function writeTry(node: Try, context: EmitContext): string[] {
  if (node.kind === "TryStar") {
    context.refuse(node, "`except*`");
    return [];
  }
  const done = node.orelse.length > 0 ? context.fresh("done") : undefined;
  const body = context.statements(node.body);
  const lines =
    node.handlers.length === 0
      ? body
      : [
          ...braces("try", done ? [...body, `${done} = true;`] : body),
          ...writeHandlers(node.handlers, context),
        ];
  const first = done ? [`let ${done}${any(context)} = false;`] : [];
  const after = done ? braces(`if (${done})`, context.statements(node.orelse)) : [];
  const whole = [...joinBraces(lines), ...after];
  if (node.finalbody.length === 0) return [...first, ...whole];
  const last = braces("finally", context.statements(node.finalbody));
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

function writeHandlers(handlers: readonly ExceptHandler[], context: EmitContext): string[] {
  const thrown = context.fresh("thrown");
  const error = sharedName(handlers, context) ?? context.fresh("error");
  const lines = [`const ${error} = ${context.use("toPython")}(${thrown});`];
  const frame = context.frames.at(-1)!;
  const outer = frame.caught;
  let complete = false;
  const branches: string[] = [];
  for (const [index, handler] of handlers.entries()) {
    frame.caught = error;
    const body = handlerBody(handler, error, context);
    frame.caught = outer;
    if (!handler.type) {
      complete = true;
      branches.push(...(index === 0 ? body : braces("else", body)));
    } else
      branches.push(
        ...braces(`${index === 0 ? "if" : "else if"} (${matchTest(handler.type, error, context)})`, body),
      );
  }
  if (!complete) branches.push(`else throw ${error};`);
  return braces(`catch (${thrown})`, [...lines, ...joinBraces(branches)]);
}

/** The name that every handler gives the exception, if they agree. */
function sharedName(handlers: readonly ExceptHandler[], context: EmitContext): string | undefined {
  const names = new Set(
    handlers.map((handler) => {
      const variable = context.names.variableOf(handler);
      return variable && context.declarations.at(variable, handler) === handler
        ? context.nameOf(variable)
        : undefined;
    }),
  );
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

function handlerBody(handler: ExceptHandler, error: string, context: EmitContext): string[] {
  const variable = context.names.variableOf(handler);
  const body = context.statements(handler.body);
  if (!variable) return body;
  const name = context.nameOf(variable);
  if (context.declarations.at(variable, handler) === handler && name === error) return body;
  if (context.declarations.at(variable, handler) === handler)
    return variable.reads.length > 0 ? [`const ${name} = ${error};`, ...body] : body;
  // Python forgets the name when the handler is done.
  return [
    `${name} = ${error};`,
    ...joinBraces([...braces("try", body), ...braces("finally", [`${name} = undefined;`])]),
  ];
}

function matchTest(type: Expression, error: string, context: EmitContext): string {
  const types = type.kind === "Tuple" ? type.elts : [type];
  const known = types.every(
    (one) =>
      one.kind === "Name" &&
      (isExceptionName(one.id) || one.id === "BaseException" || context.kinds.of(one).startsWith("class ")),
  );
  if (!known || types.length === 0)
    return invoke(context.use("matches"), error, context.expression(type)).text;
  return types.map((one) => `${error} instanceof ${at(context.expression(one), level.tight)}`).join(" || ");
}

export function writeRaise(node: Raise, context: EmitContext): string[] {
  if (!node.exc) {
    const { caught } = context.frames.at(-1)!;
    if (caught === undefined) context.refuse(node, "`raise` outside of a handler");
    return [`throw ${caught};`];
  }
  const exception = raised(node.exc, context);
  if (!node.cause) return [`throw ${at(exception, level.loose)};`];
  return [`throw ${invoke(context.use("raisedFrom"), exception, context.expression(node.cause)).text};`];
}

/** What is thrown: an exception as it is, a class as a new object of it. */
function raised(node: Expression, context: EmitContext): EmittedCode {
  const code = context.expression(node);
  if (node.kind === "Name" && isClassName(node, context))
    return { text: `new ${code.text}()`, level: level.tight };
  if (node.kind === "Call" && node.func.kind === "Name" && isClassName(node.func, context)) return code;
  return invoke(context.use("raised"), code);
}

function isClassName(node: Extract<Expression, { kind: "Name" }>, context: EmitContext): boolean {
  if (!context.names.variableOf(node)) return isExceptionName(node.id) || node.id === "BaseException";
  const kind = context.kinds.of(node);
  return kind.startsWith("class ") && context.classes.named(kind.slice(6))?.isException === true;
}

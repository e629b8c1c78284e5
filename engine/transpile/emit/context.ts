import type { Tree } from "../../tree/tree.ts";
import type { Expression, Node, Statement } from "../../tree/nodes.ts";
import type { Declarations } from "../declarations.ts";
import type { Kinds } from "../kinds/infer.ts";
import type { Classes } from "../class-table.ts";
import type { Flow } from "../../program/flow.ts";
import type { Names } from "../../program/names.ts";
import type { Variable } from "../../program/scopes.ts";
import type { Shapes } from "../../program/shapes.ts";
import type { EmittedCode } from "./code.ts";

/** What the writing of one program needs everywhere. */
export type EmitContext = {
  readonly tree: Tree;
  readonly names: Names;
  readonly flow: Flow;
  readonly shapes: Shapes;
  readonly kinds: Kinds;
  readonly classes: Classes;
  readonly unsure: ReadonlySet<Node>;
  readonly declarations: Declarations;
  readonly typed: boolean;
  /** Names a declaration of the runtime library that the program uses. */
  readonly use: (name: string) => string;
  /** The name of a variable in JavaScript. */
  readonly nameOf: (variable: Variable) => string;
  /** A new name for a value that Python leaves unnamed. */
  readonly fresh: (wish: string) => string;
  /** A variable at the top of the function being written. */
  readonly temporary: (wish: string) => string;
  readonly refuse: (node: Node, construct: string) => EmittedCode;
  readonly expression: (node: Expression) => EmittedCode;
  /** The expression as a condition of JavaScript. */
  readonly test: (node: Expression) => EmittedCode;
  readonly statements: (block: readonly Statement[]) => string[];
  /** Functions and method names whose parameters must be known when the program runs. */
  readonly signed: Set<Node | string>;
  /** Methods called on values of unknown kind, by name: generated dispatchers. */
  readonly dispatched: Map<string, Set<string>>;
  frames: FunctionFrame[];
};

/** The function being written. */
export type FunctionFrame = {
  readonly owner: Node;
  readonly temporaries: string[];
  /** How the receiver of a method is written, and its variable. */
  receiver: { variable: Variable; text: string } | undefined;
  /** The name of the exception that a bare `raise` throws on. */
  caught: string | undefined;
  /** The loops being written; the flag tells that one was left by `break`. */
  readonly loops: { flag: string | undefined }[];
  /** Names made up for this function. */
  readonly given: Set<string>;
  /** How often each was wished for. */
  readonly counts: Map<string, number>;
};

export function any(context: EmitContext): string {
  return context.typed ? ": any" : "";
}

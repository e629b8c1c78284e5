import type { Tree } from "../tree/tree.ts";
import type { Expression, Node, Statement } from "../tree/nodes.ts";
import type { Branch } from "./frame.ts";
import type { ScopeFrame, OwnFunction, Reference, AbstractValue, PossibleValues } from "./value.ts";

/** What a call is given. `isOpen`: there may be more than is listed, from `*args` or `**options` of unknown content. */
export type Given = Readonly<{
  args: readonly PossibleValues[];
  keywords: ReadonlyMap<string, PossibleValues>;
  isOpen: boolean;
}>;

/** A call whose target is known by its path. */
export type CallSite = Given &
  Readonly<{
    path: string;
    node: Node;
    /** What was called, for its own origins. */
    callee: AbstractValue;
  }>;

/** Hears of everything worth judging while a program is followed. */
export type Listener = Readonly<{
  call(site: CallSite): void;
  /** A name that leads to something outside was looked up indirectly. */
  attribute(node: Node, of: AbstractValue, name: string): void;
  /** `of.name = value`, or a class attribute, or an entry of a dictionary under a constant key. */
  store(node: Node, of: AbstractValue | undefined, name: string, value: PossibleValues): void;
  /** `of[key] = value` on something that is not the program's own. */
  keyed(node: Node, of: Reference, key: PossibleValues, value: PossibleValues): void;
  /** Text was put together. */
  made(node: Node, value: PossibleValues): void;
  /** A function that answers requests returns this. */
  answered(node: Node, value: PossibleValues, isPage: boolean): void;
  /** A function that runs a program or code is given to something that is not followed. */
  escaped(node: Node, power: Reference, to: string): void;
  /** Such a function is named, but not called here. */
  mentioned(node: Node, power: Reference): void;
  /** Something is called of which nothing is known but where it may come from. */
  blind(node: Node, callee: AbstractValue): void;
}>;

/** Follows a program through its names; the parts that need each other meet here. */
export type Machine = {
  readonly tree: Tree;
  readonly listener: Listener;
  frame: ScopeFrame;
  /** Above 0 inside a branch or a loop of unknown length: what happens there may not happen exactly once. */
  uncertain: number;
  /** The branch that is followed, and the containers that were made in it. */
  branch: Readonly<{ made: Set<AbstractValue> }>;
  /** Functions whose bodies are being followed, innermost last. */
  readonly calling: OwnFunction["body"][];
  /** Functions to be followed later with nothing known of their arguments. */
  readonly waiting: OwnFunction[];
  /** False while a call is followed: functions met then are not put into `waiting` again. */
  isFirstLook: boolean;
  /** The node that stands for everything in a text of code that is itself a string in the program. */
  at: Node | undefined;
  codeDepth: number;
  /** The function being followed answers requests from outside. */
  isRoute: boolean;
  /** The program may draw random values, so that names are told of them. */
  readonly draws: boolean;
  /** The program may load files that it has written, so that they are part of it. */
  readonly loadsFiles: boolean;
  /** What it answers is sent to a browser as a page. */
  answersPages: boolean;
  /** Some field of a request was checked where it is read. */
  hasCheckedReadings: boolean;
  /** Some route of the program takes parts of the address. */
  hasOpenRoutes: boolean;
  /** Attributes the program has put onto things that are not its own. */
  readonly patched: Map<string, PossibleValues>;
  /** Objects of others that were given a module of functions that run programs or code, by their paths. */
  readonly holding: Set<string>;
  readonly sideAttributes: Map<AbstractValue, Map<string, PossibleValues>>;
  readonly answers: Map<OwnFunction["body"], Map<string, PossibleValues>>;
  /** Above 0 while a call is followed that carries nothing worth following for its own sake. */
  plainCalls: number;
  /** Steps left for such calls; without any, they answer anything of the same origins. */
  plainSteps: number;
  /** Above 0 inside a loop that is followed turn by turn. */
  turning: number;
  /** Steps left for such loops; without any, a loop is followed once for all its turns. */
  turnSteps: number;
  /** The loops around, innermost last: how deep its names lie, and what they were where a turn or the loop was left. */
  readonly loops: { depth: number; left: Branch["layer"][] }[];
  /** The names that each loop around that is followed once for all its turns may change. */
  readonly changing: ReadonlySet<string>[];
  spend(steps: number): void;
  evaluate(node: Expression): PossibleValues;
  call(callee: PossibleValues, given: Given, node: Node): PossibleValues;
  run(statements: readonly Statement[]): StatementEnd;
  /** Follows a text of code met as a string. Answers what an expression in it stands for. */
  runCode(source: string, node: Node): PossibleValues;
};

/** How a run of statements ends: it goes on, leaves the function, or leaves this turn of a loop. */
export type StatementEnd = "on" | "left" | "break" | "continue";

export const noArguments: Given = { args: [], keywords: new Map(), isOpen: false };

export function withArgs(...args: PossibleValues[]): Given {
  return { args, keywords: new Map(), isOpen: false };
}

/** The argument at a position or under a name. */
export function argumentOf(given: Given, position: number, name?: string): PossibleValues | undefined {
  return given.args[position] ?? (name === undefined ? undefined : given.keywords.get(name));
}

import type { Node } from "../../tree/nodes.ts";
import type { Given, Machine } from "../machine.ts";
import type { PossibleValues } from "../value.ts";

/** What a call of a library's function gives; undefined where nothing is known of it. */
export type CollectionFold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

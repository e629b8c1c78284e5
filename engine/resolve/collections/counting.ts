import { countOut } from "../../values/slices.ts";
import { foldOperator } from "../fold-operators.ts";
import { argumentOf } from "../machine.ts";
import { readItem } from "../reach.ts";
import { taints } from "../taint.ts";
import { anything, int, items, onlyInt, onlyItems, sizeOf, tainted } from "../value.ts";
import type { CollectionFold } from "./fold.ts";

const maxCounted = 1500;

const countUp: CollectionFold = ({ args, keywords, isOpen }) => {
  const ends = args.map((end) => onlyInt(end));
  if (ends.includes(undefined) || ends.length === 0 || ends.length > 3 || keywords.size > 0 || isOpen)
    return anything;
  const [start, stop, step] = (
    ends.length === 1 ? [0n, ends[0]!, 1n] : [ends[0]!, ends[1]!, ends[2] ?? 1n]
  ) as [bigint, bigint, bigint];
  if (step === 0n) return anything;
  const all = countOut(start, stop, step, maxCounted + 1);
  return all.length > maxCounted
    ? items("list", all.slice(0, 3).map(int), true)
    : items("list", all.map(int));
};

const operation =
  (op: Parameters<typeof foldOperator>[0]): CollectionFold =>
  ({ args }) =>
    args.length === 2 ? foldOperator(op, args[0]!, args[1]!) : undefined;

/** Numbers of elements, numbers in a row, and operators as functions. */
export const counting: Readonly<Record<string, CollectionFold>> = {
  "builtins.range": countUp,
  "builtins.sum": (given) => {
    const list = onlyItems(given.args[0]);
    const start = argumentOf(given, 1, "start") ?? int(0);
    // Text is not summed up.
    if (!list || list.length >= 1000 || ["str", "bytes"].includes(start[0]!.kind)) return undefined;
    return list.reduce((sum, one) => foldOperator("Add", sum, one), start);
  },
  "builtins.len": ({ args, isOpen }) => {
    const size = args.length === 1 && !isOpen ? sizeOf(args[0]) : undefined;
    return size === undefined ? tainted(taints.harmless) : int(size);
  },
  "operator.add": operation("Add"),
  "operator.concat": operation("Add"),
  "operator.iadd": operation("Add"),
  "operator.mod": operation("Mod"),
  "operator.mul": operation("Mult"),
  "operator.xor": operation("BitXor"),
  "operator.sub": operation("Sub"),
  "operator.getitem": ({ args }, machine, node) =>
    args[0] && args[1] && readItem(machine, args[0], args[1], node),
};

import type { DequeList } from "./deque.ts";
import { IndexError, ValueError } from "./errors.ts";
import { list_count, list_insert, indexIn } from "./list-methods.ts";
import { repr } from "./repr.ts";

export function deque_count(deque: DequeList, value: unknown): bigint {
  return list_count(deque.values(), value);
}

export function deque_index(deque: DequeList, value: unknown, start?: unknown, stop?: unknown): bigint {
  const at = indexIn(deque.values(), value, start, stop);
  if (at < 0) throw new ValueError(`${repr(value)} is not in deque`);
  return BigInt(at);
}

export function deque_insert(deque: DequeList, index: unknown, value: unknown): null {
  if (deque.maxlen !== null && deque.size >= Number(deque.maxlen))
    throw new IndexError("deque already at its maximum size");
  const values = deque.values();
  list_insert(values, index, value);
  deque.replace(values);
  return null;
}

export function deque_remove(deque: DequeList, value: unknown): null {
  const values = deque.values();
  const at = indexIn(values, value, undefined, undefined);
  if (at < 0) throw new ValueError(`${repr(value)} is not in deque`);
  values.splice(at, 1);
  deque.replace(values);
  return null;
}

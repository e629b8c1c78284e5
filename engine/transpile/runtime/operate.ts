import { inheritsFrom } from "./equality.ts";
import { TypeError } from "./errors.ts";
import { hasMethod, NotImplemented, typeName } from "./kinds.ts";
import type { Dynamic } from "./tuple.ts";

/** `a.__add__(b)`, then `b.__radd__(a)`; the class that inherits from the other goes first. */
export function operate(a: unknown, b: unknown, name: string, sign: string): Dynamic {
  const answer = tryOperate(a, b, name);
  if (answer === NotImplemented) throw unsupported(a, b, sign);
  return answer;
}

export function tryOperate(a: unknown, b: unknown, name: string): Dynamic {
  const forward = (): unknown => (hasMethod(a, `__${name}__`) ? a[`__${name}__`]!(b) : NotImplemented);
  const backward = (): unknown => (hasMethod(b, `__r${name}__`) ? b[`__r${name}__`]!(a) : NotImplemented);
  const [first, second] = inheritsFrom(b, a) ? [backward, forward] : [forward, backward];
  const answer = first();
  return answer === NotImplemented ? second() : answer;
}

/** `a.__iadd__(b)`, or nothing where the plain operator decides. */
export function operateInPlace(a: unknown, b: unknown, name: string): Dynamic {
  return hasMethod(a, `__i${name}__`) ? a[`__i${name}__`]!(b) : NotImplemented;
}

export function unsupported(a: unknown, b: unknown, sign: string): TypeError {
  return new TypeError(`unsupported operand type(s) for ${sign}: '${typeName(a)}' and '${typeName(b)}'`);
}

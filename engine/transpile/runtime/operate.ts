import { inheritsFrom } from "./equality.ts";
import { TypeError } from "./errors.ts";
import { hasMethod, NotImplemented, typeName } from "./kinds.ts";

/** `a.__add__(b)`, then `b.__radd__(a)`; the class that inherits from the other goes first. */
export function operate(a: unknown, b: unknown, name: string, sign: string): any {
  const answer = tryOperate(a, b, name);
  if (answer === NotImplemented) throw unsupported(a, b, sign);
  return answer;
}

export function tryOperate(a: any, b: any, name: string): any {
  const forward = (): any => (hasMethod(a, `__${name}__`) ? a[`__${name}__`]!(b) : NotImplemented);
  const backward = (): any => (hasMethod(b, `__r${name}__`) ? b[`__r${name}__`]!(a) : NotImplemented);
  const [first, second] = inheritsFrom(b, a) ? [backward, forward] : [forward, backward];
  const answer = first();
  return answer === NotImplemented ? second() : answer;
}

/** `a.__iadd__(b)`, or nothing where the plain operator decides. */
export function operateInPlace(a: any, b: any, name: string): any {
  return hasMethod(a, `__i${name}__`) ? a[`__i${name}__`]!(b) : NotImplemented;
}

export function unsupported(a: unknown, b: unknown, sign: string): TypeError {
  return new TypeError(`unsupported operand type(s) for ${sign}: '${typeName(a)}' and '${typeName(b)}'`);
}

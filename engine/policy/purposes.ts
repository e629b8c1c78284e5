import type { Expression, Node } from "../tree/nodes.ts";
import { isText } from "../tree/constants.ts";

const secretive =
  /(?:^|_)(?:token|secret|password|passwd|pwd|passphrase|otp|totp|nonce|salt|session(?:_?id|_?key)?|csrf|xsrf|api_?key|auth|verification_?code|verify_?code|reset_?code|pin|pin_?code|invite_?code|captcha|cookie|private_?key|secret_?key|signing_?key|encryption_?key|session_?key|access_?key|iv|activation_?code|confirm(?:ation)?_?code|access_?code|voucher|coupon|credential|2fa|mfa|sid|remember(?:_?me)?)(?:_?\d+|_value|_str|_hex|_bytes)?$|(?:^(?=one_?time)|(?<!\w)(?=\w*_one_?time))\w+$/i;
const making = /(?:generate|make|create|new|get|random)_(\w*)/gi;
const made =
  /(?:^|\w_)(?:token|password|secret|otp|salt|nonce|session|api_key|secret_key|pin|verification_code|reset_code|invite_code)/i;

function flat(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/** Whether a name promises a value that must not be guessed. */
export function isSecretive(name: string): boolean {
  const words = flat(name);
  return secretive.test(words) || Array.from(words.matchAll(making)).some(([, what]) => made.test(what!));
}

function nameOfTarget(node: Expression): string {
  if (node.kind === "Name") return node.id;
  if (node.kind === "Attribute") return node.attr;
  return node.kind === "Subscript" && isText(node.slice) ? node.slice.value.value : "";
}

/** The key whose value holds a node. */
function keyOver(dict: Extract<Node, { kind: "Dict" }>, node: Node): string {
  const at = dict.values.findIndex(({ start, end }) => start <= node.start && node.end <= end);
  const key = dict.keys[at];
  return isText(key) ? key.value.value : "";
}

/** The names that say what a value is for: what it is assigned to, passed as, or returned by. */
export function* purposes(node: Node): Generator<string> {
  for (let at: Node | undefined = node; at; at = at.parent) {
    if (at.kind === "Assign") for (const target of at.targets) yield nameOfTarget(target);
    else if (at.kind === "AnnAssign" || at.kind === "AugAssign" || at.kind === "NamedExpr")
      yield nameOfTarget(at.target);
    else if (at.kind === "Keyword" && at.arg) yield at.arg;
    else if (at.kind === "Dict") yield keyOver(at, node);
    else if (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef") {
      yield at.name;
      return;
    } else if (at.kind === "Lambda" || at.kind === "ClassDef") return;
  }
}

/** A guess at these opens an account; others only matter together with something else. */
const opening =
  /remember_?me|password|passwd|passphrase|secret|otp|csrf|xsrf|api_?key|private_?key|encryption_?key|signing_?key|credential|(?:session|auth|access|reset|refresh|login|bearer|activation)_?(?:token|id|key|code)|_token\b/;
const confirming = /(?:verif|confirm)(\w*)/g;

export function opensSomething(name: string): boolean {
  const words = flat(name);
  return (
    opening.test(words) ||
    Array.from(words.matchAll(confirming)).some(([, what]) => /token|id|key|code/.test(what!))
  );
}

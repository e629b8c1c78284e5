import type { Call, Expression, Node } from "../tree/nodes.ts";
import { textOf } from "./texts.ts";
import { own } from "../text/own.ts";

/** Calls that hand their first argument on as it is. */
const wrappers =
  /^(?:SecretStr|Secret|SecretBytes|str|bytes|bytearray|Field|field|quote|quote_plus|b64decode|b64encode|unhexlify|fromhex|a2b_hex|Param|Option|Argument|Header|Setting|Final|cast)$/;

/** Calls whose argument at this place is a secret whatever it is called. */
const secretArguments: Readonly<Record<string, number>> = {
  HTTPBasicAuth: 1,
  HTTPDigestAuth: 1,
  BasicAuth: 1,
  DigestAuth: 1,
  login: 1,
  simple_bind_s: 1,
  set_password: 0,
  PasswordCredential: 1,
  UsernamePasswordCredential: 1,
  Fernet: 0,
  username_pw_set: 1,
  "MySQLdb.connect": 2,
  "pymysql.connect": 2,
  "cx_Oracle.connect": 1,
};

/** Calls whose argument at this place is a key, whatever it is called; by their last two names where one says too little. */
const keyArguments: Readonly<Record<string, number>> = {
  from_key: 0,
  privateKeyToAccount: 0,
  private_key_to_account: 0,
  sign_transaction: 1,
  signTransaction: 1,
  construct_sign_and_send_raw_middleware: 0,
  from_wif: 0,
  from_base58_string: 0,
  from_secret_key: 0,
  from_private_key: 0,
  "SigningKey.from_string": 0,
  "jwt.encode": 1,
  "jwt.decode": 1,
};

/** Calls that read or write a setting by its name, and take its value, or what to use where it is not set. */
const settingReaders =
  /^(?:getenv|get|setdefault|config|env|environ|pop|get_env|getvar|fill|type|send_keys|put|set|putenv|setenv|add_header|set_header|set_secret|store|Header|append)$/;

/** Every name that a text is put under, the nearest first. */
export function namesOf(text: Expression): string[] {
  const names: string[] = [];
  let node: Node = text;
  for (
    let parent = node.parent, steps = 0;
    parent && steps < 12;
    node = parent, parent = node.parent, steps += 1
  ) {
    const found = nameFrom(parent, node);
    names.push(...found.names);
    if (found.isEnd) break;
  }
  return names;
}

type Found = Readonly<{ names: string[]; isEnd: boolean }>;
const through: Found = { names: [], isEnd: false };
const end: Found = { names: [], isEnd: true };
const called = (...names: (string | undefined)[]): Found => ({
  names: names.filter((name) => name !== undefined),
  isEnd: true,
});

function nameFrom(parent: Node, child: Node): Found {
  switch (parent.kind) {
    case "BoolOp":
    case "NamedExpr":
    case "Await":
    case "Starred":
      return parent.kind === "NamedExpr" ? called(parent.target.id) : through;
    case "IfExp":
      return child === parent.test ? end : through;
    case "Assign":
      return called(...parent.targets.map(nameOfTarget));
    case "AnnAssign":
      return child === parent.value ? called(nameOfTarget(parent.target)) : end;
    case "AugAssign":
      return called(nameOfTarget(parent.target));
    case "Keyword":
      return keywordName(parent);
    case "Dict":
      return called(nameOfKey(parent, child));
    case "Tuple":
    case "List":
      return pairedName(parent, child);
    case "Arguments":
      return called(nameOfDefault(parent, child));
    case "Compare":
      return called(comparedName(parent, child));
    case "Return":
      return called(nameOfFunction(parent));
    case "Call":
      return argumentName(parent, child);
    case "Attribute":
      return parent.parent?.kind === "Call" && textOf(parent.parent) !== undefined ? through : end;
    default:
      return end;
  }
}

function nameOfTarget(target: Expression): string | undefined {
  if (target.kind === "Name") return target.id;
  if (target.kind === "Attribute") return target.attr;
  if (target.kind === "Subscript") return textOf(target.slice);
  return undefined;
}

/** A default that is given by keyword belongs to what the call makes. */
function keywordName({ arg, parent }: Extract<Node, { kind: "Keyword" }>): Found {
  if (arg === "key" && parent?.kind === "Call" && isCipher(parent)) return called("cipher_key");
  return arg === "default" || arg === "value" ? through : called(arg);
}

/** `AES.new(key, …)`, `hmac.new(key, …)`. */
function isCipher({ func }: Call): boolean {
  return (
    func.kind === "Attribute" &&
    func.attr === "new" &&
    func.value.kind === "Name" &&
    /^(?:AES|DES3?|Blowfish|ARC[24]|CAST|ChaCha20(?:_Poly1305)?|Salsa20|hmac|HMAC)$/.test(func.value.id)
  );
}

function nameOfKey({ keys, values }: Extract<Node, { kind: "Dict" }>, child: Node): string | undefined {
  const key = keys[values.indexOf(child as Expression)];
  return key ? (textOf(key) ?? nameOfTarget(key)) : undefined;
}

/** `user, password = "root", "…"`, `auth=("root", "…")` and `("password", "…")`. */
function pairedName(tuple: Extract<Node, { kind: "Tuple" | "List" }>, child: Node): Found {
  const at = tuple.elts.indexOf(child as Expression);
  const { parent } = tuple;
  if (parent?.kind === "Assign") {
    const [target] = parent.targets;
    if (target?.kind !== "Tuple" && target?.kind !== "List")
      return tuple.elts.length > 1 ? authOf(parent.targets[0], at) : end;
    return called(target.elts[at] && nameOfTarget(target.elts[at]));
  }
  if (parent?.kind === "Keyword")
    return /^(?:\w+_)?auth$/.test(parent.arg ?? "") && at === 1 ? called("password") : end;
  const first = tuple.elts.length === 2 && at === 1 ? textOf(tuple.elts[0]!) : undefined;
  return called(first);
}

function authOf(target: Expression | undefined, at: number): Found {
  const name = target && nameOfTarget(target);
  return at === 1 && name !== undefined && /^(?:\w*_)?(?:auth|credentials?|creds|login)$/i.test(name)
    ? called("password")
    : end;
}

function nameOfDefault(args: Extract<Node, { kind: "Arguments" }>, child: Node): string | undefined {
  const positional = [...args.posonlyargs, ...args.args];
  const at = args.defaults.indexOf(child as Expression);
  if (at >= 0) return positional[positional.length - args.defaults.length + at]?.arg;
  return args.kwonlyargs[args.kw_defaults.indexOf(child as Expression)]?.arg;
}

function comparedName(compare: Extract<Node, { kind: "Compare" }>, child: Node): string | undefined {
  if (compare.ops.length !== 1 || !/^(?:Eq|NotEq)$/.test(compare.ops[0]!)) return undefined;
  const other = child === compare.left ? compare.comparators[0]! : compare.left;
  return nameOfTarget(other);
}

/** What a function called `get_password` answers is a password. */
function nameOfFunction(from: Node): string | undefined {
  for (let node = from.parent; node; node = node.parent)
    if (node.kind === "FunctionDef" || node.kind === "AsyncFunctionDef")
      return /^(?:_*get|load|fetch|read|make|default)?_?(.*)$/.exec(node.name)?.[1];
  return undefined;
}

function argumentName(call: Call, child: Node): Found {
  const callee = nameOfTarget(call.func) ?? "";
  const at = call.args.indexOf(child as Expression);
  if (at < 0) return through;
  if (settingReaders.test(callee) && at === 1) return called(textOf(call.args[0]!));
  if (at === 0 && isCipher(call)) return called("cipher_key");
  const last = twoNames(call.func, callee);
  if ((own(secretArguments, callee) === at && call.args.length <= 3) || own(secretArguments, last) === at)
    return called("password");
  if (callee === "from_mnemonic" && at === 0) return called("mnemonic");
  if (own(keyArguments, callee) === at || own(keyArguments, last) === at) return called("private_key");
  if (wrappers.test(callee)) return at === 0 ? through : end;
  return callee === "setattr" && at === 2 ? called(textOf(call.args[1]!)) : end;
}

/** `jwt.encode`, of whatever `jwt` is a part. */
function twoNames(func: Expression, callee: string): string {
  return func.kind === "Attribute" ? `${nameOfTarget(func.value) ?? ""}.${callee}` : callee;
}

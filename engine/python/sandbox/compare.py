"""Whether what came is what a doctest says must come: equal as text, or equal as values where spacing is free."""

import ast
import collections
import math
import re
import sys
from typing import Any

from encoding import Opaque

PLAIN_NUMBERS = (int, float, complex)
# What a written value may be made of besides literals.
CONSTRUCTORS: dict[str, Any] = {
    "set": set, "frozenset": frozenset, "dict": dict, "list": list, "tuple": tuple, "range": range, "complex": complex,
    "bytearray": bytearray, "deque": collections.deque, "Counter": collections.Counter,
    "OrderedDict": collections.OrderedDict,
    "dict_keys": lambda items: dict.fromkeys(items).keys(), "dict_items": lambda items: dict(items).items(),
}  # fmt: skip
# Of modules that take a while to load, and that few texts need.
LIBRARY_CONSTRUCTORS = {
    "Decimal": "decimal", "Fraction": "fractions",
    "date": "datetime", "time": "datetime", "datetime": "datetime", "timedelta": "datetime",
}  # fmt: skip
CONSTANTS = {"nan": math.nan, "inf": math.inf}
QUOTED = re.compile(r"""('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")""")


class Unwritten(Exception):
    """The text is not a written value."""


def matches(expected: str, printed: str, value: Any, ellipsis: bool) -> bool:
    """Compares what was printed, and the value unless it is None, with the text of an example."""
    got = printed + ("" if value is None else show(value))
    wanted, came = strip_lines(re.sub(r"(?m)^<BLANKLINE>$", "", expected)), strip_lines(got)
    if came == wanted:
        return True
    if ellipsis and "..." in wanted and matches_with_gaps(" ".join(wanted.split()), " ".join(came.split())):
        return True
    try:
        if printed.strip():
            return same(read_written(wanted), read_written(came)) or " ".join(came.split()) == " ".join(wanted.split())
        if not isinstance(value, Opaque):
            # Values decide where there are any: white space inside a text is part of it.
            return same(read_written(wanted), value)
    except (Unwritten, RecursionError):
        pass
    return " ".join(came.split()) == " ".join(wanted.split()) or squeeze(wanted) == squeeze(came)


def show(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:
        # Python refuses to write integers of more than 4,300 digits in decimal.
        return hex(value) if isinstance(value, int) else f"<{type(value).__name__} too large to show>"


def strip_lines(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip()


def matches_with_gaps(wanted: str, came: str) -> bool:
    """The gaps are tried from the left, so it takes one pass over the text."""
    pieces = [piece.strip() for piece in wanted.split("...")]
    if not came.startswith(pieces[0]) or not came.endswith(pieces[-1]):
        return False
    at, end = len(pieces[0]), len(came) - len(pieces[-1])
    for piece in pieces[1:-1]:
        at = came.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return at <= end


def squeeze(text: str) -> str:
    """The text without the spaces that mean nothing: those beside punctuation, outside quotes."""
    parts = QUOTED.split(text)
    parts[::2] = [re.sub(r"\s*([^\w\s])\s*", r"\1", " ".join(part.split())) for part in parts[::2]]
    return "".join(parts)


def read_written(text: str) -> Any:
    """The value of a text that consists of literals and constructors of plain data."""
    try:
        return evaluate(ast.parse(text.strip(), mode="eval").body)
    except Unwritten:
        raise
    except (SyntaxError, ValueError, TypeError, ArithmeticError, MemoryError, AttributeError) as error:
        raise Unwritten from error


def evaluate(node: Any) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.List):
        return [evaluate(each) for each in node.elts]
    if isinstance(node, ast.Tuple):
        return tuple(evaluate(each) for each in node.elts)
    if isinstance(node, ast.Set):
        return {evaluate(each) for each in node.elts}
    if isinstance(node, ast.Dict):
        return {evaluate(key): evaluate(value) for key, value in zip(node.keys, node.values)}
    if isinstance(node, ast.Name) and node.id in CONSTANTS:
        return CONSTANTS[node.id]
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
        make = constructor(name)
        if make is not None:
            arguments = [evaluate(each) for each in node.args]
            return make(*arguments, **{str(each.arg): evaluate(each.value) for each in node.keywords})
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        operand = evaluate(node.operand)
        if is_number(operand):
            return -operand if isinstance(node.op, ast.USub) else operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        left, right = evaluate(node.left), evaluate(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, ast.Add) else left - right
    raise Unwritten


def constructor(name: str | None) -> Any:
    if name in LIBRARY_CONSTRUCTORS:
        return getattr(__import__(LIBRARY_CONSTRUCTORS[name]), name)
    return CONSTRUCTORS.get(name or "")


def is_number(value: Any) -> bool:
    return isinstance(value, PLAIN_NUMBERS) or is_of(value, "decimal", "Decimal") or is_of(value, "fractions", "Fraction")


def is_of(value: Any, module: str, name: str) -> bool:
    """Without the module there is none."""
    return module in sys.modules and isinstance(value, getattr(sys.modules[module], name))


def same(written: Any, value: Any) -> bool:
    """Equal as values; truths and numbers, lists and tuples, sets and frozen sets stay apart, at any depth."""
    if isinstance(written, bool) or isinstance(value, bool):
        return written is value
    if is_number(written) and is_number(value):
        return written == value or is_close(written, value)
    if isinstance(written, dict) and isinstance(value, dict):
        return same_dicts(written, value)
    if type(written) is not type(value):
        return False
    if isinstance(written, (list, tuple, collections.deque)):
        return len(written) == len(value) and all(map(same, written, value))
    if isinstance(written, (set, frozenset)):
        return {typed(each) for each in written} == {typed(each) for each in value}
    return bool(written == value)


def is_close(written: Any, value: Any) -> bool:
    # A Decimal is compared with no complex number.
    if isinstance(written, complex) or isinstance(value, complex):
        if not is_of(written, "decimal", "Decimal") and not is_of(value, "decimal", "Decimal"):
            return is_close(written.real, value.real) and is_close(written.imag, value.imag)
    if not isinstance(written, float) and not isinstance(value, float):
        return False
    try:
        both_nan = written != written and value != value
        return both_nan or math.isclose(written, value, rel_tol=1e-9, abs_tol=1e-12)
    except (OverflowError, TypeError, ValueError):
        return False


def same_dicts(written: dict[Any, Any], value: dict[Any, Any]) -> bool:
    if len(written) != len(value):
        return False
    by_key = {typed(key): each for key, each in value.items()}
    return all(typed(key) in by_key and same(each, by_key[typed(key)]) for key, each in written.items())


def typed(key: Any) -> Any:
    """The key with its truths told from numbers, so that True and 1 are not the same one."""
    if isinstance(key, bool):
        return (bool, key)
    if isinstance(key, (tuple, frozenset)):
        return (type(key), type(key)(map(typed, key)))
    return key

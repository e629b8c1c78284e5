"""Rewrites a program so that it does the same, and runs both: what still differs was no such rewrite."""

import ast
import random
import re
import sys

known = {}
max_known = 64


def rewrite(question):
    text, way = question["text"], question["way"]
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {"text": None}
    plain = ast.unparse(tree)
    rewrites[way](tree, random.Random(question["seed"]))
    try:
        changed = ast.unparse(ast.fix_missing_locations(tree))
        compile(changed, "<program>", "exec")
    except (SyntaxError, ValueError):
        return {"text": None}
    if changed == (text.rstrip("\n") if way == "format" else plain):
        return {"text": None}
    changed += "\n"
    before = outcome_of(text)
    if before["raised"] == "OutOfTime":
        return {"text": None}
    return {"text": changed, "is_same": before == outcome_of(changed), "ended": before["ended"]}


def outcome_of(text):
    """How a run ends and what it prints, without the addresses of objects."""
    if text in known:
        return known[text]
    try:
        outcome = run_with(None, compile(text, "<program>", "exec"))
        printed = getattr(sys.stdout, "getvalue", str)()
    except (SyntaxError, ValueError) as error:
        outcome, printed = {"ended": False, "raised": type(error).__name__}, ""
    told = {
        "ended": outcome["ended"],
        "raised": outcome["raised"],
        "printed": re.sub(r"0x[0-9a-f]+", "0x", printed),
    }
    if len(known) >= max_known:
        del known[next(iter(known))]
    known[text] = told
    return told


def leave(tree, dice):
    """As CPython prints it, without comments."""


rewrites = {
    "format": leave,
    "rename": rename,
    "shadow builtins": shadow,
    "wrap in a function": wrap_in_a_function,
    "wrap in a block": wrap_in_a_block,
    "split": split,
    "dead code": add_dead_code,
    "reorder": reorder,
}

"""Holds what candidates claim against what the text says, for a screen: nothing but plain tests of it is run."""

import ast
from typing import Any

from claims import ANSWER
from compare import matches, same
from encoding import decode
from examination import last_part, wanted_exception


def judge_program(judgement: dict[str, Any], claims: Any) -> list[bool]:
    """Whether each claim holds, in their order; what was not answered does not."""
    items = judgement["items"]
    answers = read_answers(claims, len(items))
    return [at < len(answers) and holds(kind, wanted, answers[at]) for at, (kind, wanted) in enumerate(items)]


def read_answers(claims: Any, planned: int) -> list[Any]:
    """The answers in their planned order, as far as they go; none when the program wrote any of them itself."""
    if type(claims) is not list or len(claims) > planned:
        return []
    return claims if all(is_claim(claim, number) for number, claim in enumerate(claims)) else []


def is_claim(claim: Any, number: int) -> bool:
    if type(claim) is not list or len(claim) < 4 or type(claim[0]) is not int or claim[0] != number:
        return False
    if claim[1] == "value":
        return len(claim) == 4 and type(claim[3]) is str
    return claim[1] == "raised" and len(claim) == 5 and all(type(part) is str for part in claim[2:])


def holds(kind: str, wanted: Any, claim: list[Any]) -> bool:
    if claim[1] == "raised":
        return kind == "raises" and last_part(claim[2]) == wanted_exception(wanted)
    try:
        value = decode(claim[2], allow_base=kind == "equal")
        return kind != "raises" and is_wanted(kind, wanted, value, claim[-1])
    # Whatever a test raises, it does not hold.
    except Exception:
        return False


def is_wanted(kind: str, wanted: Any, value: Any, printed: str) -> bool:
    if kind == "equal":
        return bool(ast.literal_eval(wanted) == value) or same(ast.literal_eval(wanted), value)
    if kind in ("true", "false"):
        return bool(value) is (kind == "true")
    if kind == "test":
        return bool(eval(wanted, {ANSWER: value}))
    return matches(wanted, printed, value, kind == "gaps")

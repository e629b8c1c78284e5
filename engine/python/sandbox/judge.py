"""Holds what programs claim against what the examples say, in a process that never loaded a program."""

import builtins
import warnings
from typing import Any

from compare import matches, same, show
from encoding import Malformed, NotPlain, Opaque, decode, encode
from library import Value

MAX_GOT = 500
NO_ANSWER = "no answer: the program ended before this example"
BROKEN = "no answer: the program tampered with its results"


class Raised(BaseException):
    """A claim is an exception, and the residual reached it. No residual can catch it by accident."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(name)
        self.name = name
        self.message = message

    def __str__(self) -> str:
        return f"{self.name}: {self.message}" if self.message else self.name


class Disagreed(Exception):
    """The program comes to something else than Python itself."""


class Answer:
    """What one program claims for one claim."""

    def __init__(self, claim: Any) -> None:
        self.printed: str = claim[-1]
        self.raised = Raised(claim[2], claim[3]) if claim[1] == "raised" else None
        self.encoded: Any = None if self.raised else claim[2]

    def value(self, allow_base: bool = False) -> Any:
        if self.raised is not None:
            raise self.raised
        return decode(self.encoded, allow_base)


def judge_program(judgement: dict[str, Any], claims: Any) -> list[dict[str, Any]]:
    """One verdict for every example, in order; nothing of it is left for the next program."""
    warnings.simplefilter("ignore")
    answers = read_answers(claims, judgement["claims"])
    namespace: dict[str, Any] = {"__name__": "examples", "__builtins__": builtins}
    verdicts: list[dict[str, Any]] = []
    for item in judgement["items"]:
        if "exec" in item:
            set_up(item["exec"], namespace)
            continue
        if "import" in item:
            namespace[item["name"]] = Value(*item["import"]).find()
            continue
        held, got = judge_item(item, answers, namespace)
        verdicts.append({"index": item["example"], "held": held, "got": None if held else shorten(got)})
    return verdicts


def read_answers(claims: Any, planned: int) -> list[Answer] | None:
    """The answers in their planned order, as far as they go; none when the program wrote any of them itself."""
    if claims is None:
        return []
    if type(claims) is not list or len(claims) > planned:
        return None
    if not all(is_claim(claim, number) for number, claim in enumerate(claims)):
        return None
    return [Answer(claim) for claim in claims]


def is_claim(claim: Any, number: int) -> bool:
    if type(claim) is not list or len(claim) < 4 or type(claim[0]) is not int or claim[0] != number:
        return False
    if claim[1] == "value":
        return len(claim) == 4 and type(claim[3]) is str
    return claim[1] == "raised" and len(claim) == 5 and all(type(part) is str for part in claim[2:])


def set_up(source: str, namespace: dict[str, Any]) -> None:
    try:
        exec(compile(source, "<examples>", "exec"), namespace)
    except Exception:
        # The examples that need it fail and say why.
        pass


def judge_item(
    item: dict[str, Any], answers: list[Answer] | None, namespace: dict[str, Any]
) -> tuple[bool, str | None]:
    if item["kind"] == "unreadable":
        return False, None
    if answers is None:
        return False, BROKEN
    asked = answers[item["first"] : item["first"] + len(item["asked"])]
    if len(asked) < len(item["asked"]):
        return False, NO_ANSWER
    try:
        return JUDGES[item["kind"]](item, asked, namespace)
    except Raised as raised:
        return False, str(raised)
    except (Malformed, NotPlain, Disagreed):
        return False, describe(item, asked)
    except Exception as error:
        if any(answer.raised is None and isinstance(answer.value(), Opaque) for answer in asked):
            return False, describe(item, asked)
        return False, f"{type(error).__name__}: {error}"


def judge_value(item: dict[str, Any], asked: list[Answer], namespace: dict[str, Any]) -> tuple[bool, str | None]:
    printed = "".join(answer.printed for answer in asked)
    value = evaluate(item, asked, namespace) if "residual" in item else asked[0].value()
    held = matches(item["expected"], printed, value, item.get("ellipsis", False))
    return held, printed + ("" if value is None and printed else show(value))


def judge_assertion(item: dict[str, Any], asked: list[Answer], namespace: dict[str, Any]) -> tuple[bool, str | None]:
    if "residual" not in item:
        asked[0].value()
        return True, None
    if evaluate(item, asked, namespace):
        return True, None
    return False, describe(item, asked)


def judge_raises(item: dict[str, Any], asked: list[Answer], namespace: dict[str, Any]) -> tuple[bool, str | None]:
    raised = asked[0].raised
    if raised is None:
        value = asked[0].value()
        return False, asked[0].printed + show(value)
    return last_part(raised.name) == wanted_exception(item["expected"]), str(raised)


def judge_runs(item: dict[str, Any], asked: list[Answer], namespace: dict[str, Any]) -> tuple[bool, str | None]:
    if asked[0].raised is not None:
        raise asked[0].raised
    return True, None


JUDGES = {
    "value": judge_value,
    "output": judge_value,
    "assertion": judge_assertion,
    "raises": judge_raises,
    "runs": judge_runs,
}


def evaluate(item: dict[str, Any], asked: list[Answer], namespace: dict[str, Any]) -> Any:
    """The residual in real Python, where asking for a claim that raised raises."""
    namespace["__claim__"] = lambda number: asked[number - item["first"]].value(allow_base=True)
    namespace["__agreed__"] = lambda value, number: agree(value, asked[number - item["first"]])
    return eval(compile(item["residual"], "<examples>", "eval"), namespace)


def agree(value: Any, answer: Answer) -> Any:
    """What the judge came to by itself, if the program came to the same."""
    if type(encode(value)) is not dict and not same(value, answer.value()):
        raise Disagreed
    return value


def wanted_exception(expected: str) -> str:
    """The type a written traceback ends with: the first word of the first line behind it that is not indented."""
    lines = [line for line in expected.strip().splitlines()[1:] if line and not line[0].isspace()]
    ending = next((line for line in lines if line.strip() != "..."), "")
    return last_part(ending.split(":")[0].strip())


def last_part(name: str) -> str:
    return name.rpartition(".")[2]


def describe(item: dict[str, Any], asked: list[Answer]) -> str:
    """What the program gave, for people: the value alone, or each part with the expression that gave it."""
    shown = [show_answer(answer) for answer in asked]
    if not shown:
        return "False"
    if len(shown) == 1:
        return shown[0]
    return ", ".join(f"{source} is {text}" for source, text in zip(item["asked"], shown))


def show_answer(answer: Answer) -> str:
    try:
        return str(answer.raised) if answer.raised else show(answer.value())
    except Malformed:
        return BROKEN


def shorten(text: str | None) -> str | None:
    return text if text is None or len(text) <= MAX_GOT else text[: MAX_GOT - 1] + "…"

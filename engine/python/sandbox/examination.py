"""Runs a text of examples whole, and says of each what came: in a process that never loads the submitted code."""

import ast
import io
import re
from typing import Any, Callable, Iterable

from collecting import run_collected
from compare import matches, show
from examples import Found, Written
from marking import Site, mark
from names import Names, mentioned_in
from outcome import Outcome
from peer import Ended
from questions import Judge, Questions
from standins import Remote, RemoteObject

MAX_EXAMPLES = 1000
MAX_GOT = 500
MAX_TEXT = 2000
TRACEBACK = re.compile(r"^Traceback \((most recent call last|innermost last)\):", re.MULTILINE)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPOUND = (ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.If, ast.Match)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
RUNNERS = {("unittest", "main"), ("pytest", "main"), ("doctest", "testmod"), ("sys", "exit")}


class Printed(io.StringIO):
    """What the examples and the program print, in the order it comes."""

    def take(self) -> str:
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


class Examination:
    def __init__(self, questions: Questions, printed: Printed, report: Callable[[dict[str, Any]], Any]) -> None:
        self.questions = questions
        self.weighing = questions.weighing
        self.printed = printed
        self.report = report
        self.sites: list[Site] = []
        self.judge = Judge(questions, self.sites)
        self.names = Names(questions, ())
        self.names["__judge__"] = self.judge
        self.judge.names = self.names
        self.count = 0
        self.left_out = 0
        self.flags = 0
        self.setup_failure: tuple[str, str] | None = None
        self.trailing: tuple[Found, str, Outcome] | None = None
        self.units: dict[Any, int] = {}
        """What is going to be told of, by statement or by the name of a test."""
        self.unit: int | None = None
        self.is_traced = False
        self.checkers: set[str] = set()
        """Functions of the text that assert something."""
        self.is_alone = False
        """Whether the example at hand is one assertion."""
        self.is_about_python = False
        """Whether the example at hand names nothing but what Python has."""

    def run(self, found: Iterable[Found]) -> None:
        """Every statement in its order, then the tests that the text defines and has not called."""
        found = list(found)
        trees = {id(each): parse(each.written) for each in found}
        self.names.mentioned = frozenset(name for tree in trees.values() if tree for name in mentioned_in(tree))
        self.plan(found, trees)
        self.load()
        for each in found:
            tree = trees[id(each)]
            self.unit = self.units.get(id(each))
            if tree is None:
                self.tell(each, each.written.source, "unreadable", held=False, problem=each.written.problem)
                continue
            for statement in unguarded(tree.body):
                self.take(each, statement, each.written if statement is tree.body[-1] else None, len(tree.body) > 1)
        run_collected(self, found)
        self.close()

    def plan(self, found: list[Found], trees: dict[int, ast.Module | None]) -> None:
        """Says what there is to judge before anything is run: what is not told of later has failed."""
        planned: list[dict[str, Any]] = []
        statements = [each for tree in trees.values() if tree is not None for each in unguarded(tree.body)]
        self.checkers = {each.name for each in statements if isinstance(each, FUNCTIONS) and has_assertion(each)}
        for each in found:
            tree = trees[id(each)]
            for statement in [] if tree is None else unguarded(tree.body):
                expected = each.written.expected if tree is not None and statement is tree.body[-1] else None
                kind, wanted = self.kind_of(statement, expected)
                key: Any = id(statement)
                text = each.written.source
                if is_test(statement):
                    kind, key, text = "test", statement.name, statement.name  # type: ignore[attr-defined]
                if kind != "setup":
                    self.units[key] = len(self.units)
                    head = {"unit": self.units[key], "line": each.line, "kind": kind, "text": shorten(text, MAX_TEXT)}
                    planned.append({**head, "expected": shorten(expected or wanted or "", MAX_TEXT) or None})
        self.write({"planned": planned})

    def load(self) -> None:
        try:
            self.names.load()
        except Ended:
            pass
        except BaseException as error:
            self.questions.ending = "the program ended"
            self.load_error = error

    def close(self) -> None:
        """A statement at the end that nothing follows counts if it failed, or if there is no other."""
        if self.trailing is not None:
            found, text, outcome = self.trailing
            is_failed = outcome.error is not None
            if is_failed or (self.count == 0 and self.questions.asked > 1):
                self.weighing.start()
                self.conclude(found, text, "runs", outcome)
        if self.left_out:
            problem = f"only the first {MAX_EXAMPLES} examples are run, and {self.left_out} more come after them"
            head = {"unit": None, "line": None, "text": "…", "expected": None, "kind": "unreadable"}
            self.write({**head, "problem": problem, "held": False, "got": None, "weak": None})

    # One statement.

    def take(self, found: Found, statement: ast.stmt, expecting: Written | None, is_part: bool) -> None:
        expected = expecting.expected if expecting is not None else None
        source = ast.unparse(statement) if is_part else found.written.source
        if is_runner(statement):
            return
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and expected is None:
            return
        kind, wanted = self.kind_of(statement, expected)
        self.unit = self.units.get(id(statement))
        before = self.questions.asked
        self.start()
        if kind == "setup" and not isinstance(statement, DEFINITIONS):
            self.write(
                {"running": {"line": found.line, "kind": "runs", "text": shorten(source, MAX_TEXT), "expected": None}}
            )
        self.is_alone = isinstance(statement, (ast.Assert, ast.Expr)) and kind == "assertion"
        self.is_about_python = all(map(self.names.is_only_pythons, mentioned_in(statement)))
        outcome = self.execute(statement, kind)
        self.is_about_python &= self.questions.asked == before
        printed = self.printed.take()
        if kind in ("value", "output", "raises"):
            assert expected is not None and expecting is not None
            return self.conclude_expected(found, source, kind, outcome, printed, expecting)
        if kind in ("assertion", "runs"):
            return self.conclude(found, source, kind, outcome, wanted)
        is_decided = (
            self.weighing.decided > 0 or isinstance(outcome.error, AssertionError) or self.weighing.failed_inside
        )
        if is_decided:
            return self.conclude(found, source, "runs", outcome)
        if outcome.error is not None:
            self.setup_failure = self.setup_failure or (describe(outcome.error), source)
        if not isinstance(statement, DEFINITIONS) and (self.questions.asked > before or outcome.error is not None):
            self.trailing = (found, source, outcome)

    def start(self) -> None:
        """What is decided from now on is about another example."""
        self.weighing.start()
        self.questions.shared.has_changed = False
        self.printed.take()
        if self.is_traced and self.questions.ending is None:
            self.questions.ask("enter", self.count)

    def kind_of(self, statement: ast.stmt, expected: str | None) -> tuple[str, str | None]:
        """A call of a function that asserts is an example as an assertion is."""
        kind, wanted = kind_of(statement, expected)
        call = statement.value if kind == "setup" and isinstance(statement, ast.Expr) else None
        is_check = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.checkers
        return ("runs" if is_check else kind), wanted

    def execute(self, statement: ast.stmt, kind: str) -> Outcome:
        """Runs one statement; an expression gives its value."""
        is_value = isinstance(statement, ast.Expr)
        try:
            if isinstance(statement, ast.Expr) and kind == "assertion":
                statement = ast.copy_location(ast.Assert(statement.value, None), statement)
                is_value = False
            tree = mark(ast.Module([statement], []), self.sites)
            if is_value:
                code = compile(ast.Expression(tree.body[0].value), "<examples>", "eval", self.flags, True)
                return Outcome(None, eval(code, self.names))
            code = compile(tree, "<examples>", "exec", self.flags, True)
            self.flags |= code.co_flags & FUTURES
            exec(code, self.names)
            return Outcome(None)
        except BaseException as error:
            return Outcome(error)

    def conclude_expected(
        self, found: Found, text: str, kind: str, outcome: Outcome, printed: str, written: Written
    ) -> None:
        """A doctest: what was printed and what it gave, against what is written below it."""
        expected = written.expected or ""
        error = outcome.error
        if kind == "raises":
            held = (
                error is not None
                and not isinstance(error, Ended)
                and last_part(name_of(error)) == wanted_exception(expected)
            )
            got = describe(error) if error is not None else printed + self.shown(outcome.value)
            self.weighing.decided += 1
            return self.tell_outcome(found, text, kind, held, got, error, expected)
        if error is not None:
            return self.tell_outcome(found, text, kind, False, describe(error), error, expected)
        try:
            held, got = self.match(outcome.value, printed, written)
        except BaseException as failure:
            held, got = False, describe(failure)
        self.weighing.decided += 1
        self.tell_outcome(found, text, kind, held, got, None, expected)

    def match(self, value: Any, printed: str, written: Written) -> tuple[bool, str]:
        shown = "" if value is None and printed else self.shown(value)
        is_object = isinstance(value, RemoteObject) or isinstance(value, Remote)
        compared = Shown(shown) if is_object else value
        doubts = self.weighing.doubts()
        held = matches(written.expected or "", printed, compared, "+ELLIPSIS" in written.options)
        if self.weighing.doubts() == doubts:
            self.weighing.trust()
        return held, printed + shown

    def conclude(self, found: Found, text: str, kind: str, outcome: Outcome, expected: str | None = None) -> None:
        error = outcome.error
        got = None if error is None else self.explain(error, kind)
        self.tell_outcome(found, text, kind, error is None, got, error, expected)

    def tell_outcome(
        self, found: Found, text: str, kind: str, held: bool, got: str | None, error: Any, expected: str | None
    ) -> None:
        """An example holds only if all that it needed came, and nothing failed where the program could hide it."""
        weighing = self.weighing
        if weighing.failed_inside is not None:
            held, got = False, got or f"{weighing.failed_inside} failed in a call of the program"
        if weighing.is_lost or (self.questions.ending is not None and not held):
            held, got = False, f"no answer: {self.questions.ending} before this example"
        if self.setup_failure is not None:
            held, got = False, f"{self.setup_failure[0]} (in the set-up before it: {self.setup_failure[1][:80]})"
            self.setup_failure = None
        weak = weighing.weak
        if held and weak is None and weighing.decided + weighing.raised == 0:
            weak = "it ran, and nothing was compared"
        if held and weak is None and self.is_about_python:
            weak = "nothing of the program was asked"
        problem = None if held else self.find_problem(error)
        self.tell(
            found,
            text,
            kind,
            held=held,
            got=got,
            expected=expected,
            problem=problem,
            weak=weak if held else weighing.weak,
        )

    def find_problem(self, error: Any) -> str | None:
        """Says so when the example names what nobody defines: then it cannot run, whatever the program does."""
        name = getattr(error, "name", None) if type(error) is NameError else None
        if name is None or self.questions.ending is not None:
            return None
        return f"it cannot run: {name} is defined neither in the program nor in the examples"

    def tell(
        self,
        found: Found,
        text: str,
        kind: str,
        *,
        held: bool,
        got: str | None = None,
        expected: str | None = None,
        problem: str | None = None,
        weak: str | None = None,
    ) -> None:
        self.trailing = None
        self.count += 1
        if self.count > MAX_EXAMPLES:
            self.left_out += 1
            return
        self.write(
            {
                "unit": self.unit,
                "line": found.line,
                "text": shorten(text, MAX_TEXT),
                "expected": None if expected is None else shorten(expected, MAX_TEXT),
                "kind": kind,
                "problem": problem,
                "held": held,
                "got": None if held or got is None else shorten(got, MAX_GOT),
                "weak": weak,
            }
        )

    def write(self, line: dict[str, Any]) -> None:
        self.report(line)

    # What came, for people.

    def explain(self, error: BaseException, kind: str) -> str:
        """What an assertion compared, or what the example ended with."""
        decision = self.weighing.open[-1] if self.weighing.open else self.weighing.last
        if type(error) is AssertionError and decision is not None and decision.site is not None:
            said = self.explain_decision(decision)
            if error.args:
                said += f" ({shorten(self.shown_text(error), 200)})"
            return said if self.is_alone else f"{said} in `{shorten(decision.site.text, 200)}`"
        if isinstance(error, TypeError) and self.weighing.open:
            objects = [
                each
                for pair in self.weighing.open[-1].compared.values()
                for each in pair
                if self.questions.is_theirs(each)
            ]
            if objects:
                return self.shown(objects[0])
        return describe(error)

    def explain_decision(self, decision: Any) -> str:
        top = decision.site.top
        if top is not None and top in decision.compared:
            site, (left, right) = self.sites[top], decision.compared[top]
            if site.is_right_written or not site.is_left_written:
                if site.is_right_written:
                    return self.shown(left)
                return f"{site.left} is {self.shown(left)}, {site.right} is {self.shown(right)}"
            return self.shown(right)
        if -1 in decision.compared:
            return self.shown(decision.compared[-1][0])
        parts = [
            f"{self.sites[number].left} is {self.shown(left)}"
            for number, (left, _) in decision.compared.items()
            if not self.sites[number].is_left_written
        ]
        return ", ".join(parts[:3]) or "False"

    def shown_text(self, error: BaseException) -> str:
        try:
            return str(error)
        except BaseException:
            return "…"

    def shown(self, value: Any) -> str:
        try:
            text = show(value)
        except Ended:
            return "no answer"
        except BaseException as error:
            return f"<{type(value).__name__} whose repr raised {type(error).__name__}>"
        return text if type(text) is str else "…"


FUTURES = 0x1FF0000


class Shown:
    """An object of the program as it shows itself: nothing but its text is compared."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def parse(written: Written) -> ast.Module | None:
    if written.problem is not None:
        return None
    return ast.parse(written.source)


def unguarded(statements: list[ast.stmt]) -> list[ast.stmt]:
    """What stands under `if __name__ == "__main__":` is there to be run."""
    flat: list[ast.stmt] = []
    for statement in statements:
        flat += statement.body if is_main_guard(statement) else [statement]  # type: ignore[attr-defined]
    return flat


def is_main_guard(statement: ast.stmt) -> bool:
    test = statement.test if isinstance(statement, ast.If) else None
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


def is_test(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.ClassDef):
        return any(isinstance(each, FUNCTIONS) and each.name.startswith("test") for each in statement.body)
    return isinstance(statement, FUNCTIONS) and statement.name.startswith("test")


def is_runner(statement: ast.stmt) -> bool:
    """`unittest.main()`: what it would run is run anyway."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return isinstance(call.func.value, ast.Name) and (call.func.value.id, call.func.attr) in RUNNERS


def kind_of(statement: ast.stmt, expected: str | None) -> tuple[str, str | None]:
    """What a statement says must come, and what an assertion compares with, for people to read."""
    if expected is not None:
        if TRACEBACK.match(expected.lstrip()):
            return "raises", None
        is_value = isinstance(statement, ast.Expr) and not is_print(statement.value)
        return ("value" if is_value else "output"), None
    if isinstance(statement, ast.Assert):
        return "assertion", compared_with(statement.test)
    if isinstance(statement, ast.Expr) and is_claim(statement.value):
        return "assertion", compared_with(statement.value)
    if isinstance(statement, COMPOUND) and has_assertion(statement):
        return "assertion", None
    return "setup", None


def has_assertion(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(statement))


def is_print(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"


def is_claim(node: ast.expr) -> bool:
    """An expression that says what is true: a comparison, a negation."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_claim, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def compared_with(test: ast.expr) -> str | None:
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], (ast.Eq, ast.Is)):
        return None
    try:
        return ast.unparse(test.comparators[0])
    except (ValueError, RecursionError):
        return None


def wanted_exception(expected: str) -> str:
    """The type a written traceback ends with: the first word of the first line behind it that is not indented."""
    lines = [line for line in expected.strip().splitlines()[1:] if line and not line[0].isspace()]
    ending = next((line for line in lines if line.strip() != "..."), "")
    return last_part(ending.split(":")[0].strip())


def last_part(name: str) -> str:
    return name.rpartition(".")[2]


def name_of(error: BaseException) -> str:
    return str(type(error).__name__)


def describe(error: BaseException) -> str:
    try:
        text = str(error)
    except BaseException:
        text = ""
    return f"{name_of(error)}: {text}" if text else name_of(error)


def shorten(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"

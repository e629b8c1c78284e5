"""A plan as it grows: the examples, the steps told to the program, and the judgement kept from it."""

import ast
from typing import Any, Iterable, Sequence

from claims import Splitter, is_bare_truth
from entries import Entry
from scope import BUILTINS, Names
from settle import is_asked
from wary import Doubt

MAX_EXAMPLES = 300
MAX_TEXT = 2000
ALWAYS_THERE = {"__name__", "__file__", "__doc__", "__builtins__"}


class Plan:
    def __init__(self, names: Names, known: set[str]) -> None:
        self.names = names
        self.known = known | BUILTINS | ALWAYS_THERE
        self.doubtful: dict[str, Doubt] = {}
        self.examples: list[dict[str, Any]] = []
        self.steps: list[dict[str, Any]] = []
        self.items: list[dict[str, Any]] = [
            {"name": name, "import": [*value]} for name, value in names.program.imports.items()
        ]
        self.claims = 0
        self.left_out = 0
        self.waiting_problem: str | None = None

    def as_frame(self) -> dict[str, Any]:
        if self.left_out > 1:
            self.examples[-1]["problem"] += f", and {self.left_out - 1} more come after this one"
        judgement = {"claims": self.claims, "items": self.items}
        return {"type": "plan", "examples": self.examples, "steps": self.steps, "judgement": judgement}

    def run_before(self, lines: Iterable[Entry]) -> None:
        """Statements the program runs first, and nobody else."""
        self.steps += [{"exec": entry.source, "example": None} for entry in lines]

    def add(self, entry: Entry) -> None:
        try:
            self.add_entry(entry)
        except Doubt as doubt:
            self.add_example(entry, "unreadable", str(doubt))

    def add_entry(self, entry: Entry) -> None:
        if entry.kind == "setup":
            self.add_setup(entry)
        elif len(self.examples) > MAX_EXAMPLES:
            self.left_out += 1
        elif len(self.examples) == MAX_EXAMPLES:
            self.left_out += 1
            self.add_example(entry, "unreadable", f"only the first {MAX_EXAMPLES} examples are run")
        elif doubts := [self.doubtful[name] for name in sorted(entry.reads) if name in self.doubtful]:
            raise doubts[0]
        elif entry.kind == "unreadable":
            self.add_example(entry, "unreadable", entry.problem)
        elif entry.kind == "assertion" and entry.node is not None:
            self.add_assertion(entry)
        elif entry.kind == "value" and entry.expected in ("True", "False"):
            self.add_assertion(entry)
        elif entry.node is not None:
            self.add_expression(entry)
        else:
            self.add_statement(entry)

    def add_setup(self, entry: Entry) -> None:
        if entry.in_judge:
            self.items.append({"exec": entry.source})
        if entry.in_program:
            self.steps.append({"exec": entry.source, "example": None})
            self.waiting_problem = self.waiting_problem or self.find_problem(entry)

    def add_assertion(self, entry: Entry) -> None:
        """An expression whose written values stay with the judge."""
        splitter = Splitter(self.names, self.claims)
        residual = splitter.split_test(entry.node)
        weak = splitter.is_weak or is_bare_truth(residual)
        self.add_example(entry, weak=weak)
        for claim in splitter.claims:
            self.ask(ast.unparse(claim))
        self.judge(entry, residual=ast.unparse(residual), asked=[ast.unparse(claim) for claim in splitter.claims])

    def add_expression(self, entry: Entry) -> None:
        """An expression the program may evaluate whole: what is expected stands beside it, not in it."""
        assert entry.node is not None
        source = ast.unparse(entry.node)
        is_claimed = is_asked(entry, self.names)
        self.add_example(entry, weak=entry.kind == "runs")
        if is_claimed:
            self.ask(source)
            self.judge(entry, asked=[source])
        else:
            self.judge(entry, residual=source, asked=[])

    def add_statement(self, entry: Entry) -> None:
        self.add_example(entry, weak=entry.expected is None)
        self.steps.append({"exec": entry.source, "example": len(self.examples) - 1})
        self.ask("None")
        self.judge(entry, asked=[entry.source])

    def add_example(
        self, entry: Entry, kind: str | None = None, problem: str | None = None, weak: bool = False
    ) -> None:
        problem = problem or self.waiting_problem or self.find_problem(entry)
        self.waiting_problem = None
        expected = entry.expected if entry.expected is not None else entry.wanted
        self.examples.append(
            {
                "index": len(self.examples),
                "line": entry.line,
                "text": shorten(entry.text),
                "expected": shorten(expected) if expected is not None else None,
                "kind": kind or entry.kind,
                "problem": problem,
                "weak": weak,
            }
        )
        if kind == "unreadable":
            self.judge(entry, kind="unreadable")

    def ask(self, source: str) -> None:
        self.steps.append({"claim": self.claims, "source": source, "example": len(self.examples) - 1})
        self.claims += 1

    def judge(
        self, entry: Entry, kind: str | None = None, residual: str | None = None, asked: Sequence[str] = ()
    ) -> None:
        item: dict[str, Any] = {"example": len(self.examples) - 1, "kind": kind or entry.kind, "asked": list(asked)}
        item["first"] = self.claims - len(asked)
        if residual is not None:
            item["residual"] = residual
        if entry.expected is not None:
            item["expected"] = entry.expected
        if "+ELLIPSIS" in entry.options:
            item["ellipsis"] = True
        self.items.append(item)

    def find_problem(self, entry: Entry) -> str | None:
        """Says so when the example names what nobody defines: then it cannot run, whatever the program does."""
        program = self.names.program
        missing = sorted(entry.reads - self.known)
        if not program.is_read or program.has_star_import or not missing:
            return None
        return f"it cannot run: {missing[0]} is defined neither in the program nor in the examples"


def shorten(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"

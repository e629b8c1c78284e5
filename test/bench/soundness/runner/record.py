"""Runs a whole program, and tells what happened at each claimed place: by the exact span of its instructions."""

import ast
import io
import sys
import threading
import types

watcher = 3
events = sys.monitoring.events


def record(question):
    text, claims = question["text"], question["claims"]
    try:
        compiled = compile(text, "<program>", "exec")
    except (SyntaxError, ValueError) as error:
        return {"ended": False, "raised": type(error).__name__, "lines": [], "places": []}
    places = [Place(claim) for claim in claims]
    watch = Watch(compiled, places) if places else None
    outcome = run_with(watch, compiled)
    for place in places:
        if place.claim.get("asks") and outcome["ended"]:
            place.values = values_at(text, place.span, place.claim["asks"])
    return {**outcome, "places": [place.told() for place in places]}


class Place:
    def __init__(self, claim):
        self.claim = claim
        self.span = tuple(claim["span"])
        self.runs = 0
        self.raised = set()
        self.ends = 0
        self.values = []
        self.has_run = False

    def told(self):
        return {"runs": self.runs, "raised": sorted(self.raised), "ends": self.ends, "values": self.values}


class Watch:
    """Which instructions belong to which claimed place."""

    def __init__(self, compiled, places):
        self.runs, self.within, self.ends = {}, {}, {}
        self.codes = list(codes_in(compiled))
        for place in places:
            exact = self.instructions(lambda span, place=place: span == place.span)
            within = self.instructions(lambda span, place=place: is_within(span, place.span))
            for at in exact or within:
                self.runs.setdefault(at, []).append(place)
            for at in within:
                self.within.setdefault(at, []).append(place)
            loop = place.claim.get("loop")
            if loop:
                test = tuple(loop["test"])
                goes_on = [tuple(span) for span in loop["goes_on"]]
                for at in self.instructions(lambda span, test=test: is_within(span, test)):
                    self.ends.setdefault(at, []).append((place, goes_on))
        self.spans = {
            (code, at * 2): span for code in self.codes for at, span in enumerate(spans_of(code))
        }

    def instructions(self, fits):
        return [
            (code, at * 2)
            for code in self.codes
            for at, span in enumerate(spans_of(code))
            if span and fits(span)
        ]

    def on_instruction(self, code, offset):
        found = self.runs.get((code, offset))
        if found is None:
            return sys.monitoring.DISABLE
        for place in found:
            place.runs += 1
            place.has_run = True

    def on_raise(self, code, offset, error):
        for place in self.within.get((code, offset), ()):
            place.raised.add(type(error).__name__)

    def on_branch(self, code, offset, destination):
        for place, goes_on in self.ends.get((code, offset), ()):
            span = self.spans.get((code, destination))
            if place.has_run and not (span and any(is_within(span, each) for each in goes_on)):
                place.ends += 1
                place.has_run = False

    def start(self):
        sys.monitoring.use_tool_id(watcher, "oracle")
        sys.monitoring.register_callback(watcher, events.INSTRUCTION, self.on_instruction)
        sys.monitoring.register_callback(watcher, events.RAISE, self.on_raise)
        sys.monitoring.register_callback(watcher, events.BRANCH, self.on_branch)
        sys.monitoring.set_events(watcher, events.RAISE)
        for code in {code for code, _ in (*self.runs, *self.ends)}:
            sys.monitoring.set_local_events(watcher, code, events.INSTRUCTION | events.BRANCH)

    def stop(self):
        sys.monitoring.set_events(watcher, 0)
        for event in (events.INSTRUCTION, events.RAISE, events.BRANCH):
            sys.monitoring.register_callback(watcher, event, None)
        sys.monitoring.free_tool_id(watcher)


def codes_in(code):
    yield code
    for held in code.co_consts:
        if isinstance(held, types.CodeType):
            yield from codes_in(held)


def spans_of(code):
    """Line, column, end line and end column of each instruction; columns count bytes."""
    return [
        None if None in place else (place[0], place[2], place[1], place[3]) for place in code.co_positions()
    ]


def is_within(span, outer):
    return span[:2] >= outer[:2] and span[2:] <= outer[2:]


def run_with(watch, compiled, names=()):
    module = fresh_module()
    module.__dict__.update(names)
    enter(module, io.StringIO(typed_in))
    threading.excepthook = sys.unraisablehook = lambda *_: None
    if watch:
        watch.start()
    try:
        exec(compiled, module.__dict__)
    except BaseException as error:
        return {"ended": False, "raised": type(error).__name__, "lines": lines_of(error)}
    finally:
        if watch:
            watch.stop()
    return {"ended": True, "raised": None, "lines": []}


def lines_of(error):
    """The program's lines on the way of an error that nothing caught."""
    lines = []
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == "<program>":
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return lines


def values_at(text, span, asks):
    """Every value that an expression had; of an item, whether it stood past the end."""
    values = set()

    def note(value):
        values.add(repr(value))
        return value

    def note_item(owner, index):
        item = owner[index]
        if isinstance(index, int) and index >= len(owner):
            values.add("past the end")
        return item

    class Noting(ast.NodeTransformer):
        def visit(self, node):
            if not isinstance(node, ast.expr) or place_of(node) != span:
                return self.generic_visit(node)
            parts = [node.value, node.slice] if asks == "item" else [node]
            return ast.copy_location(ast.Call(ast.Name("__note__", ast.Load()), parts, []), node)

    tree = ast.fix_missing_locations(Noting().visit(ast.parse(text)))
    noting = note_item if asks == "item" else note
    run_with(None, compile(tree, "<program>", "exec"), {"__note__": noting})
    return sorted(values)[:5]


def place_of(node):
    return (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)

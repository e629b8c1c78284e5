"""Finds examples in text: doctest blocks anywhere, and plain statements in a text that holds nothing else."""

import ast
import re
from typing import Any, Iterator, NamedTuple

PROMPT = re.compile(r"^(?P<indent>\s*)>>>(?: (?P<source>.*)|(?P<tight>\S.*)|)$")
ASSERTION = re.compile(r"^\s*assert\b")
DIRECTIVE = re.compile(r"#\s*doctest:\s*(.*)$", re.MULTILINE)
# A line of a plain text that does not parse is prose unless it could have been meant as an example.
MEANT_AS_EXAMPLE = re.compile(r"^\s*(assert|import|from|def|class|for|with)\b|[()=]")
CLAUSE = re.compile(r"^(else|elif|except|finally|case)\b")
QUOTES = re.compile(r"""^\w*(?:"{3}|'{3}|["'])|(?:"{3}|'{3}|["'])$""")
MAX_CONTINUATION = 40
MAX_CHUNK = 200


class Written(NamedTuple):
    """One example or set-up statement as it was written."""

    source: str
    expected: str | None
    row: int
    """Lines into its text, from 0."""
    is_doctest: bool
    problem: str | None
    options: frozenset[str]


class Found(NamedTuple):
    """A written example and its line in the submitted file, none when it was supplied beside it."""

    written: Written
    line: int | None


def find_in_code(code: str, tree: ast.AST) -> Iterator[Found]:
    """The doctest examples in every string constant of the program, in the order of the file."""
    lines = code.split("\n")
    for node in sorted(string_constants(tree), key=lambda node: (node.lineno, node.col_offset)):
        found = [Found(written, line_of(written, node, lines)) for written in split_text(node.value, plain=False)]
        if any(each.written.problem for each in found):
            found = find_as_typed(code, node) or found
        yield from found


def find_as_typed(code: str, node: ast.expr) -> list[Found]:
    """The examples as the file shows them: a `\\n` in a docstring breaks a line its author did not mean to break."""
    typed = QUOTES.sub("", ast.get_source_segment(code, node) or "")
    found = [Found(written, node.lineno + written.row) for written in split_text(typed, plain=False)]
    return [] if any(each.written.problem for each in found) else found


def find_in_text(text: str) -> Iterator[Found]:
    for written in split_text(text, plain=True):
        yield Found(written, None)


def string_constants(node: ast.AST) -> Iterator[Any]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and ">>> " in node.value:
            yield node
    elif type(node).__name__ not in ("JoinedStr", "TemplateStr"):
        for child in ast.iter_child_nodes(node):
            yield from string_constants(child)


def line_of(written: Written, node: Any, lines: list[str]) -> int:
    """Where the example stands in the file; a string with escapes or joined parts is searched for it."""
    if node.end_lineno - node.lineno == node.value.count("\n"):
        return int(node.lineno + written.row)
    first = ">>> " + written.source.split("\n")[0]
    rows = range(node.lineno, node.end_lineno + 1)
    return next((row for row in rows if row <= len(lines) and first in lines[row - 1]), int(node.lineno))


def split_text(text: str, plain: bool) -> Iterator[Written]:
    """Doctest blocks, and with `plain` the statements around them, in the order of the text."""
    lines = text.expandtabs().splitlines()
    around: list[tuple[int, str]] = []
    row = 0
    while row < len(lines):
        prompt = PROMPT.match(lines[row])
        if prompt is None:
            if not lines[row].lstrip().startswith("```"):
                around.append((row, lines[row]))
            row += 1
            continue
        if plain:
            yield from split_plain(around)
        around = []
        written, row = read_block(lines, row, prompt)
        if written is not None:
            yield written
    if plain:
        yield from split_plain(around)


def read_block(lines: list[str], row: int, prompt: re.Match[str]) -> tuple[Written | None, int]:
    """The block that starts at the prompt, none when it has no source, and the row behind it."""
    indent = len(prompt["indent"])
    start = row
    source = [prompt["source"] or prompt["tight"] or ""]
    row += 1
    while row < len(lines) and is_continuation(lines[row], indent):
        source.append(lines[row][indent + 4 :])
        row += 1
    source, row = extend_open(lines, row, source, indent)
    text = "\n".join(source)
    expected: list[str] = []
    while row < len(lines) and is_expected(lines[row], indent):
        expected.append(lines[row][indent:].rstrip())
        row += 1
    options = read_options(text)
    if not text.strip() or "+SKIP" in options:
        return None, row
    wanted = "\n".join(expected) if expected else None
    return Written(text.strip(), wanted, start, True, why_unreadable(text), options), row


def extend_open(lines: list[str], row: int, source: list[str], indent: int) -> tuple[list[str], int]:
    """Takes following lines, with or without dots, while that can make the source parse."""
    if why_unreadable("\n".join(source)) is None:
        return source, row
    longer = list(source)
    for end in range(row, min(row + MAX_CONTINUATION, len(lines))):
        line = lines[end]
        if PROMPT.match(line):
            break
        longer.append(line[indent + 4 :] if is_continuation(line, indent) else line[indent:] or line)
        if why_unreadable("\n".join(longer)) is None:
            return longer, end + 1
    return source, row


def is_continuation(line: str, indent: int) -> bool:
    return not line[:indent].strip() and (line[indent:].rstrip() == "..." or line[indent:].startswith("... "))


def is_expected(line: str, indent: int) -> bool:
    if not line.strip() or PROMPT.match(line) or ASSERTION.match(line):
        return False
    return not line[:indent].strip() and not line.lstrip().startswith("```")


def read_options(source: str) -> frozenset[str]:
    found = DIRECTIVE.search(source)
    return frozenset(re.split(r"[\s,]+", found[1].strip())) if found else frozenset()


def why_unreadable(source: str) -> str | None:
    try:
        ast.parse(source)
        return None
    except SyntaxError as error:
        return f"it does not parse: {error.msg}"
    except (ValueError, MemoryError, RecursionError):
        return "it does not parse"


def split_plain(around: list[tuple[int, str]]) -> Iterator[Written]:
    """One item for every statement; what does not parse is skipped line by line, so that it loses only itself."""
    at = 0
    whole = cut_statements(around)
    if whole is not None:
        yield from whole
        return
    while at < len(around):
        row, line = around[at]
        if not line.strip():
            at += 1
            continue
        taken, end = take_chunk(around, at)
        if taken is not None:
            yield from taken
        elif MEANT_AS_EXAMPLE.search(line):
            yield Written(line.strip(), None, row, False, why_unreadable(line.strip()), frozenset())
        at = end


def take_chunk(around: list[tuple[int, str]], at: int) -> tuple[list[Written] | None, int]:
    base = indent_of(around[at][1])
    for end in range(at + 1, min(at + MAX_CHUNK, len(around)) + 1):
        if end < len(around) and belongs_to_block(around[end][1], base):
            continue
        taken = cut_statements(around[at:end])
        if taken is not None:
            return taken, end
    return None, at + 1


def belongs_to_block(line: str, base: int) -> bool:
    return bool(line.strip()) and (indent_of(line) > base or CLAUSE.match(line.strip()) is not None)


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def cut_statements(around: list[tuple[int, str]]) -> list[Written] | None:
    filled = [line for _, line in around if line.strip()]
    base = min(map(indent_of, filled), default=0)
    text = "\n".join(line[base:] for _, line in around)
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    lines = text.split("\n")
    cut = [(source_of(lines, node), around[node.lineno - 1][0]) for node in statements if not is_prose(node)]
    return [Written(source, None, row, False, None, read_options(source)) for source, row in cut]


def source_of(lines: list[str], node: ast.stmt) -> str:
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
    taken = lines[first - 1 : node.end_lineno]
    if first == node.lineno:
        # Python counts in bytes where in a line a statement ends and begins.
        taken[-1] = taken[-1].encode()[: node.end_col_offset].decode()
        taken[0] = taken[0].encode()[node.col_offset :].decode()
    return "\n".join(taken)


def is_prose(node: ast.stmt) -> bool:
    """A word or two that happen to parse: nothing that could be evaluated as an example."""
    if not isinstance(node, ast.Expr):
        return False
    return not any(isinstance(each, (ast.Call, ast.Compare)) for each in ast.walk(node))

"""Writes calls of test functions out: `check(f)` becomes what `check` asserts of `f`.

Run as a whole, a test function would be in the program's hands together with all that it expects.
"""

import ast
import copy

from binding import own_names
from unroll import Substitute, unroll_loop

Tests = dict[str, ast.FunctionDef]


def remember_test(statement: ast.stmt, tests: Tests) -> None:
    for name in own_names(statement):
        tests.pop(name, None)
    if isinstance(statement, ast.FunctionDef) and is_test(statement):
        tests[statement.name] = statement


def is_test(function: ast.FunctionDef) -> bool:
    """Whether it does nothing but assert, on parameters it leaves as they are."""
    arguments = function.args
    is_plain = not (arguments.vararg or arguments.kwonlyargs or arguments.kwarg or arguments.defaults)
    if not is_plain or function.decorator_list or asserted_by(function) is None:
        return False
    given = {argument.arg for argument in [*arguments.posonlyargs, *arguments.args]}
    inside = [node for statement in function.body for node in ast.walk(statement)]
    bound = {node.id for node in inside if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in inside if isinstance(node, ast.arg)}
    return not given & bound


def asserted_by(function: ast.FunctionDef) -> list[ast.stmt] | None:
    """Its assertions in order, those in loops over written values written out; none if it does anything else."""
    asserted: list[ast.stmt] = []
    for statement in function.body:
        unrolled = unroll_loop(statement, {}) if isinstance(statement, ast.For) else [statement]
        if unrolled is None:
            return None
        asserted += [each for each in unrolled if not is_idle(each)]
    return asserted if asserted and all(isinstance(each, ast.Assert) for each in asserted) else None


def is_idle(statement: ast.stmt) -> bool:
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_text or isinstance(statement, ast.Pass)


def inline_test(statement: ast.stmt, tests: Tests) -> list[ast.stmt] | None:
    """What a call of a test function asserts; none when the statement is anything else."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in tests:
        return None
    test = tests[call.func.id]
    parameters = [*test.args.posonlyargs, *test.args.args]
    if call.keywords or len(call.args) != len(parameters) or not all(isinstance(each, ast.Name) for each in call.args):
        return None
    given = {parameter.arg: value for parameter, value in zip(parameters, call.args)}
    return [Substitute(given).visit(copy.deepcopy(each)) for each in asserted_by(test) or []]

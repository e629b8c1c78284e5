"""What a piece of syntax binds in the scope it stands in, and what it reads from outside itself."""

import ast
from typing import Any, Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def module_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement that runs in the module's own scope, those inside blocks included."""
    for statement in body:
        yield statement
        if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            for child in ast.iter_child_nodes(statement):
                if isinstance(child, ast.stmt):
                    yield from module_statements([child])
                elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
                    yield from module_statements(child.body)


def walk_own(function: Any) -> Iterator[ast.AST]:
    """The nodes of a function without those of the functions and classes inside it."""
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            pending.extend(ast.iter_child_nodes(node))


def own_names(statement: ast.AST) -> Iterator[str]:
    """The names a statement binds in the scope it stands in."""
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        yield statement.name
        return
    if isinstance(statement, ast.Lambda):
        return
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            yield alias.asname or alias.name.split(".")[0]
    if isinstance(statement, ast.Name) and not isinstance(statement.ctx, ast.Load):
        yield statement.id
    if isinstance(statement, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and statement.name:
        yield statement.name
    if isinstance(statement, COMPREHENSIONS):
        for node in ast.walk(statement):
            if isinstance(node, ast.NamedExpr):
                yield from own_names(node.target)
        return
    for child in ast.iter_child_nodes(statement):
        yield from own_names(child)


def free_names(node: ast.AST) -> set[str]:
    """The names a node reads from outside itself."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, COMPREHENSIONS):
        bound = {name for generator in node.generators for name in own_names(generator.target)}
        inside = [child for child in ast.iter_child_nodes(node) if child is not node.generators[0]]
        inside += [node.generators[0].target, *node.generators[0].ifs]
        return union_of_free(inside) - bound | free_names(node.generators[0].iter)
    if isinstance(node, (*FUNCTIONS, ast.Lambda)):
        body = node.body if isinstance(node.body, list) else [node.body]
        arguments = node.args
        bound = {each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg)}
        bound |= {name for statement in body for name in own_names(statement)}
        outside: list[Any] = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
        outside += getattr(node, "decorator_list", [])
        return union_of_free(body) - bound | union_of_free(outside)
    if isinstance(node, ast.ClassDef):
        bound = {name for statement in node.body for name in own_names(statement)}
        outside = [*node.bases, *(keyword.value for keyword in node.keywords), *node.decorator_list]
        return union_of_free(node.body) - bound | union_of_free(outside)
    if isinstance(node, ast.Assign):
        targets = [target for target in node.targets if not isinstance(target, ast.Name)]
        stored = {name for target in targets for name in own_names(target)}
        return free_names(node.value) | (union_of_free(targets) - stored)
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return free_names(node.iter) | (union_of_free([*node.body, *node.orelse]) - set(own_names(node.target)))
    if isinstance(node, (ast.With, ast.AsyncWith)):
        targets = [item.optional_vars for item in node.items if item.optional_vars is not None]
        bound = {name for target in targets for name in own_names(target)}
        return union_of_free(item.context_expr for item in node.items) | (union_of_free(node.body) - bound)
    if isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
        return free_names(node.value) if node.value is not None else set()
    return union_of_free(ast.iter_child_nodes(node))


def union_of_free(nodes: Any) -> set[str]:
    return {name for node in nodes for name in free_names(node)}

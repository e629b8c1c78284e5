"""Gives what a statement evaluates first a name of its own, in a statement before it."""

import ast


def split(tree, dice):
    share = dice.choice([0.3, 1])
    count = 0
    for owner in list(ast.walk(tree)):
        if isinstance(owner, ast.ClassDef):
            continue
        for field in ("body", "orelse", "finalbody"):
            block = getattr(owner, field, None)
            if not isinstance(block, list) or not block:
                continue
            written = []
            for at, statement in enumerate(block):
                is_heading = at == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
                if not is_heading and dice.random() < share:
                    name = f"part{count}"
                    taken = take_first(statement, name, dice)
                    if taken is not None:
                        written.append(ast.Assign([ast.Name(name, ast.Store())], taken))
                        count += 1
                written.append(statement)
            setattr(owner, field, written)


places = {
    ast.Assign: "value",
    ast.AugAssign: None,
    ast.AnnAssign: "value",
    ast.Return: "value",
    ast.Expr: "value",
    ast.Assert: "test",
    ast.If: "test",
    ast.For: "iter",
    ast.Raise: "exc",
}


def take_first(statement, name, dice):
    """The whole value, or the part of it that is evaluated before the rest; a name stands in its place."""
    field = places.get(type(statement))
    held = getattr(statement, field) if field else None
    if held is None:
        return None
    owner, at = statement, None
    depth = dice.randrange(4)
    while depth > 0 and (found := first_part(held)):
        owner, (field, at) = held, found
        held = getattr(owner, field) if at is None else getattr(owner, field)[at]
        depth -= 1
    if isinstance(held, (ast.Starred, ast.Slice, ast.Constant, ast.NamedExpr, ast.Yield, ast.YieldFrom)):
        return None
    if isinstance(held, ast.Name) and dice.random() < 0.5:
        return None
    load = ast.Name(name, ast.Load())
    if at is None:
        setattr(owner, field, load)
    else:
        getattr(owner, field)[at] = load
    return held


def first_part(node):
    """The field of the part that Python evaluates first."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return ("value", None)
    if isinstance(node, ast.BinOp):
        return ("left", None)
    if isinstance(node, ast.Compare):
        return ("left", None)
    if isinstance(node, ast.UnaryOp):
        return ("operand", None)
    if isinstance(node, ast.BoolOp):
        return ("values", 0)
    if isinstance(node, ast.IfExp):
        return ("test", None)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)) and node.elts:
        return ("elts", 0)
    if isinstance(node, ast.Call):
        # A function that is read after its first argument is the same function.
        return ("args", 0) if isinstance(node.func, ast.Name) and node.args else ("func", None)
    return None

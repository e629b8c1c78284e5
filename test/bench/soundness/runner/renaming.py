"""Renames what a program binds, in all of it at once: two things of one name stay two things of one name."""

import ast
import builtins
import re

named_by_text = {"exec", "eval", "globals", "locals", "vars", "getattr", "setattr", "delattr", "__dict__"}


def rename(tree, dice):
    names = sorted(own_names(tree))
    chosen = [name for name in names if dice.random() < 0.7]
    how = dice.choice(["numbered", "longer", "exchanged"])
    if how == "exchanged":
        others = dice.sample(chosen, len(chosen))
    elif how == "longer":
        others = [f"{name}_of_program" for name in chosen]
    else:
        others = [f"v{at}" for at in range(len(chosen))]
    Renaming(dict(zip(chosen, others))).visit(tree)


def shadow(tree, dice):
    """Gives what a program binds the names of Python's own functions and types that it does not use."""
    names = sorted(own_names(tree))
    used = {word for node in ast.walk(tree) for word in words_of(node)}
    free = [name for name in shadowed if name not in used]
    count = min(len(names), len(free), dice.randint(1, 6))
    Renaming(dict(zip(dice.sample(names, count), dice.sample(free, count)))).visit(tree)


shadowed = (
    "abs all any bytes callable dict enumerate filter float frozenset id input int isinstance iter len list map max min "
    "next object open print range repr reversed round set sorted str sum tuple type zip property super hash"
).split()


def words_of(node):
    for field in ("id", "name", "arg", "attr", "value"):
        held = getattr(node, field, None)
        if isinstance(held, str):
            yield from re.findall(r"\w+", held)


def own_names(tree):
    """What is bound as a variable, a function or a parameter, and as nothing that is reached by its name."""
    bound, taken = set(), set(dir(builtins))
    nodes = list(ast.walk(tree))
    reads_text = any(getattr(node, "id", getattr(node, "attr", None)) in named_by_text for node in nodes)
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Attribute):
            taken.add(node.attr)
        elif isinstance(node, ast.keyword):
            taken.add(node.arg)
        elif isinstance(node, ast.alias):
            taken.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.MatchClass):
            taken.update(node.kwd_attrs)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            taken.update(re.findall(r"\w+", node.value) if reads_text else [node.value])
        if isinstance(node, ast.ClassDef):
            taken.update(names_bound_by(node.body))
    return {name for name in bound - taken if not name.startswith("__") and name != "_"}


def names_bound_by(body):
    """What statements bind in the scope they stand in, declarations of other scopes included."""
    names, waiting = set(), list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        waiting.extend(ast.iter_child_nodes(node))
    return names


class Renaming(ast.NodeTransformer):
    def __init__(self, names):
        self.names = names

    def visit(self, node):
        self.generic_visit(node)
        for field in ("id", "name", "arg", "rest"):
            if field == "arg" and not isinstance(node, ast.arg) or isinstance(node, ast.alias):
                continue
            held = getattr(node, field, None)
            if isinstance(held, str) and held in self.names:
                setattr(node, field, self.names[held])
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [self.names.get(name, name) for name in node.names]
        return node

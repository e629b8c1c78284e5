"""Puts neighbours that do not need each other into another order: definitions, and names for constants."""

import ast


def reorder(tree, dice):
    for owner in ast.walk(tree):
        block = getattr(owner, "body", None)
        if not isinstance(block, list) or not isinstance(owner, (ast.Module, ast.ClassDef)):
            continue
        start = 0
        while start < len(block):
            end = start
            while end < len(block) and is_free(block[end]):
                end += 1
            if len({name_of(node) for node in block[start:end]}) == end - start:
                block[start:end] = dice.sample(block[start:end], end - start)
            start = max(end, start + 1)


def is_free(node):
    """Whether a statement only gives a name to something that is made of nothing else."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        parts = [*node.args.defaults, *(each for each in node.args.kw_defaults if each)]
        return not node.decorator_list and all(isinstance(part, ast.Constant) for part in parts)
    if isinstance(node, ast.ClassDef):
        return not node.decorator_list and not node.bases and not node.keywords
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return False
    held = node.value
    return isinstance(held, ast.Constant) or (isinstance(held, (ast.List, ast.Set, ast.Tuple)) and not held.elts)


def name_of(node):
    return node.targets[0].id if isinstance(node, ast.Assign) else node.name

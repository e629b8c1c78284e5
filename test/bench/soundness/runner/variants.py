"""Smaller versions of a program, the smallest steps last: without some statements, or with a part in place of the whole."""

import ast
import copy
import time

limit = 400


def variants(question):
    """As many as there is time for."""
    text = question["text"]
    texts = {}
    ends = time.monotonic() + 1
    for one in smaller(ast.parse(text)):
        texts[written(one)] = True
        if len(texts) == limit or time.monotonic() > ends:
            break
    return {"texts": [each for each in texts if each and each != text]}


def written(tree):
    try:
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    except Exception:
        return None


def smaller(tree):
    yield tree
    blocks = [
        (index, field)
        for index, node in enumerate(ast.walk(tree))
        for field in ("body", "orelse", "finalbody", "handlers")
        if isinstance(getattr(node, field, None), list) and getattr(node, field)
    ]
    for index, field in blocks:
        count = len(getattr(nth(tree, index), field))
        size = count // 2
        while size >= 1:
            for start in range(0, count, size):
                yield without(tree, index, field, start, start + size)
            size //= 2
    for index, field in blocks:
        for at, statement in enumerate(getattr(nth(tree, index), field)):
            if hasattr(statement, "body") and not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                yield lifted(tree, index, field, at)
    for index, node in enumerate(ast.walk(tree)):
        for name, held in ast.iter_fields(node):
            if isinstance(held, ast.expr):
                for part in parts_of(held):
                    yield replaced(tree, index, name, None, part)
            elif isinstance(held, list):
                for at, each in enumerate(held):
                    if not isinstance(each, ast.expr):
                        continue
                    if name in ("elts", "args", "decorator_list", "bases"):
                        yield replaced(tree, index, name, at, None)
                    for part in parts_of(each):
                        yield replaced(tree, index, name, at, part)


def nth(tree, index):
    return next(node for at, node in enumerate(ast.walk(tree)) if at == index)


def parts_of(node):
    return [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]


def without(tree, index, field, start, end):
    changed = copy.deepcopy(tree)
    block = getattr(nth(changed, index), field)
    del block[start:end]
    if not block and field == "body" and index > 0:
        block.append(ast.Pass())
    return changed


def lifted(tree, index, field, at):
    changed = copy.deepcopy(tree)
    block = getattr(nth(changed, index), field)
    block[at : at + 1] = block[at].body
    return changed


def replaced(tree, index, name, at, part):
    changed = copy.deepcopy(tree)
    node = nth(changed, index)
    part = copy.deepcopy(part)
    if at is None:
        setattr(node, name, part)
    elif part is None:
        del getattr(node, name)[at]
    else:
        getattr(node, name)[at] = part
    return changed

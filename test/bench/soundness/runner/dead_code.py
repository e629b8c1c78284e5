"""Adds statements that never run, and functions that nobody calls."""

import ast

scopes = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)
ends = (ast.Return, ast.Raise, ast.Break, ast.Continue)
anywhere = [
    'if False:\n    raise ValueError("never")',
    'if False:\n    print("never")',
    "while False:\n    pass",
    "def unused$():\n    return None",
    "def unused$(values):\n    return values[0]",
    "def unused$(n):\n    return unused$(n - 1) if n else 0",
    "class Unused$:\n    def run(self):\n        return 1",
    "unused$ = 0",
    "unused$ = []",
    "pass",
    "assert True",
]
of_a_name = [
    "if False:\n    NAME = None",
    "if 0:\n    NAME = []",
    "if not True:\n    NAME = 0",
    "if True:\n    pass\nelse:\n    NAME = None",
    "while False:\n    NAME = None",
    "for unused$ in ():\n    NAME = None",
    "if False:\n    del NAME",
    "if False:\n    NAME.append(1)",
    "unused$ = lambda: NAME",
    "def unused$():\n    return NAME",
    "def unused$():\n    NAME.append(1)",
    "def unused$():\n    return NAME[0]",
]
behind_the_end = ["NAME = None", "print(NAME)", "unused$ = 1", "return None", 'raise ValueError("never")']


def add_dead_code(tree, dice):
    count = dice.choice([1, 2, 4])
    for at in range(count):
        owner = dice.choice([node for node in ast.walk(tree) if isinstance(node, scopes)])
        names = sorted(names_of(owner))
        block = dice.choice(blocks_of(owner))
        ended = [place + 1 for place, node in enumerate(block) if isinstance(node, ends)]
        if ended and dice.random() < 0.5:
            place, form = ended[0], dice.choice(behind_the_end)
            if isinstance(owner, ast.Module):
                form = form.replace("return None", "pass")
        else:
            first = 1 if is_text(block[0]) else 0
            first = max([first, *(place + 1 for place, node in enumerate(block) if stays_on_top(node))])
            place = dice.randrange(first, len(block) + 1)
            form = dice.choice(of_a_name if names and dice.random() < 0.6 else anywhere)
        if "NAME" in form:
            if not names:
                continue
            form = form.replace("NAME", dice.choice(names))
        block[place:place] = ast.parse(form.replace("$", str(at))).body if "return" not in form else body_of(form, at)


def body_of(form, at):
    """A `return` can be read in a function only."""
    lines = form.replace("$", str(at)).split("\n")
    return ast.parse("def f():\n" + "\n".join(f"    {line}" for line in lines)).body[0].body


def names_of(owner):
    names = names_bound_by(owner.body)
    if not isinstance(owner, ast.Module):
        given = owner.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
        names.update(each.arg for each in every if each)
    return {name for name in names if not name.startswith("__")}


def blocks_of(owner):
    """The blocks of a scope, without those of the functions and classes in it."""
    found, waiting = [], [owner]
    while waiting:
        node = waiting.pop(0)
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            held = getattr(node, field, None)
            if not isinstance(held, list) or not held:
                continue
            if field not in ("handlers", "cases"):
                found.append(held)
            waiting.extend(part for part in held if not isinstance(part, (*scopes, ast.ClassDef)))
    return found

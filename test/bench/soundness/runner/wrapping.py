"""Puts statements into a function that is called at once, or into a block that runs once."""

import ast

jumps = (ast.Break, ast.Continue)
functions = (ast.FunctionDef, ast.AsyncFunctionDef)


def wrap_in_a_function(tree, dice):
    start = first_to_move(tree, dice)
    moved = tree.body[start:]
    if not moved:
        return
    ours = names_bound_by(moved)
    for node in [part for statement in moved for part in ast.walk(statement)]:
        if isinstance(node, ast.Global) and ours.issuperset(node.names):
            node.__class__ = ast.Nonlocal
    if dice.random() < 0.75:
        text = "def whole_program():\n    pass\nwhole_program()"
    else:
        text = "class WholeProgram:\n    def run(self):\n        pass\nWholeProgram().run()"
    around = ast.parse(text).body
    inner = next(node for node in ast.walk(around[0]) if isinstance(node, ast.FunctionDef))
    inner.body = moved
    tree.body[start:] = around


def first_to_move(tree, dice):
    """Behind what must stand at the top of a module; sometimes also behind all imports, or definitions."""
    kept = dice.choice([(), (ast.Import, ast.ImportFrom), (ast.Import, ast.ImportFrom, *functions, ast.ClassDef)])
    start = 0
    for at, node in enumerate(tree.body):
        is_heading = is_text(node) and at == 0
        is_fixed = isinstance(node, ast.ImportFrom) and (
            node.module == "__future__" or node.names[0].name == "*"
        )
        if is_heading or is_fixed or isinstance(node, kept):
            start = at + 1
    return start


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def wrap_in_a_block(tree, dice):
    for _ in range(dice.choice([1, 1, 2])):
        owner = dice.choice([node for node in ast.walk(tree) if has_block(node)])
        block = owner.body
        first = 1 if is_text(block[0]) else 0
        first = max([first, *(at + 1 for at, node in enumerate(block) if stays_on_top(node))])
        if first >= len(block):
            continue
        start = dice.randrange(first, len(block))
        end = dice.randrange(start + 1, len(block) + 1)
        if dice.random() < 0.4:
            start, end = first, len(block)
        around = ast.parse(dice.choice(blocks if holds_jump(block[start:end]) else blocks + rounds)).body[0]
        holder = around.cases[0] if isinstance(around, ast.Match) else around
        holder.body[:1] = block[start:end]
        block[start:end] = [around]


blocks = [
    "if True:\n    0",
    "if 1 < 2:\n    0\nelse:\n    pass",
    "try:\n    0\nfinally:\n    pass",
    "try:\n    0\nexcept ZeroDivisionError:\n    raise",
    "match 0:\n    case _:\n        0",
]
rounds = ["for once in range(1):\n    0", "while True:\n    0\n    break", "for once in (0,):\n    0"]


def has_block(node):
    return isinstance(getattr(node, "body", None), list) and len(node.body) > 0


def stays_on_top(node):
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def holds_jump(statements):
    return any(isinstance(part, jumps) for statement in statements for part in ast.walk(statement))

"""What CPython's own symbol tables say of texts. Comprehensions become generators first: 3.13 merges the others into the code around."""

import ast
import glob
import json
import os
import symtable
import sys
import sysconfig


class Generators(ast.NodeTransformer):
    def change(self, node):
        self.generic_visit(node)
        elt = ast.Tuple([node.key, node.value], ast.Load()) if isinstance(node, ast.DictComp) else node.elt
        return ast.GeneratorExp(elt, node.generators)

    visit_ListComp = visit_SetComp = visit_DictComp = change


def is_own(name):
    """Neither made by the compiler nor written otherwise inside a class, as `__x` is."""
    is_mangled = name.startswith("_") and "__" in name and not (name.startswith("__") and name.endswith("__"))
    return not name.startswith(".") and not is_mangled and name not in made


made = {"__class__", "__classdict__", "__type_params__"}


def meaning(symbol):
    return "local" if symbol.is_local() else "global" if symbol.is_global() else "free"


def is_mentioned(symbol):
    return symbol.is_referenced() or symbol.is_assigned() or symbol.is_parameter() or symbol.is_imported()


def tables(table, out):
    kind = str(table.get_type())
    if kind in ("module", "function", "class"):
        symbols = [s for s in table.get_symbols() if is_own(s.get_name()) and is_mentioned(s)]
        out.append([kind, table.get_lineno() if kind != "module" else 0, sorted(f"{s.get_name()} {meaning(s)}" for s in symbols)])
    elif kind == "type parameters":
        bound = sorted(f"{s.get_name()} local" for s in table.get_symbols() if is_own(s.get_name()) and s.is_local())
        out.append([kind, table.get_lineno(), bound])
    for child in table.get_children():
        tables(child, out)
    return out


def qualnames(code):
    inner = [c for c in code.co_consts if hasattr(c, "co_qualname")]
    return [c.co_qualname for c in inner] + [name for c in inner for name in qualnames(c)]


def read(text):
    text = ast.unparse(ast.fix_missing_locations(Generators().visit(ast.parse(text))))
    table = symtable.symtable(text, "text", "exec")
    return {"text": text, "scopes": tables(table, []), "qualnames": sorted(qualnames(compile(text, "text", "exec", dont_inherit=True)))}


question = json.load(sys.stdin)
texts = question["texts"]
if question["library"]:
    for path in sorted(glob.glob(os.path.join(sysconfig.get_paths()["stdlib"], "*.py"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if len(text) < 100_000 and "__future__ import annotations" not in text:
            texts.append(text)
print(json.dumps([read(text) for text in texts]))

"""Runs a program while it is being written: statement by statement, and tells what its names hold."""

import collections
import io
import types

programs = {}
plain = (int, float, str, bytes, bool, type(None))
sequences = (list, tuple, collections.deque, str, range)


def live(question):
    name = question["program"]
    if question.get("forget"):
        programs.pop(name, None)
        return {}
    module, typed = programs.setdefault(name, (fresh_module(), io.StringIO(typed_in)))
    enter(module, typed)
    try:
        exec(compile(question["code"], "<live>", "exec"), module.__dict__)
    except BaseException as error:
        return {"raised": type(error).__name__}
    return {"values": [value_of(module, path) for path in question["paths"]]}


def value_of(module, path):
    try:
        return describe(eval(path, module.__dict__), 2)
    except BaseException:
        return None


def describe(value, depth):
    """Looks only at what can be looked at without running a method of the program."""
    kind = type(value)
    told = {"type": kind.__name__, "text": faithful(value)}
    if kind in sequences:
        told["length"] = len(value)
        if depth and kind is not str and kind is not range:
            told["items"] = [describe(item, depth - 1) for item in list(value)[:4]]
    elif issubclass(kind, dict) and kind.__module__ in ("builtins", "collections"):
        told["length"] = len(value)
        told["keys"] = [faithful(key) for key in list(value)[:6]]
        told["pairs"] = faithful(dict(value))
        if depth:
            told["items"] = [describe(item, depth - 1) for item in list(value.values())[:6]]
    elif kind in (set, frozenset):
        told["length"] = len(value)
        told["keys"] = [faithful(key) for key in list(value)[:6]]
    elif depth and (kind.__module__ == "__main__" or kind is types.SimpleNamespace):
        told["attributes"] = {
            name: describe(held, depth - 1) for name, held in attributes(value).items()
        }
    return told


def attributes(value):
    """What is kept in an object and in its classes, without methods."""
    found = {}
    for owner in reversed(type(value).__mro__):
        if owner.__module__ == "__main__":
            found.update(owner.__dict__)
    try:
        found.update(object.__getattribute__(value, "__dict__"))
    except AttributeError:
        pass
    return {
        name: held
        for name, held in found.items()
        if isinstance(name, str)
        and name.isidentifier()
        and not name.startswith("__")
        and (type(held) in plain or type(held) in sequences or isinstance(held, dict))
    }


def faithful(value):
    """The value as it would be written, where that says all there is to say."""
    if not is_plain(value, 4):
        return None
    try:
        text = repr(value)
        return text if len(text) <= 160 and eval(text) == value else None
    except Exception:
        return None


def is_plain(value, depth):
    kind = type(value)
    if kind in plain:
        return True
    if not depth:
        return False
    if kind in (list, tuple, set, frozenset):
        return all(is_plain(item, depth - 1) for item in value)
    return kind is dict and all(
        is_plain(key, depth - 1) and is_plain(held, depth - 1) for key, held in value.items()
    )

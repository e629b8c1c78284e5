"""The methods that Python calls by itself, in the groups that count for who may decide something."""

COMPARISONS = frozenset("__eq__ __ne__ __lt__ __le__ __gt__ __ge__".split())
OPERATORS = "add sub mul truediv floordiv mod divmod pow matmul lshift rshift and or xor".split()
ARITHMETIC = frozenset(f"__{prefix}{name}__" for name in OPERATORS for prefix in ("", "r", "i"))
NUMBERS = frozenset(
    "__neg__ __pos__ __abs__ __invert__ __round__ __trunc__ __floor__ __ceil__ __int__ __float__ __complex__"
    " __index__".split()
)
TEXTS = frozenset("__str__ __repr__ __format__ __bytes__ __fspath__".split())
ITEMS = frozenset(
    "__len__ __getitem__ __setitem__ __delitem__ __contains__ __iter__ __reversed__ __next__ __length_hint__".split()
)
STEPS = frozenset("__next__ send throw".split())
"""Those that may end an iteration."""
OTHERS = frozenset(
    "__call__ __enter__ __exit__ __await__ __aiter__ __anext__ __aenter__ __aexit__ __bool__ __hash__ close".split()
)
SPECIALS = COMPARISONS | ARITHMETIC | NUMBERS | TEXTS | ITEMS | STEPS | OTHERS
# Of a subclass of a builtin: what its data decides, whatever the subclass says.
BY_DATA = COMPARISONS | ARITHMETIC | NUMBERS | {"__hash__", "__bool__", "__bytes__", "__fspath__"}

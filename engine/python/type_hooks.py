"""Where mypy's guess about a text is narrower than what its author means, mypy is told less.

Nothing here concerns what the author has declared. A value of unknown type is never called wrong.
"""

from collections.abc import Callable, Iterator

from mypy.erasetype import erase_typevars
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    SetExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.plugin import (
    AttributeContext,
    CheckerPluginInterface,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
)
from mypy.types import AnyType, CallableType, Instance, NoneType, Type, TypeOfAny, UnionType, get_proper_type

# Built-in containers take whatever is stored in them; only what their author declared says otherwise.
STORING = {
    "builtins.list": "append extend insert __setitem__ __iadd__",
    "builtins.set": "add update",
    "builtins.dict": "__setitem__ setdefault update",
    "collections.deque": "append appendleft extend extendleft insert __setitem__",
    "typing.MutableMapping": "setdefault update",
    "typing.MutableSequence": "extend __iadd__",
}
STORING_METHODS = {f"{owner}.{name}" for owner, names in STORING.items() for name in names.split()}
INFINITIES = {"inf", "infinity"}


class Hooks(Plugin):
    """For the texts that are checked as modules of these prefixes."""

    prefixes: tuple[str, ...] = ()

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], CallableType] | None:
        return takes_everything if fullname == "functools.cmp_to_key" or is_of_tk(fullname) else None

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return infinity_is_any_number if fullname == "builtins.float" else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return room_to_be_filled if fullname in ("builtins.list.__mul__", "builtins.list.__rmul__") else None

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], CallableType] | None:
        if is_of_tk(fullname):
            return takes_everything
        return takes_anything if fullname in STORING_METHODS else None

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        if not fullname.startswith(self.prefixes):
            return None
        name = fullname.rpartition(".")[2]
        return lambda context: set_later(context, name)

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return read_class if fullname.startswith(self.prefixes) else None

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        found = self.lookup_fully_qualified(fullname)
        is_known = found is not None and not isinstance(get_proper_type(found.type), AnyType)
        return None if is_known else made_by_others


def unknown() -> AnyType:
    return AnyType(TypeOfAny.special_form)


def infinity_is_any_number(context: FunctionContext) -> Type:
    """The start of a search for the smallest is compared with whole numbers and replaced by one."""
    given = context.args[0][0] if context.args and context.args[0] else None
    is_infinity = isinstance(given, StrExpr) and given.value.strip().lstrip("+-").lower() in INFINITIES
    return unknown() if is_infinity else context.default_return_type


def room_to_be_filled(context: MethodContext) -> Type:
    """`[None] * n` is filled later."""
    made = get_proper_type(context.default_return_type)
    if isinstance(made, Instance) and made.args and isinstance(get_proper_type(made.args[0]), NoneType):
        return made.copy_modified(args=[unknown()])
    return made


def set_later(context: AttributeContext, name: str) -> Type:
    """An attribute that nobody declared and that starts as None gets its value from a subclass or another method."""
    owner = get_proper_type(context.type)
    if not isinstance(owner, Instance) or not is_inferred_member(owner, name):
        return context.default_attr_type
    found = get_proper_type(context.default_attr_type)
    if isinstance(found, NoneType):
        return unknown()
    if isinstance(found, UnionType):
        items = [unknown() if isinstance(get_proper_type(item), NoneType) else item for item in found.items]
        return UnionType.make_union(items)
    return unknown() if is_only_set(found) else found


def is_only_set(found: Type) -> bool:
    """A descriptor that sees values being set and not read: what is read is what was set."""
    return isinstance(found, Instance) and found.type.has_readable_member("__set__") and not found.type.get("__get__")


def takes_anything(context: MethodSigContext) -> CallableType:
    signature = context.default_signature
    if not is_inferred(receiver_of(context.context), context.api):
        return signature
    return signature.copy_modified(arg_types=[unknown() for _ in signature.arg_types])


def is_of_tk(fullname: str) -> bool:
    """Tk reads every value as text, so that `width="500"` is as good as `width=500`."""
    return fullname.startswith("tkinter.")


def takes_everything(context: FunctionSigContext | MethodSigContext) -> CallableType:
    """A function whose declared parameters are narrower than what it takes."""
    signature = context.default_signature
    loose = signature.copy_modified(arg_types=[unknown() for _ in signature.arg_types])
    erased = erase_typevars(loose)
    return erased if isinstance(erased, CallableType) else loose


def read_class(context: ClassDefContext) -> None:
    # What a base that is not installed takes as `class User(Model, table=True)` is not known.
    if context.cls.info.fallback_to_any:
        context.cls.keywords.clear()
    without_self(context)


def without_self(context: ClassDefContext) -> None:
    """A function that the body of its class calls is no method: its first parameter is not the instance."""
    body = context.cls.defs.body
    functions = {node.name: node for node in body if isinstance(node, FuncDef)}
    for name in {name for node in body for name in names_called(node)} & functions.keys():
        functions[name].is_static = True


def names_called(node: Node | None) -> Iterator[str]:
    """By a statement that assigns or calls, inside displays and operators too."""
    parts: list[Node | None] = []
    if isinstance(node, CallExpr):
        if isinstance(node.callee, NameExpr):
            yield node.callee.name
        parts = [node.callee, *node.args]
    elif isinstance(node, AssignmentStmt):
        parts = [node.rvalue]
    elif isinstance(node, ExpressionStmt):
        parts = [node.expr]
    elif isinstance(node, ListExpr | TupleExpr | SetExpr):
        parts = [*node.items]
    elif isinstance(node, DictExpr):
        parts = [part for item in node.items for part in item]
    elif isinstance(node, OpExpr):
        parts = [node.left, node.right]
    for part in parts:
        yield from names_called(part)


def made_by_others(context: ClassDefContext) -> bool:
    """What a decorator from a package that is not installed makes of a class is not known."""
    context.cls.info.fallback_to_any = True
    return True


def receiver_of(node: object) -> Expression | None:
    """What `node` stores into."""
    if isinstance(node, CallExpr):
        return node.callee.expr if isinstance(node.callee, MemberExpr) else None
    if isinstance(node, IndexExpr):
        return node.base
    return node.lvalue if isinstance(node, OperatorAssignmentStmt) else None


def is_inferred(expression: Expression | None, api: CheckerPluginInterface) -> bool:
    """Whether the type of a container was worked out from its first value."""
    if isinstance(expression, NameExpr):
        return isinstance(expression.node, Var) and expression.node.is_inferred
    if isinstance(expression, MemberExpr):
        owner = get_proper_type(api.get_expression_type(expression.expr))
        return isinstance(owner, Instance) and is_inferred_member(owner, expression.name)
    return is_inferred(receiver_of(expression), api) if expression else False


def is_inferred_member(owner: Instance, name: str) -> bool:
    found = owner.type.get(name)
    node = found.node if found else None
    return isinstance(node, Var) and node.is_inferred and not node.explicit_self_type

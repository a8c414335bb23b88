"""The two methods of Python's integers that Numba's lack: bit_length and bit_count. Importing this adds them."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload_method

_WORD = ir.IntType(64)
_BIT = ir.IntType(1)


def _call(builder: Any, name: str, arguments: list[Any]) -> Any:  # noqa: ANN401 - llvmlite has no types
    """Emit a call of one of LLVM's own operations on 64-bit words."""
    kind = ir.FunctionType(_WORD, [argument.type for argument in arguments])
    function = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
    return builder.call(function, arguments)


@intrinsic
def _leading_zeros(typing: Any, number: Any) -> Any:  # noqa: ANN401, ARG001 - the form that Numba asks for
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401, ARG001
        return _call(builder, "llvm.ctlz.i64", [*arguments, ir.Constant(_BIT, 0)])

    return types.int64(types.int64), generate


@intrinsic
def _ones(typing: Any, number: Any) -> Any:  # noqa: ANN401, ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401, ARG001
        return _call(builder, "llvm.ctpop.i64", [*arguments])

    return types.int64(types.int64), generate


_LEADING_ZEROS: Any = _leading_zeros
_ONES: Any = _ones


# Python's integers have these two methods, Numba's do not.
@overload_method(types.Integer, "bit_length")
def _bit_length(number: Any) -> Any:  # noqa: ANN401, ARG001
    def bit_length(number: Any) -> Any:  # noqa: ANN401
        return 64 - _LEADING_ZEROS(number)

    return bit_length


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:  # noqa: ANN401, ARG001
    def bit_count(number: Any) -> Any:  # noqa: ANN401
        return _ONES(number)

    return bit_count

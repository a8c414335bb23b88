"""The way from the plain functions of race.py to machine code: nothing is written twice, only compiled.

Importing this module imports Numba; nothing on the way to `camelup --help` or to a game without odds may do so.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils, config
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic, overload_method, register_jitable

from camelup import race

_F = TypeVar("_F", bound=Callable[..., Any])
_MONTH = 30 * 24 * 3600.0
_COMPILING = RLock()
"""Where Numba keeps its code is set for the whole process, so one thread at a time may compile."""

RACE_FUNCTIONS = (
    race._flag,  # noqa: SLF001 - the helpers must be known to the compiler too
    race._on,  # noqa: SLF001
    race._up_to,  # noqa: SLF001
    race._racing,  # noqa: SLF001
    race._above,  # noqa: SLF001
    race._offset,  # noqa: SLF001
    race.space_of,
    race.direction_of,
    race.landing,
    race.tile_step,
    race.is_pushed_back,
    race.is_beyond,
    race.lift,
    race.set_down,
    race.move,
    race.carries_racer,
    race.sits_directly_on,
    race.crazy_to_move,
    race.is_over,
    race.place_of,
    race.occupied,
    race.put_on_top,
    race.without,
)


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
_CONFIG: Any = config


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


_INLINED: set[Callable[..., Any]] = set()
"""What Numba has been told of; it keeps them too, for as long as the process lives."""


def kernel(*signatures: object, is_kept: bool = True) -> Callable[[_F], _F]:
    """Compile a function for these types, free of Python's lock, and keep the machine code for the next process.

    It is compiled, or read from the cache, when it is first called: a process pays only for the kernels it uses. What
    contains code from outside this package must not be kept, since the cache would not notice a change in it.
    """

    def declared(function: _F) -> _F:
        compiled: list[Callable[..., Any]] = []

        @wraps(function)
        def call(*arguments: Any) -> Any:  # noqa: ANN401 - whatever the kernel takes and gives
            if not compiled:
                with _COMPILING, _cache_folder() as is_usable:
                    if not compiled:  # another thread may have been first
                        compiled.append(njit(list(signatures), cache=is_usable and is_kept, nogil=True)(function))
            return compiled[0](*arguments)

        return cast("_F", call)

    return declared


def inlined(function: _F) -> _F:
    """Let kernels call a function that stays plain Python everywhere else."""
    if function not in _INLINED and not isinstance(function, Dispatcher):
        register_jitable(forceinline=True)(function)
        _INLINED.add(function)
    return function


for _function in RACE_FUNCTIONS:
    inlined(_function)


def user_cache() -> Path:
    """Give the folder for what can be made again: compiled code and solved tables. CAMELUP_CACHE chooses another."""
    if chosen := os.environ.get("CAMELUP_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "camelup"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "camelup"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "camelup"


@lru_cache(maxsize=1)
def source_hash() -> str:
    """Name the state of all sources: Numba looks at a kernel's own file alone, and would serve old code otherwise."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@contextmanager
def _cache_folder() -> Iterator[bool]:
    """Point Numba to a folder of our own while a kernel is declared, and only then; tell whether it can be used.

    Where it cannot, nothing is kept: Numba would fall back to a place that does not tell old code from new.
    """
    folder = user_cache() / "code" / source_hash()
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(folder)
    try:
        yield _made(folder)
    finally:
        _CONFIG.CACHE_DIR = before


@lru_cache(maxsize=4)
def _made(folder: Path) -> bool:
    """Make the folder for compiled code; remove those of other sources that nobody has used for a month."""
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            for other in folder.parent.iterdir():
                if time.time() - other.stat().st_mtime > _MONTH:
                    shutil.rmtree(other, ignore_errors=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False

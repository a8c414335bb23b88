"""What makes plain functions run compiled, and where their machine code is kept."""

import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config
from numba.core.dispatcher import Dispatcher
from numba.extending import register_jitable

from camelup.compiled.notice import noticing
from camelup.files import user_cache
from camelup.preparation import preparing

_F = TypeVar("_F", bound=Callable[..., Any])
_CONFIG: Any = config
_MONTH = 30 * 24 * 3600.0
_COMPILING = RLock()
"""Where Numba keeps its code is set for the whole process, so one thread at a time may compile."""

_INLINED: set[Callable[..., Any]] = set()
"""What Numba knows; it keeps them too, for as long as the process lives."""


def kernel(*signatures: object, is_cached: bool = True) -> Callable[[_F], _F]:
    """Compile a function for these types, free of Python's lock, and keep the machine code for the next process.

    It is compiled, or read from the cache, when it is first called: a process pays only for the kernels it uses. What
    contains code from outside this package must not be kept, since the cache would not notice a change in it.
    """

    def declared(function: _F) -> _F:
        compiled: list[Callable[..., Any]] = []

        @wraps(function)
        def call(*arguments: Any) -> Any:  # noqa: ANN401 - whatever the kernel takes and gives
            if not compiled:
                with preparing(), _COMPILING, noticing(), _cache_folder() as is_usable:
                    if not compiled:  # another thread may have been first
                        compiled.append(njit(list(signatures), cache=is_usable and is_cached, nogil=True)(function))
            return compiled[0](*arguments)

        return cast("_F", call)

    return declared


def inlined(function: _F) -> _F:
    """Let kernels call a function that stays plain Python everywhere else."""
    if function not in _INLINED and not isinstance(function, Dispatcher):
        register_jitable(forceinline=True)(function)
        _INLINED.add(function)
    return function


def called(function: _F) -> _F:
    """Let kernels call a function that stays plain Python everywhere else, without a copy of it in each place.

    For what is long and has many callers: with copies, kernels of a dozen policies took two minutes to compile.
    """
    if function not in _INLINED and not isinstance(function, Dispatcher):
        register_jitable(function)
        _INLINED.add(function)
    return function


KERNEL_ROOMS = ("core", "formats", "compiled", "odds", "bulk", "nets", "search")
"""Where kernels are, and what they import: a change of the server does not compile the odds again."""


@lru_cache(maxsize=1)
def source_hash() -> str:
    """Name the state of all sources that a kernel may be made of.

    Numba looks at a kernel's own file alone, and would serve old code otherwise.
    """
    digest = hashlib.sha256()
    root = Path(__file__).parent.parent
    rooms = [path for room in KERNEL_ROOMS for path in root.joinpath(room).rglob("*.py")]
    for path in sorted([*root.glob("*.py"), *rooms]):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _code_path() -> Path:
    return user_cache() / "code" / source_hash()


def code_folder() -> Path | None:
    """Return the folder that caches what these sources compile to; None if there can be none."""
    folder = _code_path()
    return folder if _made(folder) else None


@contextmanager
def _cache_folder() -> Iterator[bool]:
    """Point Numba to a folder of our own while a kernel is declared, and only then; yield whether it can be used.

    Where it cannot, nothing is kept: Numba would fall back to a place that does not distinguish old code from new.
    """
    folder = _code_path()
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

"""What a module with mutants imports: functions that a mutant can take the place of.

mutmut writes each function with a table of its mutants, and a decorator that asks at every call which one to run.
That is slow, so here the one mutant that is tried gives its code to the function, once.
"""

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any

tables: dict[str, "MutantDict"] = {}
"""The mutants of each function, by its name as mutmut writes it: `camelup.core.race.x_rank`."""
active = ""
"""The mutant whose code runs. A module that is imported later takes it up, too."""
calls: set[str] | None = None
"""Which functions were called; None where nobody wants to know."""


class MutantDict(dict[str, Any]):
    """The mutants of one function, by their names."""

    function: Any

    def __setitem__(self, name: str, mutant: Any) -> None:  # noqa: ANN401 - a function or a method
        super().__setitem__(name, mutant)
        if f"{self.function.__module__}.{name}" == active:
            self.activate(name)

    def activate(self, name: str) -> None:
        mutant = getattr(self[name], "__func__", self[name])
        self.function.__code__ = mutant.__code__
        self.function.__defaults__ = mutant.__defaults__
        self.function.__kwdefaults__ = mutant.__kwdefaults__


def activate(name: str) -> None:
    """Put a mutant in the place of its function."""
    global active  # noqa: PLW0603 - one process tries one mutant
    active = name
    function, _, _ = name.partition("__mutmut_")
    tables[function].activate(name.rpartition(".")[2])


def mutated(mutants: MutantDict, **_: object) -> Callable[[FunctionType], Callable[..., object]]:
    """Decorate a function that has mutants."""

    def decorate(function: FunctionType) -> Callable[..., object]:
        mutants.function = function
        class_name, _, name = function.__qualname__.rpartition(".")
        mangled = f"x\u01c1{class_name}\u01c1{name}" if class_name else f"x_{name}"
        key = f"{function.__module__}.{mangled}"
        tables[key] = mutants
        if calls is None:
            return function
        called = calls

        @wraps(function)
        def noted(*arguments: object, **keywords: object) -> object:
            called.add(key)
            return function(*arguments, **keywords)

        return noted

    return decorate

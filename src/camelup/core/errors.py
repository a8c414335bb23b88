"""Everything that camelup refuses, in one place.

    CamelUpError
      ActionError              an action was refused; nothing has changed
        InvalidActionError     not even a well-formed action, or an outcome that no die can show
        IllegalActionError     well formed, but the rules say no
      NotationError            a text or JSON form that cannot be read
      ImpossiblePositionError  a position that no game can reach
      ArgumentError            a function or a command was given what it does not take
      FileError                a file that cannot be read, written or used for this
      MissingPackageError      something that needs a package which is not installed
      PolicyError              a policy of bulk play that cannot be used
      ClusterError             a cluster that cannot be used, or was lost
      PlayerError              a player that is not known, or that does not play by the rules
      DiceError                dice of a finished game that are not those of its secret and its players' seeds
      RaceTableError           a table of the solved race that is absent, stale or damaged, or cannot be built
      StoreError               a database of live tables that cannot be used, or that cannot store something now
      ServerError              a server that cannot start
      RequestError             what a server refuses to a client: a table, a seat, somebody else's turn

Each error has a `code` that stays the same from version to version, for programs, and its text is a sentence for
people. docs/errors.md lists all codes.
"""

_QUOTED = 60
"""How much of a value an error quotes."""


class CamelUpError(ValueError):
    """Base of all errors that this package raises on purpose; what is raised is always one of its kinds."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type["CamelUpError"], tuple[str | None, ...]]:
        """Keep code and message when an error travels between processes."""
        return type(self), (self.code, self.message)


class ActionError(CamelUpError):
    """An action was refused; the game is as it was."""


class InvalidActionError(ActionError):
    """What was given is not an action of this game at all."""


class IllegalActionError(ActionError):
    """The rules do not allow this action now."""


class NotationError(CamelUpError):
    """A text cannot be read; the message names the place and what was expected there."""


class ImpossiblePositionError(CamelUpError):
    """The parts are readable, but no game can have them together."""


class ArgumentError(CamelUpError):
    """A function or a command was given what it does not take."""


class FileError(CamelUpError):
    """A file cannot be read or written, or holds something else."""


class MissingPackageError(CamelUpError, ImportError):
    """What was asked for needs a package that is not installed; the message says which, and how to get it.

    It is an `ImportError` too, with the `name` of the package, so that `except ImportError` works as anywhere.
    """

    def __init__(self, code: str, message: str, package: str | None = None) -> None:
        super().__init__(code, message)
        self.msg, self.name = message, package

    def __reduce__(self) -> tuple[type[CamelUpError], tuple[str | None, ...]]:
        """Keep the package, too."""
        return type(self), (self.code, self.message, self.name)


class PolicyError(CamelUpError):
    """A policy is none, cannot be compiled, or does not play by the rules."""


class PlayerError(CamelUpError):
    """There is no such player, or it does not play by the rules."""


class ClusterError(CamelUpError):
    """A cluster cannot be used, or was lost; what was written before stays."""


class DiceError(CamelUpError):
    """A finished game is not what was committed to while it was played, in dice or cards; the message says where."""


class RaceTableError(CamelUpError):
    """A table of the solved race must not be used, or cannot be built."""


class StoreError(CamelUpError):
    """The database cannot be used, or cannot store something now; nothing has changed."""


class ServerError(CamelUpError):
    """A server cannot start."""


class RequestError(CamelUpError):
    """A server refused what a client asked for; nothing has changed."""


def quoted(value: object) -> str:
    """Quote what was given instead of what was expected, cut where it is long.

    >>> quoted("B"), quoted([7] * 1000)
    ("'B'", '[7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,...')
    """
    try:
        text = repr(value[:_QUOTED] if isinstance(value, str) else value)
    except ValueError:  # a number with more digits than Python writes
        text = f"a very large {type(value).__name__}"
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."

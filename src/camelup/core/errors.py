"""Everything that camelup refuses, in one place.

    CamelUpError
      ActionError              an action was refused; nothing has changed
        InvalidActionError     not even a well-formed action, or an outcome that no die can show
        IllegalActionError     well formed, but the rules say no
      NotationError            a text or JSON form that cannot be read
      ImpossiblePositionError  a position that no game can reach

Each error has a `code` that stays the same from version to version, for programs, and its text is a sentence for
people.
"""


class CamelUpError(ValueError):
    """Base of all errors that this package raises on purpose."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type["CamelUpError"], tuple[str, str]]:
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

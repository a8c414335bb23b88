"""Players: whatever can choose an action from what one seat sees."""

from typing import Protocol

from camelup.core.actions import Action
from camelup.core.view import View


class Player(Protocol):
    """Somebody who plays a seat. It is asked when it is its turn, and sees no more than a person there would."""

    def choose(self, view: View) -> Action:
        """Choose one of `view.legal`."""
        ...

"""A line to type, over another screen."""

from typing import cast

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from camelup.tui.host import Host


class AskScreen(ModalScreen[str | None]):
    """A question that is answered with a line; Esc gives none."""

    DEFAULT_CSS = """
    AskScreen { align: center middle; background: transparent; }
    AskScreen > Vertical { width: 64; height: auto; padding: 1 2; }
    AskScreen Label { width: 100%; }
    AskScreen Input { padding: 0 1; margin: 1 0; }
    """

    def __init__(self, question: str, value: str = "", most: int = 200) -> None:
        super().__init__()
        self._question, self._value, self._most = question, value, most

    def compose(self) -> ComposeResult:
        """Show the question and the line."""
        with Vertical() as box:
            palette = cast("Host", self.app).palette
            box.styles.background, box.styles.color = palette.panel, palette.text
            yield Label(self._question, markup=False)
            line = Input(self._value, max_length=self._most, compact=True)
            line.styles.background, line.styles.color = palette.ground, palette.text
            yield line
            foot = Label("Enter  done   Esc  cancel")
            foot.styles.color = palette.dim
            yield foot

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give what was typed."""
        self.dismiss(event.value.strip() or None)

    def on_key(self, event: Key) -> None:
        """Let Esc cancel."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)

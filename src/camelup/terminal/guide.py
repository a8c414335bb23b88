"""The rules in a few lines, for somebody who asks in the middle of a game."""

from textwrap import wrap

from camelup.core.edition import DICE_PER_LEG, FINISH_REWARDS, LATER_FINISH_REWARD, Edition
from camelup.terminal.board import WIDTH

_INDENT = 12


def guide(edition: Edition, players: int, columns: int = WIDTH) -> list[str]:
    """Say what each action does, how to read the board, and what else can be typed."""
    paragraphs = [_ending(edition), *([_CRAZY] if edition.crazy else []), _reading(edition), _OTHERWISE]
    opening = (
        "Camels race to the right and carry whatever stands on their backs; on one space the higher one is ahead. "
        "Money is counted in EP, Egyptian Pounds, and the most of it wins. On your turn you do one thing:"
    )
    return [
        *wrap(opening, columns),
        *(line for action, text in _actions(edition, players).items() for line in _entry(action, text, columns)),
        *(line for text in paragraphs for line in ["", *wrap(text, columns)]),
    ]


_CRAZY = (
    "The crazy camels <K (black) and <W (white) run to the left, and nobody bets on them. The grey die x moves the one "
    "whose colour it shows; but if only one of them has racing camels on its back, it moves that one, and if one sits "
    "directly on the other, the upper one."
)
_OTHERWISE = (
    "Enter alone shows the table again, m the numbered list; h is a hint: what the champion would do, and why; save "
    "FILE saves the game there, now and as it goes on; q leaves."
)


def _actions(edition: Edition, players: int) -> dict[str, str]:
    words = edition.words
    first, *others = FINISH_REWARDS
    command = "" if "ticket" in words.ticket else " (ticket is the command for it)"
    actions = {
        "roll": f"take a {words.pyramid_ticket}, worth 1 EP; a die comes out, and its camel moves (r will do)",
        "ticket g": f"take green's top {words.ticket}{command}: it pays its value if green leads when the leg ends, "
        "1 EP if green is second, and costs 1 EP otherwise",
        "tile 5+": f"lay your {words.tile} on 5; it must be empty, not 1 and not next to another one. A camel landing "
        f"there goes one on (5+, {words.cheering}) or one back and underneath (5-, {words.booing}), and you gain 1 EP",
        "winner b": f"lay your blue {words.card} on the winner deck (loser b: on the loser deck). At the end the "
        f"earliest right card of a deck earns {first} EP, then {', '.join(map(str, others))}, and all later ones "
        f"{LATER_FINISH_REWARD}; each wrong one costs 1 EP",
    }
    if edition.has_partnerships(players):
        actions["partner C"] = "be partners with C for this leg: both also get what the other's best ticket brings"
    return actions


def _ending(edition: Edition) -> str:
    words = edition.words
    return (
        f"A leg ends when {DICE_PER_LEG} dice are out: it is scored, and {words.ticket}s, {words.tile}s and dice go "
        "back. The race ends when a camel crosses the line: then the decks are scored too."
    )


def _reading(edition: Edition) -> str:
    grey = ", x the grey one" if edition.crazy else ""
    letters = ", ".join(f"{camel} {camel.colour}" for camel in edition.racing)
    return (
        f"How to read it: {letters}. On the board, +B is the {edition.words.tile} of B. Dice in are those still in the "
        f"pyramid{grey}. On the decks, B? is a card of B, the oldest first; only your own show their colour."
    )


def _entry(action: str, text: str, columns: int) -> list[str]:
    return wrap(text, columns, initial_indent=f"  {action}".ljust(_INDENT), subsequent_indent=" " * _INDENT)

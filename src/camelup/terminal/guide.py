"""The rules in a few lines, for somebody who asks in the middle of a game."""

from textwrap import wrap

from camelup.edition import DICE_PER_LEG, FINISH_REWARDS, LATER_FINISH_REWARD, Edition
from camelup.terminal.board import WIDTH

_INDENT = 12


def guide(edition: Edition, players: int) -> list[str]:
    """Say what each action does, how to read the board, and what else can be typed."""
    words = edition.words
    rewards = ", ".join(map(str, (*FINISH_REWARDS, LATER_FINISH_REWARD)))
    actions = {
        "roll": f"take a {words.pyramid_ticket}, worth 1 EP; a die comes out, and its camel moves",
        "ticket g": f"take green's top {words.ticket}: it pays its value if green leads when the leg ends, 1 EP if "
        "green is second, and costs 1 EP otherwise",
        "tile 5+": f"lay your {words.tile} on 5; it must be empty, not 1 and not next to another one. A camel landing "
        f"there goes one on (+, {words.cheering}) or one back and underneath (-, {words.booing}), and you gain 1 EP",
        "winner b": f"lay your blue {words.card} on the winner deck (loser b: on the loser deck); at the end the right "
        f"ones earn {rewards} EP in their order, and each wrong one costs 1 EP",
    }
    if edition.has_partnerships(players):
        actions["partner C"] = "be partners with C for this leg: both also get what the other's best ticket brings"
    ending = (
        f"A leg ends when {DICE_PER_LEG} dice are out: it is scored, and tiles and tickets go back. The race ends when "
        "a camel crosses the line: then the decks are scored too, and the most money wins."
    )
    crazy = (
        "The crazy camels <K and <W run to the left, and nobody bets on them. The grey die x moves the one whose "
        "colour it shows; but if only one of them has racing camels on its back, it moves that one, and if one sits "
        "directly on the other, the upper one."
    )
    reading = (
        f"On the board, +B is the {words.tile} of B. On the decks, B? is a card of B, the oldest first; only your own "
        "show their colour."
    )
    return [
        *_paragraph(
            "Camels race to the right and carry whatever stands on their backs; on one space the higher one is ahead. "
            "On your turn you do one thing:"
        ),
        *(line for action, text in actions.items() for line in _entry(action, text)),
        *_paragraph(ending),
        *(_paragraph(crazy) if edition.crazy else ()),
        *_paragraph(reading),
        *_paragraph(f"Letters: {', '.join(f'{camel} {camel.colour}' for camel in edition.racing)}."),
        *_paragraph("Enter alone shows the table again, save FILE saves the game, q leaves it."),
    ]


def _paragraph(text: str) -> list[str]:
    return wrap(text, WIDTH)


def _entry(action: str, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=f"  {action}".ljust(_INDENT), subsequent_indent=" " * _INDENT)

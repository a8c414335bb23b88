"""The rules in brief, shown by `?` during a game."""

from textwrap import wrap

from camelup.core.edition import DICE_PER_LEG, FINISH_REWARDS, LATER_FINISH_REWARD, Edition
from camelup.formats.text_board import WIDTH

_INDENT = 12


def guide(edition: Edition, players: int, columns: int = WIDTH) -> list[str]:
    """Explain the actions, the board and the other commands."""
    paragraphs = [_ending(edition), *([_CRAZY] if edition.crazy else []), _reading(edition), _COMMANDS]
    opening = (
        "Camels race to the right and carry the camels on their backs; in a stack, the higher camel is ahead. "
        "The player with the most money wins, counted in Egyptian pounds. On your turn, choose one action:"
    )
    return [
        *wrap(opening, columns),
        *(line for action, text in _actions(edition, players).items() for line in _entry(action, text, columns)),
        *(line for text in paragraphs for line in ["", *wrap(text, columns)]),
    ]


_CRAZY = (
    "The crazy camels <K (black) and <W (white) run to the left, and nobody bets on them. The grey die x moves the one "
    "it shows, with two exceptions: if only one of them carries racing camels, that one moves; if one sits directly on "
    "the other, the upper one moves."
)
_COMMANDS = (
    "Other commands: Enter shows the table again, m the numbered list. h gives a hint: the champion's choice, and why. "
    "save FILE saves the game now and after every turn. q quits."
)


def _actions(edition: Edition, players: int) -> dict[str, str]:
    words = edition.words
    first, *others = FINISH_REWARDS
    ticket = words.ticket if "ticket" in words.ticket else f"{words.ticket} (ticket for short)"
    actions = {
        "roll": f"take a {words.pyramid_ticket}, worth 1 pound; a die comes out and its camel moves (or just r)",
        "ticket g": f"take green's top {ticket}: it pays its value if green leads when the leg ends, "
        "1 pound if green is second, and costs 1 pound otherwise",
        "tile 5+": f"place your {words.tile} on 5; the space must be empty, not 1, and not next to another tile. A "
        f"camel that lands there steps forward (5+, {words.cheering}) or back, under the camels there (5-, "
        f"{words.booing}), and you get 1 pound",
        "winner b": f"bet blue to win, with your blue {words.card} (loser b: to come last). After the race, correct "
        f"cards pay {first} pounds, {', '.join(map(str, others))}, then {LATER_FINISH_REWARD} each in the order "
        "played; wrong ones cost 1",
    }
    if edition.has_partnerships(players):
        actions["partner C"] = "partner with C for this leg: each also gets what the other's best ticket pays"
    return actions


def _ending(edition: Edition) -> str:
    words = edition.words
    return (
        f"A leg ends after {DICE_PER_LEG} dice: it is scored, and {words.ticket}s, {words.tile}s and dice go "
        "back. The race ends when a camel crosses the line; then the decks are scored too."
    )


def _reading(edition: Edition) -> str:
    grey = ", x the grey one" if edition.crazy else ""
    letters = ", ".join(f"{camel} {camel.colour}" for camel in edition.racing)
    return (
        f"Letters: {letters}. On the board, +B is B's {edition.words.tile}. Dice in are those still in the "
        f"pyramid{grey}. On the decks, B? is a card of B, oldest first; only your own show their colour."
    )


def _entry(action: str, text: str, columns: int) -> list[str]:
    return wrap(text, columns, initial_indent=f"  {action}".ljust(_INDENT), subsequent_indent=" " * _INDENT)

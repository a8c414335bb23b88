"""Events and actions as sentences for people, in the words of the edition.

Names are by seat; somebody called "You" is spoken to:

>>> from camelup.core.edition import SECOND
>>> from camelup.core.state import Ticket
>>> describe(TicketTaken(0, Ticket(Camel.GREEN, 5)), SECOND, ["You", "Bo"])
['You take the green betting ticket worth 5.']
>>> describe(TilePlaced(1, 8, Side.BOOING, 5), SECOND, ["You", "Bo"])
['Bo moves their spectator tile from 5 to 8, booing side up.']
"""

from collections.abc import Iterable, Mapping, Sequence

from camelup.core import race
from camelup.core.actions import Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import TILE_REWARD, Camel, Edition, Side
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    CardScored,
    DieRevealed,
    Event,
    GameEnded,
    GreyReason,
    LegReward,
    LegScored,
    LegStarted,
    PartnersJoined,
    RaceEnded,
    TicketTaken,
    TileHit,
    TilePlaced,
)
from camelup.core.state import State
from camelup.core.view import View

YOU = "You"
"""The name of whoever is spoken to."""

Stacks = Mapping[int, tuple[Camel, ...]]
"""Camels by space, each stack from bottom to top."""


def describe_all(
    events: Iterable[Event],
    edition: Edition,
    names: Sequence[str],
    money_before: Sequence[int | None] | None = None,
    stacks: Stacks | None = None,
) -> list[list[str]]:
    """Describe events that belong together, the sentences of each.

    `money_before` is what everybody had before them, `stacks` where the camels were. One event explains another here:
    the grey die tells why another camel moves than the one it shows, what somebody had tells how much of a loss was
    paid, and the stacks tell onto whom a camel lands.

    >>> from camelup.core.actions import Face
    >>> from camelup.core.edition import SECOND
    >>> die = DieRevealed(1, Face(Camel.CRAZY_BLACK, 2), GreyReason.ON_TOP)
    >>> moved = CamelMoved((Camel.CRAZY_WHITE,), 14, 12, is_under=False)
    >>> for sentences in describe_all([die, moved], SECOND, ["You", "Bo"]):
    ...     print(*sentences)
    Bo takes a pyramid ticket: grey die, black 2.
    The white crazy camel, sitting on the black one, moves in its place from 14 to 12.
    >>> moved = CamelMoved((Camel.GREEN, Camel.BLUE), 1, 2, is_under=False)
    >>> describe_all([moved], SECOND, [], stacks={1: (Camel.RED, Camel.GREEN, Camel.BLUE), 2: (Camel.PURPLE,)})
    [['Green moves from 1 to 2, carrying blue, onto purple.']]
    """
    sentences = []
    money = list(money_before or [None] * len(names))
    standing = None if stacks is None else dict(stacks)
    die: DieRevealed | None = None
    for event in events:
        if isinstance(event, CamelMoved):
            sentences.append([_move(event, die, None if standing is None else _landing(standing, event))])
            die = None
        else:
            sentences.append(describe(event, edition, names, money))
        match event:
            case DieRevealed():
                die = event
            case TileHit() | CardScored():
                money[event.seat] = event.money
            case LegScored():
                money = [reward.money for reward in event.rewards]
            case _:
                pass
    return sentences


def describe(
    event: Event, edition: Edition, names: Sequence[str], money_before: Sequence[int | None] | None = None
) -> list[str]:
    """Say what happened: most events are one sentence, a scoring has one for each player.

    `money_before` is what everybody had before it, as far as that is known.
    """
    match event:
        case CamelMoved():
            return [_move(event, None, None)]
        case TileHit(seat, space, side, money):
            whose = f"{_possessive(names[seat])} {edition.words.tile}, {_up(edition, side)}"
            paid = f"{_does(_mid(names[seat]), 'gain')} {TILE_REWARD} EP{_now(names[seat], money)}"
            return [f"On {space} lies {whose}: {paid}."]
        case RaceEnded(is_clockwise):
            backwards = (
                "" if is_clockwise else ", run backwards: racing camels carried over the line this way come last"
            )
            return [f"The race is over{backwards}."]
        case LegScored() | LegStarted() | CardScored() | GameEnded():
            return _describe_scoring(event, edition, names, money_before or [None] * len(names))
        case _:
            return [_describe_turn(event, edition, names)]


def _describe_turn(
    event: TicketTaken | TilePlaced | CardPlayed | PartnersJoined | DieRevealed, edition: Edition, names: Sequence[str]
) -> str:
    """Say what somebody did."""
    words = edition.words
    name = names[event.seat]
    match event:
        case TicketTaken(_, ticket):
            verb, what = "take", f"the {ticket.camel.colour} {words.ticket} worth {ticket.value}"
        case TilePlaced(_, space, side, None):
            verb, what = "place", f"{_own(name)} {words.tile} on {space}, {_up(edition, side)}"
        case TilePlaced(_, space, side, old):
            verb, what = "move", f"{_own(name)} {words.tile} from {old} to {space}, {_up(edition, side)}"
        case CardPlayed(_, deck, camel):
            which = f"{_own(name)} {camel.colour}" if camel else "a"
            verb, what = "lay", f"{which} {words.card} on the {deck} deck"
        case PartnersJoined(_, partner):
            return f"{name} and {_mid(names[partner])} become betting partners for this leg."
        case _:  # only DieRevealed is left
            grey = "grey die, " if event.face.camel.is_crazy else ""
            verb, what = "take", f"a {words.pyramid_ticket}: {grey}{event.face.camel.colour} {event.face.number}"
    return f"{_does(name, verb)} {what}."


def _describe_scoring(
    event: LegScored | LegStarted | CardScored | GameEnded,
    edition: Edition,
    names: Sequence[str],
    money_before: Sequence[int | None],
) -> list[str]:
    """Say what everybody gains and loses, and what comes next."""
    match event:
        case LegScored(leg, ranking, rewards):
            first, *others = [camel.colour for camel in ranking]
            order = f"Leg {leg} ends: {first} leads, then {_and(others)}."
            return [
                order,
                *(_leg_reward(reward, edition, names[reward.seat], money_before[reward.seat]) for reward in rewards),
            ]
        case LegStarted(leg, seat):
            return [f"Leg {leg} begins: all dice are in the pyramid, and {_does(_mid(names[seat]), 'have')} the turn."]
        case CardScored(deck, seat, camel, reward, money):
            card = f"{_possessive(names[seat])} {camel.colour} {edition.words.card}"
            change = f"{_does(_mid(names[seat]), _gain_or_lose(reward))} {abs(reward)} EP"
            rest = _left(names[seat], reward, money_before[seat], money)
            return [f"{deck.capitalize()} deck, {card}: {change}{rest}."]
        case GameEnded(winner, loser, money, victors):
            who = [names[victors[0]], *(_mid(names[seat]) for seat in victors[1:])]
            wins = _does(who[0], "win") if len(victors) == 1 else f"{_and(who)} share the victory"
            amounts = [f"{name} {amount}" for name, amount in zip(names, money, strict=True)]
            return [
                f"{winner.colour.capitalize()} has won the race, and {loser.colour} is last.",
                f"The money: {', '.join(amounts)}.",
                f"{wins} with {money[victors[0]]} EP.",
            ]


def describe_result(table: State | View, names: Sequence[str]) -> list[str]:
    """Say how a game ended that is over."""
    money = tuple(amount or 0 for amount in table.money)
    ended = GameEnded(table.ranking[0], table.ranking[-1], money, table.victors)
    return describe(ended, table.edition, names)


def describe_action(action: Action, edition: Edition, names: Sequence[str]) -> str:
    """Say what an action is, as an item of a menu.

    >>> from camelup.core.edition import FIRST
    >>> describe_action(PlaceTile(5, Side.CHEERING), FIRST, [])
    'Place your desert tile on 5, oasis side up'
    """
    words = edition.words
    match action:
        case Roll():
            return f"Take a {words.pyramid_ticket} and reveal a die"
        case TakeTicket(camel):
            return f"Take the top {camel.colour} {words.ticket}"
        case PlaceTile(space, side):
            return f"Place your {words.tile} on {space}, {_up(edition, side)}"
        case PlayCard(deck, camel):
            return f"Lay {f'your {camel.colour}' if camel else 'a'} {words.card} on the {deck} deck"
        case JoinPartner(seat):
            return f"Become betting partners with {_mid(names[seat])}"


def name_action(action: Action, edition: Edition, names: Sequence[str], owner: str | None = None) -> str:
    """Name an action in a few words within a sentence, or as that of its owner.

    >>> from camelup.core.edition import SECOND
    >>> name_action(TakeTicket(Camel.YELLOW), SECOND, []), name_action(PlaceTile(7, Side.BOOING), SECOND, [], "Mei")
    ('a ticket for yellow', "Mei's booing on 7")
    """
    article, whose = ("a ", "the ") if owner is None else (f"{_possessive(owner)} ",) * 2
    match action:
        case Roll():
            return f"{article}roll"
        case TakeTicket(camel):
            return f"{article}ticket for {camel.colour}"
        case PlaceTile(space, side):
            return f"{'' if owner is None else whose}{edition.words.side(side)} on {space}"
        case PlayCard(deck, camel):
            return f"{whose}{f'{camel.colour} card' if camel else 'card'} on the {deck} deck"
        case JoinPartner(seat):
            return f"{article}partnership with {_mid(names[seat])}"


# --- Parts of sentences ---------------------------------------------------------------------------------------


def _does(name: str, verb: str) -> str:
    """Make the verb agree with its subject."""
    if name in {YOU, _mid(YOU)}:
        return f"{name} {verb}"
    return f"{name} {'has' if verb == 'have' else verb + 's'}"


def _mid(name: str) -> str:
    """Give a name as it is written within a sentence."""
    return name.lower() if name == YOU else name


def _own(name: str) -> str:
    """Give the word for what belongs to the subject of the sentence."""
    return "your" if name == YOU else "their"


def _possessive(name: str) -> str:
    return "your" if name == YOU else f"{name}'s"


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _up(edition: Edition, side: Side) -> str:
    return f"{edition.words.side(side)} side up"


def _camel(camel: Camel) -> str:
    return f"the {camel.colour} crazy camel" if camel.is_crazy else camel.colour


def _now(name: str, money: int | None) -> str:
    """Tell the money after a payment, if it is known."""
    return "" if money is None else f" and {'have' if name == YOU else 'has'} {money}"


def _left(name: str, change: int, money_before: int | None, money: int | None) -> str:
    """Tell the money after a gain or loss, and that a loss was greater than what was there to pay it."""
    if change >= 0 or money != 0:
        return _now(name, money)
    if money_before is None:
        return ", stopping at 0"
    if money_before + change >= 0:
        return _now(name, money)
    return f", but had only {money_before}{_now(name, money)}" if money_before else ", but had nothing"


def _gain_or_lose(change: int) -> str:
    return "lose" if change < 0 else "gain"


def _landing(stacks: dict[int, tuple[Camel, ...]], event: CamelMoved) -> Camel | None:
    """Move a unit in these stacks; give the camel that it comes to sit on, or to stand under."""
    there = stacks.get(event.end, ())
    stacks[event.start] = stacks[event.start][: -len(event.unit)]
    stacks[event.end] = event.unit + there if event.is_under else there + event.unit
    if not there:
        return None
    return there[0] if event.is_under else there[-1]


def _why(die: DieRevealed) -> str:
    """Tell why another crazy camel moves than the one that the grey die shows."""
    match die.reason:
        case GreyReason.ONLY_CARRIER:
            return ", the only one carrying racing camels,"
        case GreyReason.ON_TOP:
            return f", sitting on the {die.face.camel.colour} one,"
        case _:
            return ""


def _move(event: CamelMoved, die: DieRevealed | None, landing: Camel | None) -> str:
    """Tell a move: the die that caused it, as the grey one need not name the camel that moves, and where it lands."""
    bottom, *carried = event.unit
    subject = _camel(bottom)
    subject = subject[0].upper() + subject[1:]
    instead = ""
    if die is not None and die.face.camel != bottom:
        instead = " in its place"
        subject += _why(die)
    load = f", carrying {_and([_camel(camel) for camel in carried])}" if carried else ""
    is_clockwise = event.end > event.start
    if event.end in {race.OVER_THE_LINE, race.BEHIND_THE_LINE}:
        backwards = "" if is_clockwise else " backwards"
        return f"{subject} moves{instead} from {event.start} over the finish line{backwards}{load}."
    if event.is_under:
        above = _camel(landing) if landing else "the camels there"
        return f"{subject} goes back to {event.end}{load}, underneath {above}."
    onto = f", onto {_camel(landing)}" if landing else ""
    return f"{subject} moves{instead} from {event.start} to {event.end}{load}{onto}."


def _leg_reward(reward: LegReward, edition: Edition, name: str, money_before: int | None) -> str:
    """Itemise what a leg brought a player."""
    parts = [f"{ticket.camel.colour} {ticket.value} {amount:+}" for ticket, amount in reward.tickets]
    if reward.pyramid_tickets:
        plural = "s" if reward.pyramid_tickets > 1 else ""
        word = edition.words.pyramid_ticket
        parts.append(f"{reward.pyramid_tickets} {word}{plural} {reward.pyramid_tickets:+}")
    if reward.copied:
        parts.append(f"copied from {_own(name)} partner {reward.copied:+}")
    if not parts:
        return f"{_does(name, 'gain')} nothing{_now(name, reward.money)}."
    change = f"{abs(reward.total)} EP" if reward.total else "nothing in all"
    rest = _left(name, reward.total, money_before, reward.money)
    return f"{_does(name, _gain_or_lose(reward.total))} {change}{rest}: {', '.join(parts)}."

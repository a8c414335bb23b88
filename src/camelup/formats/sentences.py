"""Events and actions as short sentences, as players say them at the table.

What somebody did, and what it paid, is in the past tense; how the race stands is in the present. A sentence names
everybody, except its reader: the seat that it is written for is "You".

>>> from camelup.core.edition import SECOND
>>> from camelup.core.state import Ticket
>>> describe_events([TicketTaken(0, Ticket(Camel.GREEN, 5))], SECOND, ["Ann", "Bo"])
[['Ann took green 5.']]
>>> describe_events([TicketTaken(0, Ticket(Camel.GREEN, 5))], SECOND, ["Ann", "Bo"], reader=0)
[['You took green 5.']]
"""

from collections.abc import Iterable, Mapping, Sequence

from camelup.core import race
from camelup.core.actions import Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import TILE_REWARD, Camel, Deck, Edition, Side
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
from camelup.core.validity import find_edition
from camelup.core.view import View

YOU = "You"
"""How a sentence addresses its reader. A player with this name, as in games of the terminal, is always the reader."""

Stacks = Mapping[int, tuple[Camel, ...]]
"""Camels by space, each stack from bottom to top."""


_THIRD_PERSON = {"are": "is", "go": "goes"}


class People:
    """What everybody is called in a sentence: by name, except its reader, who is "You"."""

    __slots__ = ("_names", "_reader")

    def __init__(self, names: Sequence[str], reader: int | None) -> None:
        """Take the names by seat, and the seat that is spoken to, if any."""
        self._names = names
        self._reader = reader

    def is_reader(self, seat: int) -> bool:
        """Whether a sentence speaks to this seat."""
        return seat == self._reader or self._names[seat] == YOU

    def start(self, seat: int) -> str:
        """Give the subject that a sentence starts with."""
        return YOU if seat == self._reader else self._names[seat]

    def within(self, seat: int) -> str:
        """Give a name within a sentence."""
        return "you" if self.is_reader(seat) else self._names[seat]

    def whose(self, seat: int) -> str:
        """Give the word for what belongs to a seat."""
        return "your" if self.is_reader(seat) else f"{self._names[seat]}'s"

    def verb(self, seat: int, verb: str) -> str:
        """Make a verb in the present tense agree with its subject.

        >>> people = People(["Ann", "Bo"], reader=0)
        >>> [people.verb(seat, verb) for verb in ("win", "are") for seat in (0, 1)]
        ['win', 'wins', 'are', 'is']
        """
        return verb if self.is_reader(seat) else _THIRD_PERSON.get(verb) or f"{verb}s"

    def everybody(self) -> list[str]:
        """List all names, by seat."""
        return [self.start(seat) for seat in range(len(self._names))]


def describe_events(  # noqa: PLR0913 - all that a sentence depends on
    events: Iterable[Event],
    edition: Edition | int,
    names: Sequence[str],
    reader: int | None = None,
    *,
    money_before: Sequence[int | None] | None = None,
    stacks: Stacks | None = None,
) -> list[list[str]]:
    """Give the sentences of each event. Events of one action belong together, because one explains another.

    `names` is by seat, `reader` the seat that the sentences speak to. `money_before` says how much of a loss could be
    paid, and `stacks`, where the camels stood, says onto whom a camel moved.

    >>> from camelup.core.actions import Face
    >>> from camelup.core.edition import SECOND
    >>> die = DieRevealed(1, Face(Camel.CRAZY_BLACK, 2), GreyReason.ON_TOP)
    >>> moved = CamelMoved((Camel.CRAZY_WHITE,), 14, 12, is_under=False)
    >>> describe_events([die, moved], SECOND, ["Ann", "Bo"])
    [['Bo rolled black 2.'], ['White moved instead: it sat on black. It went to 12.']]
    >>> moved = CamelMoved((Camel.GREEN, Camel.BLUE), 1, 2, is_under=False)
    >>> describe_events([moved], SECOND, [], stacks={1: (Camel.RED, Camel.GREEN, Camel.BLUE), 2: (Camel.PURPLE,)})
    [['Green carried blue to 2, onto purple.']]
    """
    edition, people = find_edition(edition), People(names, reader)
    money = list(money_before or [None] * len(names))
    standing = None if stacks is None else dict(stacks)
    sentences = []
    listed = list(events)
    for last, event in zip([None, *listed], listed, strict=False):
        match event:
            case CamelMoved():
                landing = None if standing is None else _move_stack(standing, event)
                sentences.append([_describe_move(event, last, landing)])
            case TileHit(seat, _, side):
                pays = f"you got {TILE_REWARD}" if people.is_reader(seat) else f"{names[seat]} +{TILE_REWARD}"
                sentences.append([f"It hit {people.whose(seat)} {_tile(edition, side)}: {pays}."])
                money[seat] = event.money
            case RaceEnded():
                sentences.append([_describe_finish(event, last)])
            case LegScored():
                sentences.append(_describe_leg(event, people, money))
                money = [reward.money for reward in event.rewards]
            case CardScored(deck, seat, camel, reward, left):
                change = _describe_change(reward, money[seat], left)
                sentences.append([f"{people.start(seat)} bet {_bet(deck, camel)} and {change}."])
                money[seat] = left
            case _:
                sentences.append(_describe_other(event, edition, people))
    return sentences


def named_seats(events: Iterable[Event]) -> set[int]:
    """List the seats that sentences about these events name; to all others the sentences are the same.

    >>> sorted(named_seats([PartnersJoined(0, 2), LegStarted(2, 1)]))
    [0, 1, 2]
    """
    seats: set[int] = set()
    for event in events:
        match event:
            case CamelMoved() | RaceEnded():
                pass
            case LegScored(_, _, rewards):
                seats.update(reward.seat for reward in rewards)
            case GameEnded():
                seats.update(range(len(event.money)))
            case PartnersJoined(seat, partner):
                seats |= {seat, partner}
            case _:
                seats.add(event.seat)
    return seats


def describe_result(table: State | View, names: Sequence[str], reader: int | None = None) -> list[str]:
    """Say how a finished game ended."""
    money = tuple(amount or 0 for amount in table.money)
    ended = GameEnded(table.ranking[0], table.ranking[-1], money, table.victors)
    return _describe_end(ended, People(names, reader))


def describe_action(action: Action, edition: Edition | int, names: Sequence[str]) -> str:
    """Say what an action does, as an item of a menu.

    >>> from camelup.core.edition import FIRST, SECOND
    >>> describe_action(PlaceTile(5, Side.CHEERING), FIRST, []), describe_action(TakeTicket(Camel.RED), SECOND, [])
    ('Place an oasis on 5', 'Take the top red ticket')
    """
    match action:
        case Roll():
            return "Roll a die"
        case TakeTicket(camel):
            return f"Take the top {camel.colour} ticket"
        case PlaceTile(space, side):
            return f"Place {_a_tile(find_edition(edition), side)} on {space}"
        case PlayCard(deck, camel):
            return f"Bet {_bet(deck, camel)}"
        case JoinPartner(seat):
            return f"Partner with {names[seat]}"


def name_action(action: Action, edition: Edition | int, names: Sequence[str]) -> str:
    """Give an action in as few words as possible.

    >>> from camelup.core.edition import FIRST, SECOND
    >>> name_action(TakeTicket(Camel.YELLOW), SECOND, []), name_action(PlayCard(Deck.LOSER, Camel.RED), SECOND, [])
    ('take yellow', 'bet red to lose')
    >>> name_action(PlaceTile(7, Side.BOOING), SECOND, []), name_action(PlaceTile(7, Side.BOOING), FIRST, [])
    ('boo on 7', 'mirage on 7')
    """
    match action:
        case Roll():
            return "roll"
        case TakeTicket(camel):
            return f"take {camel.colour}"
        case PlaceTile(space, side):
            return f"{find_edition(edition).words.side(side).removesuffix('ing')} on {space}"
        case PlayCard(deck, camel):
            return f"bet {_bet(deck, camel)}"
        case JoinPartner(seat):
            return f"partner with {names[seat]}"


# --- The parts of a turn --------------------------------------------------------------------------------------


_Deed = TicketTaken | TilePlaced | CardPlayed | PartnersJoined | DieRevealed


def _describe_other(event: _Deed | LegStarted | GameEnded, edition: Edition, people: People) -> list[str]:
    """Describe an event that needs nothing besides itself."""
    match event:
        case LegStarted(leg, seat):
            return [f"Leg {leg}. {people.start(seat)} {people.verb(seat, 'start')}."]
        case GameEnded():
            return _describe_end(event, people)
        case _:
            return [f"{people.start(event.seat)} {_describe_deed(event, edition, people)}."]


def _describe_deed(event: _Deed, edition: Edition, people: People) -> str:
    """Say what somebody did, without the subject."""
    match event:
        case TicketTaken(_, ticket):
            return f"took {ticket.camel.colour} {ticket.value}"
        case TilePlaced(_, space, side, None):
            return f"placed {_a_tile(edition, side)} on {space}"
        case TilePlaced(seat, space, side, old):
            whose = "your" if people.is_reader(seat) else "their"
            return f"moved {whose} tile from {old} to {space}, {edition.words.side(side)} side up"
        case CardPlayed(_, deck, camel):
            return f"bet {_bet(deck, camel)}"
        case PartnersJoined(_, partner):
            return f"partnered with {people.within(partner)} for this leg"
        case DieRevealed(_, face):
            return f"rolled {face.camel.colour} {face.number}"


def _describe_move(event: CamelMoved, last: Event | None, landing: Camel | None) -> str:
    """Describe a move; `last` is the event before it, `landing` the camel that the unit comes to sit on or to carry."""
    bottom, *carried = event.unit
    subject, instead = bottom.colour.capitalize(), ""
    if isinstance(last, DieRevealed) and last.face.camel != bottom:
        subject, instead = "It", f"{subject} moved instead{_why(last)}. "
    is_clockwise = event.end > event.start
    is_back = is_clockwise == bottom.is_crazy  # only a tile sends a camel back
    load = _and([camel.colour for camel in carried])
    if event.end in {race.OVER_THE_LINE, race.BEHIND_THE_LINE}:
        across = f"carried {load} across" if carried else "crossed"
        done = f"{across} the finish line{' backwards' if _carries_racers_back(event) else ''}"
    elif is_back or isinstance(last, TileHit):  # the sentence before it has named the load
        done = f"stepped {'back' if is_back else 'forward'} to {event.end}"
    elif carried:
        done = f"carried {load} to {event.end}"
    else:
        done = f"{'went' if instead else 'moved'} to {event.end}"
    beside = ""
    if event.end not in {race.OVER_THE_LINE, race.BEHIND_THE_LINE}:
        if event.is_under:
            beside = f", under {landing.colour if landing else 'the camels there'}"
        elif landing:
            beside = f", onto {landing.colour}"
    return f"{instead}{subject} {done}{beside}."


def _carries_racers_back(event: CamelMoved) -> bool:
    """Whether a crazy camel carries racers over the line; that they run the other way themselves is normal."""
    return event.end == race.BEHIND_THE_LINE and not all(camel.is_crazy for camel in event.unit)


def _describe_finish(event: RaceEnded, last: Event | None) -> str:
    """Say that the race is over, and who comes last if racers were carried the wrong way; `last` is the last move."""
    is_wrong_way = _carries_racers_back(last) if isinstance(last, CamelMoved) else not event.is_clockwise
    return f"The race is over.{' Racers carried backwards over the line come last.' if is_wrong_way else ''}"


def _move_stack(stacks: dict[int, tuple[Camel, ...]], event: CamelMoved) -> Camel | None:
    """Move a unit in these stacks; give the camel that it comes to sit on, or to carry."""
    there = stacks.get(event.end, ())
    stacks[event.start] = stacks[event.start][: -len(event.unit)]
    stacks[event.end] = event.unit + there if event.is_under else there + event.unit
    if not there:
        return None
    return there[0] if event.is_under else there[-1]


def _why(die: DieRevealed) -> str:
    """Say why the crazy camel that the grey die does not show is the one that moves."""
    match die.reason:
        case GreyReason.ONLY_CARRIER:
            return ": it carried racers"
        case GreyReason.ON_TOP:
            return f": it sat on {die.face.camel.colour}"
        case _:
            return ""


# --- Scoring --------------------------------------------------------------------------------------------------


def _describe_leg(event: LegScored, people: People, money: Sequence[int | None]) -> list[str]:
    first, *others = [camel.colour for camel in event.ranking]
    order = f"Leg {event.leg} is over. {first.capitalize()} leads, then {_and(others)}."
    return [order, *(_describe_reward(reward, people, money[reward.seat]) for reward in event.rewards)]


def _describe_reward(reward: LegReward, people: People, money_before: int | None) -> str:
    """Itemise what a leg pays a player."""
    parts = [f"{ticket.camel.colour} {ticket.value} {amount:+}" for ticket, amount in reward.tickets]
    if reward.pyramid_tickets:
        plural = "s" if reward.pyramid_tickets > 1 else ""
        parts.append(f"{reward.pyramid_tickets} roll{plural} {reward.pyramid_tickets:+}")
    if reward.copied:
        parts.append(f"partner {reward.copied:+}")
    if not parts:
        return f"{people.start(reward.seat)} got nothing."
    change = _describe_change(reward.total, money_before, reward.money)
    return f"{people.start(reward.seat)} {change}: {', '.join(parts)}."


def _describe_change(change: int, money_before: int | None, money: int | None) -> str:
    """Say what somebody got or lost, and whether it was more than there was to lose."""
    if change > 0:
        return f"got {_pounds(change)}"
    if change == 0:
        return "broke even"
    loss = f"lost {_pounds(-change)}"
    if money != 0:
        return loss
    if money_before is None:
        return f"{loss}, down to 0"
    if money_before + change >= 0:
        return loss
    return f"{loss} but had {f'only {money_before}' if money_before else 'none'}"


def _describe_end(event: GameEnded, people: People) -> list[str]:
    amounts = [f"{name} {amount}" for name, amount in zip(people.everybody(), event.money, strict=True)]
    first, *others = event.victors
    winners = _and([people.start(first), *(people.within(seat) for seat in others)])
    won = "shared the win" if others else "won"
    return [
        f"{event.winner.colour.capitalize()} won the race, and {event.loser.colour} came last.",
        f"Final money: {', '.join(amounts)}.",
        f"{winners} {won} with {_pounds(event.money[first])}.",
    ]


# --- Words ----------------------------------------------------------------------------------------------------


def _and(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _pounds(amount: int) -> str:
    return f"{amount} pound{'' if amount == 1 else 's'}"


def _bet(deck: Deck, camel: Camel | None) -> str:
    """Give a bet on the race: the camel, or, while the card lies face down, only what the bet is on."""
    if camel is None:
        return f"on the {deck}"
    return f"{camel.colour} to {'win' if deck is Deck.WINNER else 'lose'}"


def _tile(edition: Edition, side: Side) -> str:
    """Give the short name of a tile: a cheering tile, but an oasis."""
    name = edition.words.side(side)
    return f"{name} tile" if name.endswith("ing") else name


def _a_tile(edition: Edition, side: Side) -> str:
    name = _tile(edition, side)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

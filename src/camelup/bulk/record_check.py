"""Records from outside, checked by compiled code before other compiled code trusts them.

It is a twin of `unpack`, `check_position` and `pack`, held to them by a differential test: it refuses the same records,
and what it lets through it writes as `pack` would. What is wrong with a record is for the readable code to say.
"""

from camelup.bulk.edition_arrays import (
    ALL_DICE,
    CAMELS,
    CRAZY_CAMELS,
    DRAWS_LEFT,
    TICKET_DEPTH,
)
from camelup.bulk.kernels import Game
from camelup.bulk.layout import GAMES, LARGEST, MOST_CARDS, NOBODY, Games, card_camel, card_seat
from camelup.bulk.rules_word import (
    allowed_tile_spaces,
    first_space,
    has_partnerships,
    is_variant,
    rules_of,
    ticket_value,
    tickets_each,
)
from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import INT
from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS, SPACES
from camelup.core.race import (
    BEHIND_THE_LINE,
    EMPTY,
    FIRST_CRAZY,
    OVER_THE_LINE,
    RACERS,
    die_of,
    is_over,
    occupied,
    put_on_top,
)

_NO_CAMEL = 0xFF
_ALL_CARDS = (1 << RACERS) - 1


@inlined
def has_edition(number: int) -> bool:
    """Return whether there is an edition with a number."""
    return 0 <= number < len(CAMELS) and CAMELS[number] > 0


@inlined
def is_track(track: int, edition: int, dice: int, first: int) -> bool:
    """Return whether every camel is on the track once, and in front of the line if its die is in the pyramid."""
    packed = EMPTY
    seen = 0
    finish = -1
    for shift in range(0, 56, 8):
        byte = (track >> shift) & 0xFF
        if byte != _NO_CAMEL:
            space = byte >> 3
            camel = byte & 0x07
            if camel >= CAMELS[edition] or space > OVER_THE_LINE or (seen >> camel) & 1:
                return False
            seen |= 1 << camel
            packed = put_on_top(packed, camel, space)
            if 0 < space < first:
                return False
            if not 1 <= space <= SPACES and space != finish:
                # The lowest of those that have crossed the line has moved the others.
                is_crazy = camel >= FIRST_CRAZY
                if finish >= 0 or is_crazy != (space == BEHIND_THE_LINE) or (dice >> die_of(camel)) & 1:
                    return False
                finish = space
    return packed == track and seen == _ALL_CARDS | CRAZY_CAMELS[edition]


@inlined
def check_tickets(game: Game, rules: int, players: int) -> bool:
    """Return whether the tickets can be held; write who holds them in the one order that they have."""
    for camel in range(RACERS):
        taken = max(0, int(game.taken[camel]))
        if taken > tickets_each(rules):
            return False
        game.taken[camel] = taken
        begin = TICKET_DEPTH * camel
        for depth in range(TICKET_DEPTH):
            if depth >= taken:
                game.takers[begin + depth] = NOBODY
                continue
            seat = int(game.takers[begin + depth])
            if not -players <= seat < players:
                return False
            seat = seat if seat >= 0 else seat + players  # as a list of seats counts from its end
            place = depth
            value = ticket_value(rules, depth)
            while place > 0 and ticket_value(rules, place - 1) == value and game.takers[begin + place - 1] > seat:
                game.takers[begin + place] = game.takers[begin + place - 1]
                place -= 1
            game.takers[begin + place] = seat
    return True


@inlined
def check_seats(game: Game, rules: int, edition: int, players: int, track: int, dice: int) -> bool:
    """Return whether what lies in front of everybody can be there; clear the seats that are not at the table."""
    spaces = 0
    revealed = 0
    for seat in range(MAX_PLAYERS):
        if seat >= players:
            game.pyramid_tickets[seat] = 0
            game.tiles[seat] = 0
            game.partners[seat] = NOBODY
            game.hands[seat] = 0
            game.money[seat] = 0
            continue
        count = int(game.pyramid_tickets[seat])
        space = abs(int(game.tiles[seat]))
        partner = int(game.partners[seat])
        if count < 0 or not 0 <= game.money[seat] <= LARGEST:
            return False
        revealed += count
        if space:
            if space > SPACES or not allowed_tile_spaces(rules, 1 << space) or (spaces >> (space - 1)) & 0x07:
                return False
            spaces |= 1 << space
        if partner != NOBODY:
            if not has_partnerships(rules, players) or not 0 <= partner < players or partner == seat:
                return False
            if game.partners[partner] != seat:
                return False
        game.hands[seat] &= _ALL_CARDS
    out = int(ALL_DICE[edition]).bit_count() - dice.bit_count()
    return spaces & occupied(track) == 0 and revealed == out


@inlined
def check_deck(deck: Game, cards: int, players: int, held: int) -> int:
    """Return the cards that have been seen, with those of a deck; -1 if one of them cannot be. Clear what is no card.

    A seat's cards are five bits of 40.
    """
    for place in range(MOST_CARDS):
        if place >= cards:
            deck[place] = 0
            continue
        seat = card_seat(int(deck[place]))
        camel = card_camel(int(deck[place]))
        if not 0 <= seat < players or camel >= RACERS or (held >> (RACERS * seat + camel)) & 1:
            return -1
        held |= 1 << (RACERS * seat + camel)
    return held


@inlined
def count_cards(cards: int) -> int:
    """Return how many cards of a deck a number stands for, as a slice reads it: from the end if it is negative."""
    return min(cards, MOST_CARDS) if cards >= 0 else max(0, cards + MOST_CARDS)


@inlined
def check_game(game: Game) -> bool:
    """Return whether a record is a position, and write it in the one form that it has."""
    edition = int(game.edition)
    players = int(game.players)
    variant = int(game.variant)
    is_known = has_edition(edition) and (variant == 0 or is_variant(edition, variant))
    if not is_known or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        return False
    dice = int(game.dice) & int(ALL_DICE[edition])
    track = int(game.track)
    left = DRAWS_LEFT[edition, dice.bit_count()]
    has_ended = is_over(track)
    if left < 0 or (left == 0 and not has_ended) or not 0 <= game.turn < players or not 1 <= game.leg <= LARGEST:
        return False
    rules = rules_of(game)
    if (
        not is_track(track, edition, dice, first_space(rules))
        or not check_tickets(game, rules, players)
        or not check_seats(game, rules, edition, players, track, dice)
    ):
        return False
    winner_cards = count_cards(int(game.winner_cards))
    loser_cards = count_cards(int(game.loser_cards))
    held = 0
    for seat in range(players):
        held |= int(game.hands[seat]) << (RACERS * seat)
    held = check_deck(game.winner_deck, winner_cards, players, held)
    if held < 0:
        return False
    held = check_deck(game.loser_deck, loser_cards, players, held)
    if held != (1 << (RACERS * players)) - 1:
        return False
    game.dice = dice
    game.over = int(has_ended)
    game.winner_cards = winner_cards
    game.loser_cards = loser_cards
    return True


@kernel(INT(GAMES))
def find_impossible(games: Games) -> int:
    """Write records as `pack` would; return the number of the first that is no position, -1 if all are."""
    for number in range(len(games)):
        if not check_game(games[number]):
            return number
    return -1

"""A slow, obvious model of Camel Up, first and second edition, to check the fast engine against.

It is written from the rulebooks and the rulings alone and shares nothing with the engine: no import, no
table, no trick. Where it can be slow and plain or quick and clever, it is slow and plain.

The comments cite the section of the 2014 or the 2018 rulebook that they follow (the 2024 rulebook repeats 2018),
or the number of a ruling, which decides what the rulebooks leave open; docs/rules.md has both.

The first edition calls a ticket a betting tile, a spectator tile a desert tile, its cheering side oasis and
its booing side mirage, and a finish card a race betting card. The second edition's words are used for both.
"""

from collections.abc import Iterator
from fractions import Fraction

# What a player may do: ("roll",), ("ticket", camel), ("tile", space, side), ("winner", camel),
# ("loser", camel) or ("partner", seat).
Action = tuple[str | int, ...]
# What a die shows: its colour and its number. The grey die's colour is that of the number: K or W.
Face = tuple[str, int]
# Space -> stack, bottom to top; a space without camels is not a key.
Board = dict[int, list[str]]
# Space -> the owner's seat and the side that is up.
Tiles = dict[int, tuple[int, str]]

RACING = {1: ["b", "g", "o", "w", "y"], 2: ["b", "g", "p", "r", "y"]}
CRAZY: dict[int, list[str]] = {1: [], 2: ["K", "W"]}
GREY_DIE = "x"

# The first edition has three tickets of each colour and the second four, the most valuable on top
# (2014 Setup 3; 2018 Setup 2).
TICKETS = {1: [5, 3, 2], 2: [5, 3, 2, 2]}

# Five dice are revealed in a leg of either edition, which are all of the first edition's five, but of the
# second edition's six one stays inside (2014 The Legs; 2018 The Legs).
DICE_LEFT_WHEN_LEG_ENDS = {1: 0, 2: 1}

# Nothing but the experiments of tests/variants.py has another first space, or no tiles.
FIRST_SPACE = {1: 1, 2: 1}
HAS_TILES = {1: True, 2: True}
HAS_PARTNERSHIP_CARDS = {1: False, 2: True}

LAST_SPACE = 16
OVER_THE_LINE = 17
OVER_THE_LINE_BACKWARD = 0

CHEERING = "+"
BOOING = "-"

STARTING_MONEY = 3
# For the first to the fourth card that is right; each later one gets 1 (2014 and 2018 End of the game).
DECK_REWARDS = [8, 5, 3, 2]
FEWEST_PLAYERS_FOR_PARTNERSHIPS = 6


def dice_of(edition: int) -> set[str]:
    """All dice of an edition: one for each racing camel, and the grey one for both crazy camels."""
    return set(RACING[edition]) | ({GREY_DIE} if CRAZY[edition] else set())


def faces_of(die: str) -> list[Face]:
    """The different faces of a die, all equally likely."""
    # A racing die has each number twice, the grey die each number once in either colour (2018 Components).
    colours = ["K", "W"] if die == GREY_DIE else [die]
    return [(colour, number) for colour in colours for number in (1, 2, 3)]


def die_of(face: Face) -> str:
    """The die that a face belongs to."""
    return GREY_DIE if face[0] in ("K", "W") else face[0]


class NaiveRace:
    """Camels and tiles on the track and dice in the pyramid: all of the game but the players."""

    def __init__(self, edition: int, board: Board, dice: set[str], tiles: Tiles) -> None:
        self.edition = edition
        self.board: Board = {space: list(stack) for space, stack in board.items() if stack}
        self.dice: set[str] = set(dice)
        self.tiles: Tiles = dict(tiles)

        on_the_track = [camel for stack in self.board.values() for camel in stack]
        if sorted(on_the_track) != sorted(RACING[edition] + CRAZY[edition]):
            raise ValueError(f"every camel must be on the track, and once: {on_the_track}")

    def copy_race(self) -> "NaiveRace":
        """The same race, to be continued in another way."""
        return NaiveRace(self.edition, self.board, self.dice, self.tiles)

    def space_of(self, camel: str) -> int:
        """The space that a camel stands on."""
        for space, stack in self.board.items():
            if camel in stack:
                return space
        raise ValueError(f"no camel {camel} on the track")

    def above(self, camel: str) -> list[str]:
        """The camels on this camel's back, the nearest first."""
        stack = self.board[self.space_of(camel)]
        return stack[stack.index(camel) + 1 :]

    def carries_racing_camel(self, camel: str) -> bool:
        """Whether a racing camel sits anywhere above this one."""
        return any(other in RACING[self.edition] for other in self.above(camel))

    def crazy_to_move(self, shown: str) -> str:
        """The crazy camel that moves when the grey die shows a number of this colour."""
        if shown not in CRAZY[self.edition]:
            raise ValueError(f"no crazy camel {shown}")
        # 2018 Take 1 pyramid ticket, the two exceptions, in the order of ruling 6. They cannot disagree: of
        # two crazy camels one directly on the other, both carry what sits on the upper one.
        carrying = [camel for camel in CRAZY[self.edition] if self.carries_racing_camel(camel)]
        if len(carrying) == 1:
            return carrying[0]
        for camel in CRAZY[self.edition]:
            above = self.above(camel)
            if above and above[0] in CRAZY[self.edition]:
                return above[0]
        return shown

    def carry(self, camel: str, steps: int) -> int | None:
        """Move a camel with all on its back, and give the space of the tile that it landed on, if it did."""
        # The unit leaves its stack before it lands anywhere; those beneath it stay (2014 and 2018 Overview).
        start = self.space_of(camel)
        place = self.board[start].index(camel)
        unit = self.board[start][place:]
        left_behind = self.board[start][:place]
        if left_behind:
            self.board[start] = left_behind
        else:
            del self.board[start]

        # The camel that the die names sets the direction, whoever sits on it (ruling 3).
        forward = -1 if camel in CRAZY[self.edition] else 1
        target = start + forward * steps

        # Only the space where the move ends counts, and not those passed on the way. Forward and backward are
        # the moving camel's own (2018 Spectator tiles; ruling 4). The extra step cannot meet a second tile,
        # since tiles are never neighbours; so there is no loop here.
        tile = None
        underneath = False
        if target in self.tiles:
            tile = target
            _, side = self.tiles[tile]
            if side == CHEERING:
                target = tile + forward
            else:
                target = tile - forward
                underneath = True

        # Over the line all overshoots are the same: nothing moves after that (ruling 1, ruling 8).
        if target > LAST_SPACE:
            target = OVER_THE_LINE
        if target < FIRST_SPACE[self.edition]:
            target = OVER_THE_LINE_BACKWARD

        # A unit lands on top of the camels there; only a step back from a booing tile goes below them, and
        # they may be the very ones that it has just left (2014 Desert tiles; 2018 Spectator tiles; ruling 4).
        already_there = self.board.get(target, [])
        self.board[target] = unit + already_there if underneath else already_there + unit
        return tile

    def roll(self, face: Face) -> int | None:
        """Take a die out and move the camel it means; gives the space of the tile landed on."""
        self.dice.remove(die_of(face))
        colour, number = face
        camel = self.crazy_to_move(colour) if colour in CRAZY[self.edition] else colour
        return self.carry(camel, number)

    def ranking(self) -> list[str]:
        """The racing camels, first to last."""
        # Farther along is ahead, and on one space higher is ahead; crazy camels are left out (2018 The Legs).
        # Spaces 17 and 0 put those carried over the line either way before or after all others (ruling 7).
        order = []
        for space in sorted(self.board, reverse=True):
            for camel in reversed(self.board[space]):
                if camel in RACING[self.edition]:
                    order.append(camel)
        return order

    def race_is_over(self) -> bool:
        """Whether a unit has crossed the line, either way, even one of crazy camels only (ruling 8)."""
        return OVER_THE_LINE in self.board or OVER_THE_LINE_BACKWARD in self.board

    def leg_is_over(self) -> bool:
        """Whether the leg's five dice are out."""
        return len(self.dice) <= DICE_LEFT_WHEN_LEG_ENDS[self.edition]


class NaiveGame(NaiveRace):
    """A whole game, changed in place by each action."""

    def __init__(self, edition: int, players: int, board: Board, first: int) -> None:
        if edition not in RACING:
            raise ValueError(f"no edition {edition}")
        if players not in range(2, 9):  # ruling 13
            raise ValueError(f"2 to 8 can play, not {players}")
        if not 0 <= first < players:
            raise ValueError(f"no seat {first}")
        super().__init__(edition, board, dice_of(edition), {})
        self.players = players
        self.tents: dict[str, list[int]] = {camel: list(TICKETS[edition]) for camel in RACING[edition]}
        self.tickets: list[list[tuple[str, int]]] = [[] for _ in range(players)]
        self.pyramid_tickets: list[int] = [0] * players
        self.money: list[int] = [STARTING_MONEY] * players
        # One finish card of each colour to every player (2014 Setup 6; 2018 Setup 6).
        self.hands: list[list[str]] = [list(RACING[edition]) for _ in range(players)]
        self.winner_deck: list[tuple[int, str]] = []
        self.loser_deck: list[tuple[int, str]] = []
        self.partners: dict[int, int] = {}
        self.turn: int = first
        self.leg: int = 1
        self.over: bool = False

    # What a player may do

    def legal(self) -> list[Action]:
        """All actions of the seat whose turn it is."""
        if self.over:
            return []
        actions: list[Action] = [("roll",)]  # there is always a die left while the leg goes on (ruling 12)
        for camel in RACING[self.edition]:
            if self.tents[camel]:
                actions.append(("ticket", camel))
        for space in range(1, LAST_SPACE + 1):
            if self.tile_may_go_on(space):
                actions.append(("tile", space, CHEERING))
                actions.append(("tile", space, BOOING))
        for camel in self.hands[self.turn]:
            actions.append(("winner", camel))
            actions.append(("loser", camel))
        for seat in range(self.players):
            if self.may_become_partner(seat):
                actions.append(("partner", seat))
        return actions

    def tile_may_go_on(self, space: int) -> bool:
        """Whether the seat whose turn it is may put its tile, or move it, to this space."""
        # 2014 and 2018 Place your spectator tile; ruling 10: the own tile is in the way of nothing but a move
        # to the space where it already lies, which would be no move.
        if not HAS_TILES[self.edition]:
            return False
        if space <= FIRST_SPACE[self.edition] or space in self.board or space in self.tiles:
            return False
        for neighbour in (space - 1, space + 1):
            if neighbour in self.tiles and self.tiles[neighbour][0] != self.turn:
                return False
        return True

    def may_become_partner(self, seat: int) -> bool:
        """Whether the seat whose turn it is may enter into a partnership with this one."""
        # 2018 Additional rules: both cards must be available, and the other cannot refuse. The first edition
        # has no such cards (ruling 13).
        if not HAS_PARTNERSHIP_CARDS[self.edition] or self.players < FEWEST_PLAYERS_FOR_PARTNERSHIPS:
            return False
        return seat != self.turn and seat not in self.partners and self.turn not in self.partners

    # Doing it

    def play(self, action: Action, face: Face | None = None) -> None:
        """Perform an action of the seat whose turn it is; a roll needs the face that the die shows."""
        if action not in self.legal():
            raise ValueError(f"not legal: {action}")
        if action != ("roll",) and face is not None:
            raise ValueError(f"no die is revealed by {action}")
        seat = self.turn
        match action:
            case ("roll",):
                if face is None or die_of(face) not in self.dice or face not in faces_of(die_of(face)):
                    raise ValueError(f"no die in the pyramid can show {face}")
                self.take_pyramid_ticket(seat, face)
            case ("ticket", str(camel)):
                # The top one of the stack, and it costs nothing (2014 and 2018 Take 1 betting ticket).
                value = self.tents[camel].pop(0)
                self.tickets[seat].append((camel, value))
            case ("tile", int(space), str(side)):
                # A player has one; on the track already, it moves (2018 Place your spectator tile).
                self.tiles = {where: tile for where, tile in self.tiles.items() if tile[0] != seat}
                self.tiles[space] = (seat, side)
            case ("winner", str(camel)):
                self.hands[seat].remove(camel)
                self.winner_deck.append((seat, camel))
            case ("loser", str(camel)):
                self.hands[seat].remove(camel)
                self.loser_deck.append((seat, camel))
            case ("partner", int(other)):
                self.partners[seat] = other
                self.partners[other] = seat
            case _:
                raise ValueError(f"not an action: {action}")
        # Play goes round without a break, over the end of a leg too (2014 and 2018 End of a leg; ruling 9).
        self.turn = (seat + 1) % self.players

    def take_pyramid_ticket(self, seat: int, face: Face) -> None:
        """Take a pyramid ticket, reveal a die, move, and score if that ended the leg or the race."""
        # The ticket comes first, so that it counts even if this roll ends the race (ruling 8).
        self.pyramid_tickets[seat] += 1
        tile = self.roll(face)
        self.pay_owner(tile)
        # A race that ends with the leg's fifth die has one leg scoring and not two, hence elif.
        if self.race_is_over():
            self.score_leg()
            self.score_decks()
            self.over = True
        elif self.leg_is_over():
            self.score_leg()
            self.clean_up()

    def move(self, camel: str, steps: int) -> int | None:
        """Move a unit, with the tile's effect and its owner's payment; gives the seat that was paid."""
        return self.pay_owner(self.carry(camel, steps))

    def pay_owner(self, tile: int | None) -> int | None:
        """Pay the owner of the tile that was landed on, if one was."""
        if tile is None:
            return None
        # At once, from the bank, and each time (2018 Spectator tiles; ruling 4).
        owner, _ = self.tiles[tile]
        self.money[owner] += 1
        return owner

    # Scoring

    def rewards(self, seat: int) -> list[int]:
        """What each ticket of a seat is worth now, pyramid tickets included."""
        # 2014 and 2018 End of a leg: the first camel's tickets bring what is printed on them, the second's 1,
        # all others cost 1.
        ranking = self.ranking()
        rewards = []
        for camel, value in self.tickets[seat]:
            if camel == ranking[0]:
                rewards.append(value)
            elif camel == ranking[1]:
                rewards.append(1)
            else:
                rewards.append(-1)
        for _ in range(self.pyramid_tickets[seat]):
            rewards.append(1)
        return rewards

    def score_leg(self) -> None:
        """Pay the tickets of a leg."""
        for seat in range(self.players):
            total = sum(self.rewards(seat))
            if seat in self.partners:
                # The partner's best ticket is copied, not taken, and a loss may be declined (2018 Additional
                # rules; ruling 16). What the partner copies himself is no ticket of his.
                total += max([0, *self.rewards(self.partners[seat])])
            # Added up first, so that gains make up for losses before the stop at 0 (2018 Money; ruling 14).
            self.money[seat] = max(0, self.money[seat] + total)

    def clean_up(self) -> None:
        """Put everything back for the next leg (2014 and 2018 End of a leg)."""
        self.tents = {camel: list(TICKETS[self.edition]) for camel in RACING[self.edition]}
        self.tickets = [[] for _ in range(self.players)]
        self.pyramid_tickets = [0] * self.players
        self.tiles = {}
        self.dice = dice_of(self.edition)
        self.partners = {}  # the cards go back after each leg (2018 Additional rules)
        self.leg += 1

    def score_decks(self) -> None:
        """Pay the finish cards (2014 and 2018 End of the game)."""
        ranking = self.ranking()
        self.score_deck(self.winner_deck, ranking[0])
        self.score_deck(self.loser_deck, ranking[-1])

    def score_deck(self, deck: list[tuple[int, str]], answer: str) -> None:
        """Pay one deck card by card, the oldest first; a payment stops at 0 each time (ruling 15)."""
        right = 0
        for seat, camel in deck:
            if camel == answer:
                self.money[seat] += DECK_REWARDS[right] if right < len(DECK_REWARDS) else 1
                right += 1
            else:
                self.money[seat] = max(0, self.money[seat] - 1)

    def winners(self) -> list[int]:
        """The seats with the most money, all of them if equal (ruling 18); nobody has won before the end."""
        if not self.over:
            return []
        return [seat for seat in range(self.players) if self.money[seat] == max(self.money)]


# One way in which a leg can go on: how likely it is, the ranking at its end, how many units landed on each
# tile, and whether the race ended.
Outcome = tuple[Fraction, list[str], dict[int, int], bool]


def leg_outcomes(edition: int, board: Board, dice: set[str], tiles: Tiles) -> Iterator[Outcome]:
    """Every way the rest of a leg can go: each order of the dice and each face apart, nothing merged."""
    landings = dict.fromkeys(tiles, 0)
    yield from _continue_leg(NaiveRace(edition, board, dice, tiles), Fraction(1), landings)


def _continue_leg(race: NaiveRace, probability: Fraction, landings: dict[int, int]) -> Iterator[Outcome]:
    """The outcomes of `leg_outcomes` from some point of the leg on."""
    if race.race_is_over() or race.leg_is_over():
        yield probability, race.ranking(), landings, race.race_is_over()
        return
    for die in sorted(race.dice):
        faces = faces_of(die)
        for face in faces:
            after = race.copy_race()
            tile = after.roll(face)
            landings_after = dict(landings)
            if tile is not None:
                landings_after[tile] += 1
            yield from _continue_leg(after, probability / len(race.dice) / len(faces), landings_after)

"""The step of a vector game, compiled: one loop for each combination of policies and observation.

An action, the answers of the policies, the end of the game and the start of the next one, what is legal then and what
the seat in turn sees: all of it is done for one game while its record is at hand.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from camelup.bulk.action_space import ACTIONS, PARTNERS, ROLL, WINNERS
from camelup.bulk.exact_odds import Nodes, know_odds
from camelup.bulk.kernels import Game, legal_bits
from camelup.bulk.layout import GAMES, Games
from camelup.bulk.masks import MASKS, Masks, draw_action, write_mask
from camelup.bulk.observations.facts import write_facts
from camelup.bulk.observations.layouts import FACTS, ODDS, Layout, Observation
from camelup.bulk.observations.numbering import colour_number, rank_bits
from camelup.bulk.observations.odds import WORK, Notes, note_by_odds, note_card, write_by_odds, write_odds
from camelup.bulk.playout import ILLEGAL, Seats, apply_drawn, set_up_game
from camelup.bulk.policies import Policy, choose_at_random, is_built_in
from camelup.bulk.styles import ODDS as POLICY_ODDS
from camelup.bulk.with_odds import choose_by_number
from camelup.compiled import inlined, kernel
from camelup.compiled.arrays import BYTES_3D, INT, INTS, FloatArray, IntArray
from camelup.compiled.random_stream import next_state, split, start_stream
from camelup.core.edition import MAX_PLAYERS, STARTING_MONEY
from camelup.odds.leg_table import ODDS as TABLE_ODDS
from camelup.odds.leg_table import LegTable
from camelup.odds.nodes import Slots as NodeSlots

SLOT = np.dtype(
    [
        ("origin", np.int64),  # from which the streams of all games in this place begin
        ("episode", np.int64),  # the number of the game, -1 before the first
        ("rolling", np.int64),
        ("choosing", np.int64),
        ("sampling", np.int64),
        ("actions", np.int32),  # of all seats in this game
        ("money", np.int32, MAX_PLAYERS),  # what everybody had when rewards were counted last
    ],
    align=True,
)
"""What a vector game keeps beside the record of each game."""
Slots = npt.NDArray[np.void]
_SLOTS = from_dtype(SLOT)[::1]
_FLAGS = types.boolean[::1]

SHOW, KEEP, RESET = -3, -2, -1
"""What may be asked for instead of an action: to write again what there is to see, to do nothing, and a new game."""
EDITION, PLAYERS, MOST_ACTIONS, IS_MONEY, IS_BY_RANK, HIDES_MONEY = range(6)
"""The places of the settings, all whole numbers."""
SETTINGS = 6

Step = Callable[..., int]


@kernel(types.void(_SLOTS, MASKS, INT))
def begin_slots(slots: Slots, chosen: Masks, seed: int) -> None:
    """Let the games in some places follow from a seed, beginning with the next reset."""
    for number in range(len(slots)):
        if chosen[number, 0]:
            slot = slots[number]
            origin = start_stream(seed, number)
            slot.origin = origin
            slot.sampling = start_stream(origin, -1)
            slot.episode = -1


@kernel(INT(INTS, INTS))
def find_illegal(legal: IntArray, actions: IntArray) -> int:
    """Return the first game whose action is not legal, or is none; -1 if there is none."""
    for number in range(len(legal)):
        action = int(actions[number])
        if not 0 <= action < ACTIONS or not (int(legal[number]) >> action) & 1:
            return number
    return -1


@kernel(types.void(_SLOTS, INTS, INTS, INT))
def draw_actions(slots: Slots, legal: IntArray, actions: IntArray, is_by_kind: int) -> None:
    """Draw a legal action for each game."""
    for number in range(len(slots)):
        slot = slots[number]
        state = next_state(int(slot.sampling))
        if is_by_kind:
            actions[number] = choose_at_random(slot, int(legal[number]), state)
            state = next_state(state)
        else:
            actions[number] = draw_action(int(legal[number]), state)
        slot.sampling = state


@inlined
def begin_game(game: Game, slot: Any, edition: int, players: int) -> None:  # noqa: ANN401 - a record of SLOT
    """Set up the next game of a place, with streams that belong to it alone."""
    slot.episode += 1
    state = int(slot.origin)
    if slot.episode > 0:
        state = start_stream(state, int(slot.episode))
    set_up_game(game, state, edition, 0, players, -1)
    slot.rolling = state
    slot.choosing = split(split(state))  # as where policies by seat play a batch
    slot.actions = 0
    for seat in range(players):
        slot.money[seat] = STARTING_MONEY


@inlined
def write_rewards(game: Game, slot: Any, players: int, is_money: int, rewards: Any, row: int) -> None:  # noqa: ANN401
    """Write the rewards of all seats: what their money has changed, or their share of the victory once it is won."""
    if is_money:
        for seat in range(players):
            rewards[row, seat] = game.money[seat] - slot.money[seat]
            slot.money[seat] = game.money[seat]
    elif game.over:
        most = 0
        winners = 0
        for seat in range(players):
            money = int(game.money[seat])
            if money > most or seat == 0:
                most = money
                winners = 0
            winners += money == most
        for seat in range(players):
            if game.money[seat] == most:
                rewards[row, seat] = 1.0 / winners


@inlined
def know_nothing(
    _: Game,
    __: LegTable,
    ___: Nodes,
    ____: Nodes,
    _____: NodeSlots,
    ______: FloatArray,
    _______: Nodes,
    ________: FloatArray,
) -> None:
    """Stand where odds are walked, in games where a look at the small table is enough."""


@inlined
def choose_nothing(_: int, __: Game, ___: int, ____: int, _____: LegTable, ______: FloatArray) -> int:
    """Stand where a policy chooses, in games without any."""
    return ROLL


@inlined
def note_nothing(
    _: Game, __: int, ___: Notes, ____: int, _____: LegTable, ______: FloatArray, _______: FloatArray
) -> None:
    """Stand where a card is noted, for observations that do not need it."""


@inlined
def note_card_of(
    game: Game, action: int, notes: Notes, row: int, table: LegTable, work: FloatArray, _: FloatArray
) -> None:
    """Note a card that is about to be laid, for the layout `odds`."""
    if WINNERS <= action < PARTNERS:
        note_card(game, action, notes[row], table, work)


@inlined
def note_known(game: Game, action: int, notes: Notes, row: int, _: LegTable, __: FloatArray, known: FloatArray) -> None:
    """Note the same by the odds that the game remembers."""
    if WINNERS <= action < PARTNERS:
        note_by_odds(game, action, notes[row], known)


@inlined
def observe_nothing(
    _: Game,
    __: int,
    ___: int,
    ____: Notes,
    _____: int,
    ______: LegTable,
    _______: FloatArray,
    ________: FloatArray,
    _________: Observation,
) -> None:
    """Stand where an observation is written, for those who want none."""


@inlined
def observe_facts(
    game: Game,
    seat: int,
    is_hidden: int,
    _: Notes,
    row: int,
    __: LegTable,
    ___: FloatArray,
    ____: FloatArray,
    out: Observation,
) -> None:
    """Write an observation of the layout `facts`."""
    write_facts(game, seat, is_hidden, out[row])


@inlined
def observe_odds(
    game: Game,
    seat: int,
    is_hidden: int,
    notes: Notes,
    row: int,
    table: LegTable,
    work: FloatArray,
    _: FloatArray,
    out: Observation,
) -> None:
    """Write an observation of the layout `odds`."""
    write_odds(game, seat, is_hidden, notes[row], table, work, out[row])


@inlined
def observe_known(
    game: Game,
    seat: int,
    is_hidden: int,
    notes: Notes,
    row: int,
    table: LegTable,
    work: FloatArray,
    known: FloatArray,
    out: Observation,
) -> None:
    """Write the same by the odds that the game remembers."""
    for place in range(TABLE_ODDS):
        work[place] = known[place]
    write_by_odds(game, seat, is_hidden, notes[row], table, work, out[row])


_OBSERVE = {None: observe_nothing, FACTS: observe_facts, ODDS: observe_odds}
_NOTE = {None: note_nothing, FACTS: note_nothing, ODDS: note_card_of}
_NUMBERS = {None: types.int8, FACTS: types.int8, ODDS: types.float32}


@lru_cache(maxsize=64)
def compile_step(policies: tuple[Policy, ...], layout: Layout | None, *, is_exact: bool = False) -> Step:
    """Compile the loop for policies, to which the seats refer by number, and for observations of a layout.

    If it is exact, policies and observations go by walked odds, which each game remembers.
    """
    choose = choose_by_number(policies, is_given_odds=is_exact) if policies else choose_nothing
    know = know_odds if is_exact else know_nothing
    observe, note, numbers = _OBSERVE[layout], _NOTE[layout], _NUMBERS[layout]
    if is_exact and layout is ODDS:
        observe, note = observe_known, note_known
    given = TABLE_ODDS if is_exact else 0

    @kernel(
        INT(
            GAMES,
            _SLOTS,
            INTS,
            types.int8[:, ::1],
            INTS,
            INTS,
            BYTES_3D,
            types.float32[:, :, :, ::1],
            types.int64[:, ::1],
            types.float64[:, ::1],
            numbers[:, ::1],
            MASKS,
            types.int8[::1],
            types.float32[:, ::1],
            _FLAGS,
            _FLAGS,
            numbers[:, ::1],
            types.int32[:, ::1],
            types.int32[::1],
            INTS,
            types.int64[:, ::1],
            types.int64[:, ::1],
            types.int32[::1],
        ),
        is_cached=all(is_built_in(policy.choose) for policy in policies),
    )
    def step(
        games: Games,
        slots: Slots,
        actions: IntArray,
        seats: Seats,
        legal_words: IntArray,
        settings: IntArray,
        table: LegTable,
        notes: Notes,
        known_for: Nodes,
        known: npt.NDArray[np.float64],
        observation: Observation,
        mask: Masks,
        seat: npt.NDArray[np.int8],
        rewards: npt.NDArray[np.float32],
        terminated: npt.NDArray[np.bool_],
        truncated: npt.NDArray[np.bool_],
        final_observation: Observation,
        final_money: npt.NDArray[np.int32],
        final_actions: npt.NDArray[np.int32],
        where: IntArray,
        all_keys: Nodes,
        all_weights: Nodes,
        node_slots: NodeSlots,
    ) -> int:
        scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
        odds = np.zeros(POLICY_ODDS, np.float64)
        work = np.zeros(WORK, np.float64)
        edition = int(settings[EDITION])
        players = int(settings[PLAYERS])
        most = int(settings[MOST_ACTIONS])
        is_hidden = int(settings[HIDES_MONEY])
        is_money = int(settings[IS_MONEY])
        is_by_rank = int(settings[IS_BY_RANK])
        played = 0
        for number in range(len(games)):
            action = int(actions[number])
            for place in range(players):
                rewards[number, place] = 0.0
            terminated[number] = False
            truncated[number] = False
            if action == KEEP:
                continue
            game = games[number]
            slot = slots[number]
            acting = int(game.turn)
            is_new = action == RESET
            is_pending = action >= 0
            has_acted = is_pending
            if is_pending and is_by_rank:
                action = colour_number(int(game.track), acting, players, action)
            while True:
                if is_new:
                    begin_game(game, slot, edition, players)
                while is_pending or (not game.over and slot.actions < most and seats[number, game.turn] >= 0):
                    if not is_pending:
                        policy = int(seats[number, game.turn])
                        legal = legal_bits(game)
                        know(game, table, all_keys, all_weights, node_slots, work, known_for[number], known[number])
                        for place in range(given):
                            odds[place] = known[number, place]
                        action = choose(policy, game, legal, split(int(slot.choosing)), table, odds)
                        if not 0 <= action < ACTIONS or not (legal >> action) & 1:
                            where[0] = number
                            where[1] = action
                            where[2] = policy
                            return ILLEGAL
                    is_pending = False
                    note(game, action, notes, number, table, work, known[number])
                    apply_drawn(game, action, int(slot.rolling), scratch)
                    if action == ROLL:
                        slot.rolling = next_state(int(slot.rolling))
                    slot.choosing = next_state(int(slot.choosing))
                    slot.actions += 1
                    played += 1
                is_over = game.over != 0
                is_new = is_over or slot.actions >= most
                if has_acted:
                    write_rewards(game, slot, players, is_money, rewards, number)
                    if is_new:
                        terminated[number] = is_over
                        truncated[number] = not is_over
                        final_actions[number] = slot.actions
                        for place in range(players):
                            final_money[number, place] = game.money[place]
                elif is_new:
                    continue  # it ended before the caller had a turn: such a game is not shown
                viewer = acting if is_new else int(game.turn)
                know(game, table, all_keys, all_weights, node_slots, work, known_for[number], known[number])
                observe(game, viewer, is_hidden, notes, number, table, work, known[number], observation)
                if not is_new:
                    break
                for place in range(observation.shape[1]):
                    final_observation[number, place] = observation[number, place]
                has_acted = False
            bits = legal_bits(game)
            if is_by_rank:
                bits = rank_bits(game, bits)
            legal_words[number] = bits
            write_mask(bits, mask, number)
            seat[number] = game.turn
        return played

    return step

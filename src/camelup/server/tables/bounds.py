"""How much a table may hold: every bound of its log, and of what is replayed from it.

Whatever strangers can make a table store is counted here, so that a log can be read in a moment, however hard somebody
tries. Honest tables stay far below each bound, and none of them stands in the way of play: no action, start, clock
or closing is refused for them.
"""

from camelup.server.token_bucket import Rate

MAX_PLIES = 1_000
"""A game that has so many plies and is not over is closed; a record that somebody brings may have no more either.

The longest of 9,000 games of two to eight players who move their tile half of the time, to no purpose, had 438 plies.
"""
MAX_TURNS_REPLAYED = 50
"""A client that comes back is sent so many of the turns that it has missed, the latest ones."""

MAX_CHAT_LINES = 2_000
"""Eight people who write a line every half minute reach it after two hours."""
MAX_SEEDS_PER_SEAT = 10
"""Players give a seed when they sit down; later only at a rematch, and then once."""
MAX_SEATINGS = 300
"""How often people and programs may sit down. Leaving needs no bound: whoever leaves has sat down before."""
SEATINGS_OF_ADDRESS = Rate(1 / 300, 24)
"""How often people of one address may sit down at one table: one stranger cannot use up the seatings of all."""
MAX_COMPUTERS_ADDED = 300
"""How often the host may add a computer player, whatever others have used up."""
MAX_HOST_CHANGES = 100
"""How often the host's place may go to somebody else because the host is away."""
MAX_OPENINGS = 100
"""How often the host may let a table be listed again. Making it link-only is never refused."""
MAX_REMEMBERED = 200
"""The most removed or muted people that are remembered, here and at the rematches."""
MAX_MUTES = 200
"""How often the host may mute people or let them speak again. Muting somebody who can speak is never refused."""

MAX_REVIEWED_PLIES = 500
"""Of a game that is reviewed: one with three hundred is long already, and a worker needs some 70 kB for each."""

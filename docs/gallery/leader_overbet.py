# %% [markdown]
# # Is the leader overbet?
#
# Everybody sees who is in front, and everybody likes to bet on it. Do tickets for the leader pay less than others?
#
# A table of four plays by simple estimates: it takes tickets of the first and of the second camel while they seem worth
# more than a roll. Another table weighs them by the odds. Here is what each ticket has really paid, by the place of its
# camel at the moment when it was taken.

# %%
from collections import defaultdict

from camelup import LegScored, TicketTaken, replay
from camelup.bulk import Batch
from camelup.core.state import Ticket
from tools.docs_site.charts import Chart, Figure, mean_by_groups, picture, sideways
from tools.docs_site.gallery import number_of_games

GAMES = number_of_games(3_000)
PLACES = ("leader", "2nd", "3rd", "4th", "last")


def pay_by_place(policy: str) -> dict[tuple[str, int], Figure]:
    """Play games, and return what tickets have paid on average, by the place of the camel and the ticket's value."""
    totals: dict[tuple[str, int], dict[int, list[int]]] = defaultdict(dict)
    played = Batch.start(GAMES, players=4, seed=11).play_out(policy, record=True)
    for number, record in enumerate(played):
        held: dict[tuple[int, Ticket], list[str]] = defaultdict(list)
        ranking = record.start.ranking
        for _, state, events in replay(record):
            for event in events:
                if isinstance(event, TicketTaken):
                    held[event.seat, event.ticket].append(PLACES[ranking.index(event.ticket.camel)])
                if isinstance(event, LegScored):
                    for seat, reward in enumerate(event.rewards):
                        for paid in reward.tickets:
                            key = held[seat, paid.ticket].pop(0), paid.ticket.value
                            total = totals[key].setdefault(number, [0, 0])
                            total[0] += paid.reward
                            total[1] += 1
            ranking = state.ranking
    return {
        key: mean_by_groups(*zip(*by_game.values(), strict=True))
        for key, by_game in totals.items()
        if sum(count for _, count in by_game.values()) >= 100
    }


crowd, odds = pay_by_place("sensible"), pay_by_place("plain")
for name, paid in (("by simple estimates", crowd), ("by the odds", odds)):
    for (place, value), figure in sorted(paid.items(), key=lambda each: (PLACES.index(each[0][0]), -each[0][1])):
        print(f"{name}: {place}, ticket of {value}: {figure}")


# %%
def chart_of(title: str, paid: dict[tuple[str, int], Figure]) -> Chart:
    """Draw the first two camels."""
    shown = [(place, value) for place in PLACES[:2] for value in (5, 3, 2)]
    return sideways(
        title, {f"{place}, for {value}": paid[place, value] for place, value in shown if (place, value) in paid}
    )


picture(chart_of("A ticket paid: simple estimates", crowd), chart_of("A ticket paid: by the odds", odds))

# %% [markdown]
# No: the other way round. A ticket of 5 for the leader pays more than twice a roll, and even one of 2 pays more than a
# roll. What is overbet is the rest. A ticket for the second camel is about as good as a roll, and one for a
# camel further behind is worse, unless the odds of this very leg say otherwise. Who likes surprises pays for them.
#
# A table that follows the crowd takes the leader's tickets a little too readily, so they pay a little less there: 2.3
# instead of 2.6 pounds for the first.

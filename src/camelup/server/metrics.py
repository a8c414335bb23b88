"""Figures about the server, for Prometheus: counters that only grow, and gauges that are asked when somebody looks."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_ABOUT = {
    "camelup_actions_total": "Actions that were accepted and stored, by who acted.",
    "camelup_refusals_total": "Requests that were refused, by code.",
    "camelup_messages_total": "Messages sent to clients.",
    "camelup_dropped_total": "Connections that were cut off, by reason.",
    "camelup_faults_total": "Faults of the server itself; the log says where.",
    "camelup_tables_made_total": "Tables that were made.",
    "camelup_people_deleted_total": "People whose data was deleted.",
    "camelup_reviews_total": "Reviews that were computed, of games here and of records from elsewhere.",
    "camelup_transfers_total": "Bundles for other devices, made and redeemed.",
    "camelup_action_seconds": "From an action's arrival to its being stored and sent.",
    "camelup_think_seconds": "How long computer players took.",
    "camelup_review_first_seconds": "From asking for a review to its first curve.",
}


class Metrics:
    """Counters and times, without names or secrets: labels come from fixed sets."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self._times: dict[str, list[float]] = {}
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def count(self, name: str, label: str = "", value: str = "", by: int = 1) -> None:
        """Count something."""
        self._counts[name, label, value] += by

    def time(self, name: str, seconds: float) -> None:
        """Note how long something took: a bucket for each bound, then all, and their sum."""
        times = self._times.setdefault(name, [0.0] * (len(_BOUNDS) + 2))
        times[bisect_left(_BOUNDS, seconds)] += 1
        times[-1] += seconds

    def watch(self, name: str, about: str, gauge: Callable[[], float]) -> None:
        """Read a figure whenever somebody looks; one whose name ends in `_total` only grows."""
        self._gauges[name] = (about, gauge)

    def write(self) -> str:
        """Give all figures in the text format of Prometheus."""
        lines: list[str] = []
        for name in sorted({name for name, _, _ in self._counts}):
            lines += [f"# HELP {name} {_ABOUT[name]}", f"# TYPE {name} counter"]
            for (counted, label, value), times_counted in sorted(self._counts.items()):
                if counted == name:
                    where = f'{{{label}="{value}"}}' if label else ""
                    lines.append(f"{name}{where} {times_counted}")
        for name, times in sorted(self._times.items()):
            lines += [f"# HELP {name} {_ABOUT[name]}", f"# TYPE {name} histogram"]
            total = 0.0
            for bound, count in zip((*_BOUNDS, "+Inf"), times[:-1], strict=True):
                total += count
                lines.append(f'{name}_bucket{{le="{bound}"}} {total:.0f}')
            lines += [f"{name}_sum {times[-1]}", f"{name}_count {total:.0f}"]
        for name, (about, gauge) in sorted(self._gauges.items()):
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}", f"{name} {gauge()}"]
        return "\n".join(lines) + "\n"

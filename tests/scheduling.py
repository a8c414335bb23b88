"""Which process of a test run gets which tests, with `--dist loadfile`.

All tests of a file go to one process, so that what they share (a server, a database, compiled code) is made once. The
longest files come first, so that no process works on alone in the end. And a process keeps to one kind of tests for as
long as there are any: not all of them need to start a browser, a server and a PostgreSQL of their own.
"""

from collections import Counter

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

_SECONDS = {
    "tests/test_training.py": 95,
    "tests/browser/test_table_layout.py": 83,
    "tests/server/test_processes.py": 67,
    "tests/cluster/test_cluster.py": 61,
    "tests/server/test_postgresql_store.py": 55,
    "tests/tui/test_table_screen.py": 50,
    "tests/browser/test_learn.py": 43,
    "tests/server/test_http_api.py": 38,
    "tests/browser/test_review_page.py": 36,
    "tests/server/test_faults.py": 35,
    "tests/arena/test_match.py": 30,
    "tests/bulk/test_policies.py": 30,
    "tests/server/test_at_once.py": 30,
    "tests/server/test_store.py": 30,
    "tests/bulk/test_vector_game.py": 29,
    "tests/server/test_tables_played_for.py": 29,
    "tests/browser/test_race.py": 28,
    "tests/browser/test_follow.py": 27,
    "tests/browser/test_pace.py": 26,
    "tests/odds/test_table.py": 26,
    "tests/server/test_job_runner.py": 26,
    "tests/browser/test_analysis.py": 25,
    "tests/browser/test_start.py": 25,
    "tests/bulk/test_stats.py": 25,
    "tests/server/test_garbage.py": 25,
    "tests/server/test_strangers.py": 25,
    "tests/players/test_programs.py": 24,
    "tests/players/test_registry.py": 22,
    "tests/browser/test_game_page.py": 21,
    "tests/odds/test_compiled_cache.py": 21,
    "tests/review/test_review.py": 20,
    "tests/server/test_full_disk.py": 20,
    "tests/tui/test_pseudo_terminal.py": 19,
    "tests/server/test_me.py": 18,
    "tests/server/test_soak.py": 18,
    "tests/browser/test_rules_page.py": 17,
    "tests/server/test_reviews.py": 17,
    "tests/test_packaging.py": 16,
    "tests/browser/test_faults_browser.py": 15,
    "tests/server/test_db_command.py": 15,
    "tests/test_differential.py": 15,
    "tests/browser/test_together.py": 14,
    "tests/test_schema.py": 14,
    "tests/server/test_db_check.py": 13,
    "tests/server/test_edits.py": 13,
    "tests/browser/test_offline.py": 12,
    "tests/server/test_client.py": 12,
    "tests/server/test_workers.py": 12,
    "tests/test_architecture.py": 12,
    "tests/browser/test_games.py": 11,
    "tests/browser/test_puzzle.py": 11,
    "tests/odds/test_race_odds.py": 11,
    "tests/server/test_before.py": 11,
    "tests/browser/test_replay.py": 10,
    "tests/bulk/test_streams.py": 10,
    "tests/bulk/test_tile_effects.py": 10,
    "tests/odds/test_leg_odds.py": 10,
    "tests/bulk/test_twin.py": 9,
    "tests/server/test_secrets_live.py": 9,
    "tests/tui/test_other_screens.py": 9,
    "tests/arena/test_document.py": 8,
    "tests/arena/test_table.py": 8,
    "tests/browser/test_waiting_room.py": 8,
    "tests/server/test_stopping.py": 8,
    "tests/test_perft.py": 8,
    "tests/test_tutorials.py": 8,
    "tests/test_verify_command.py": 8,
    "tests/server/test_bounds.py": 7,
    "tests/server/test_join_command.py": 7,
    "tests/browser/test_before.py": 6,
    "tests/browser/test_motion.py": 6,
    "tests/browser/test_pages.py": 6,
    "tests/odds/test_solver.py": 6,
    "tests/server/test_game_worker.py": 6,
    "tests/server/test_view_serializer.py": 6,
    "tests/test_notation.py": 6,
    "tests/test_odds_command.py": 6,
    "tests/test_terminal.py": 6,
    "tests/arena/test_compare.py": 5,
    "tests/browser/test_hints.py": 5,
    "tests/bulk/test_batch.py": 5,
    "tests/bulk/test_seated.py": 5,
    "tests/bulk/test_styles.py": 5,
    "tests/odds/test_values.py": 5,
    "tests/test_cli.py": 5,
    "tests/test_client_games.py": 5,
    "tests/test_drawing.py": 5,
    "tests/test_json.py": 5,
}
"""What the longest files take, more or less: if a figure is wrong, a run takes a little longer."""
_USUAL_SECONDS = 1


def kind_of(file: str) -> str:
    """Name what the tests of a file have to start: a browser, a server, or neither."""
    return next((kind for kind in ("browser", "server") if file.startswith(f"tests/{kind}/")), "other")


def seconds_of(file: str) -> float:
    """Estimate how long the tests of a file take."""
    return _SECONDS.get(file, _USUAL_SECONDS)


class Scheduling(LoadFileScheduling):  # type: ignore[misc]  # without types
    """Gives files to processes."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        self._kinds: dict[WorkerController, str] = {}
        """What each process is at."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        self.workqueue.move_to_end(self._choose_file(node), last=False)
        super()._assign_work_unit(node)

    def _choose_file(self, node: WorkerController) -> str:
        """Choose the longest file of the kind that the process is at, or of that for which most is left to do."""
        files: list[str] = list(self.workqueue)
        left = {kind: sum(seconds_of(file) for file in files if kind_of(file) == kind) for kind in map(kind_of, files)}
        kind = self._kinds.pop(node, None)
        if kind is None or kind not in left:
            processes = Counter(self._kinds.values())
            kind = max(left, key=lambda kind: left[kind] / (1 + processes[kind]))
        self._kinds[node] = kind
        return max((file for file in files if kind_of(file) == kind), key=seconds_of)

    def remove_node(self, node: WorkerController) -> str | None:
        """Let others do what a process leaves; a test that ended the process is not tried again, unlike in xdist."""
        self._kinds.pop(node, None)
        workload: dict[str, dict[str, bool]] = self.assigned_work.pop(node)
        left = [(file, test) for file, tests in workload.items() for test, is_done in tests.items() if not is_done]
        if not left:
            return None
        file, crashed = left[0]
        workload[file][crashed] = True
        self.workqueue.update((file, tests) for file, tests in workload.items() if not all(tests.values()))
        for other in self.assigned_work:
            self._reschedule(other)
        return crashed

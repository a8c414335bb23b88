"""`camelup train`: a net learns to play by playing against itself."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from camelup.core.errors import ArgumentError, quoted
from camelup.extras import require_extra
from camelup.terminal.clusters import add_cluster, cluster_of
from camelup.terminal.options import read_count, read_file
from camelup.terminal.status import Status

if TYPE_CHECKING:  # help needs none of it
    from camelup.arena.play import Elsewhere
    from camelup.cluster import Cluster

DESCRIPTION = (
    "Let a net learn to play by playing against itself, its past selves and computer players of many styles. It writes "
    "a net, a checkpoint and a curve to a folder; the same command goes on where it was stopped."
)
EXAMPLE = "camelup train my-player --decisions 20e6 --seed 1"

_MOST_THREADS = 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", type=read_file, metavar="FOLDER", help="where everything is written, and read again")
    parser.add_argument(
        "--decisions", type=read_count, metavar="N", help="decisions to learn from, such as 20e6 (default: 100,000,000)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the run (default: 1)")
    parser.add_argument("--games", type=read_count, metavar="N", help="games that are played at once (default: 1,024)")
    parser.add_argument("--steps", type=read_count, metavar="N", help="decisions a game between lessons (default: 96)")
    parser.add_argument("--hidden", type=read_count, metavar="N", help="size of each hidden layer (default: 256)")
    parser.add_argument("--editions", type=_read_numbers, metavar="1,2", help="editions to play (default: both)")
    parser.add_argument("--seats", type=_read_numbers, metavar="2,4", help="sizes of the tables (default: 2 to 8)")
    parser.add_argument(
        "--odds", choices=("exact", "quick"), help="what everybody goes by, quick being estimates (default: exact)"
    )
    parser.add_argument(
        "--alone",
        dest="has_styles",
        action="store_false",
        default=None,
        help="meet nobody but itself and past selves",
    )
    parser.add_argument(
        "--bfloat16",
        action="store_true",
        default=None,
        help="multiply with fewer digits, several times as fast on processors with instructions for it",
    )
    parser.add_argument("--rate", type=float, metavar="X", help="how fast it learns at first (default: 0.0006)")
    parser.add_argument("--entropy", type=float, metavar="X", help="how much it tries at first (default: 0.006)")
    parser.add_argument(
        "--from",
        dest="start",
        type=read_file,
        metavar="NET",
        help="begin with a net that exists, with more units if --hidden says so",
    )
    parser.add_argument(
        "--teacher", type=read_file, metavar="NET", help="imitate this net instead of playing, to make a smaller one"
    )
    parser.add_argument(
        "--evaluate",
        type=read_count,
        default=2048,
        metavar="N",
        help="games for each figure of the curve (default: 2,048)",
    )
    parser.add_argument(
        "--matches",
        type=int,
        default=0,
        metavar="N",
        help="games of each match at the end, luck taken out (default: none)",
    )
    add_cluster(parser)
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="cores for the net (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """Train to the end of the plan, or until somebody stops it."""
    status = Status()
    try:
        return _train(arguments, status)
    finally:
        status.clear()


def _train(arguments: argparse.Namespace, status: Status) -> int:
    status.update("Loading PyTorch...")
    with require_extra("Training runs", "train"):
        import torch

        from camelup.training.session import Session
    if not 1 <= arguments.threads <= _MOST_THREADS:
        raise ArgumentError(
            "arguments", f"Training runs on 1 to {_MOST_THREADS:,} threads, not {quoted(arguments.threads)}."
        )
    if arguments.matches < 0:
        raise ArgumentError("arguments", f"A match cannot have {quoted(arguments.matches)} games.")
    torch.set_num_threads(arguments.threads)
    folder: Path = arguments.folder
    asked = {
        name: value
        for name in (
            "decisions",
            "seed",
            "games",
            "steps",
            "hidden",
            "editions",
            "seats",
            "odds",
            "bfloat16",
            "has_styles",
            "rate",
            "entropy",
        )
        if (value := getattr(arguments, name)) is not None
    }
    if arguments.cluster is not None and not arguments.matches:
        raise ArgumentError("arguments", "--cluster plays the matches at the end: say how many with --matches.")
    if arguments.teacher is not None:
        return _imitate(arguments, status)
    session = Session.open(
        folder, asked, arguments.start, arguments.evaluate, on_step=status.begin, on_progress=status.update
    )
    try:
        for line in session.run():
            _print(line, status)
    except KeyboardInterrupt:
        status.clear()
        print(f"camelup: {session.describe_stop()}", file=sys.stderr)
        raise
    if arguments.matches:
        with cluster_of(arguments.cluster) as cluster:
            for line in session.play_matches(arguments.matches, _games_on(cluster)):
                _print(line, status)
    status.clear()
    print(session.describe_net())
    return 0


def _print(line: str, status: Status) -> None:
    status.clear()
    print(line, flush=True)


def _games_on(cluster: "Cluster | None") -> "Elsewhere | None":
    if cluster is None:
        return None
    from camelup.cluster import games_on

    return games_on(cluster)


def _imitate(arguments: argparse.Namespace, status: Status) -> int:
    """Make a net that chooses as another one does."""
    from camelup.nets import load_net, save_net
    from camelup.training.distillation import imitate
    from camelup.training.session import NET_FILE, SETTING_UP, make_folder

    teacher = load_net(arguments.teacher)
    make_folder(arguments.folder)
    decisions = 2_000_000 if arguments.decisions is None else arguments.decisions
    hidden = 48 if arguments.hidden is None else arguments.hidden
    seed = 1 if arguments.seed is None else arguments.seed
    status.begin(SETTING_UP)
    for seen, apart, net in imitate(teacher, hidden, decisions, seed):
        _print(f"{seen / 1e6:7.2f} million decisions, {apart:.4f} apart", status)
        save_net(net, arguments.folder / NET_FILE)
    print(f"The net is in {arguments.folder / NET_FILE}.")
    return 0


def _read_numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is no list of numbers") from None

"""These tests need PyTorch, so `make training` makes an environment of its own, where test_training.py runs them."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("sb3_contrib") else ["test_*.py"]

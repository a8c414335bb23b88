"""Training a player by self-play; docs/training.md explains it. It needs PyTorch, which is nowhere else imported."""

from camelup.extras import require_extra

with require_extra("Training runs", "train"):
    import torch  # noqa: F401

__all__: list[str] = []

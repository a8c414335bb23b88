"""What a seat knows, as numbers for learning: docs/envs.md describes the layouts."""

from camelup.bulk.observations.encoder import Encoder, encode
from camelup.bulk.observations.layouts import FACTS, LAYOUTS, ODDS, Feature, Layout, find_layout
from camelup.bulk.observations.numbering import NUMBERINGS, action_number, legal_mask, numbered_action

__all__ = [
    "FACTS",
    "LAYOUTS",
    "NUMBERINGS",
    "ODDS",
    "Encoder",
    "Feature",
    "Layout",
    "action_number",
    "encode",
    "find_layout",
    "legal_mask",
    "numbered_action",
]

"""Policies by name."""

from camelup.bulk.policies import RANDOM, SENSIBLE, Policy
from camelup.bulk.styles import MISER, PLAIN
from camelup.core.errors import PolicyError, quoted

POLICIES = {policy.name: policy for policy in (RANDOM, SENSIBLE, PLAIN, MISER)}
"""The built-in policies by their names."""


def find_policy(policy: Policy | str) -> Policy:
    """Return a policy, which may be given by name.

    >>> find_policy("random").name
    'random'
    """
    found = POLICIES.get(policy) if isinstance(policy, str) else policy
    if not isinstance(found, Policy):
        raise PolicyError("policy", f"A policy must be {', '.join(POLICIES)} or your own, not {quoted(policy)}.")
    return found

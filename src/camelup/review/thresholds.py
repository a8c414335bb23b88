"""What a review mentions at all."""

LEAST = 0.005
"""Differences in winning chance below this are not mentioned: half a point."""
SURELY = 2.5
"""Nor are those below this many standard errors."""

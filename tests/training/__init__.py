"""Tests that need PyTorch; tests/test_training.py runs them."""

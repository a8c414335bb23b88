"""Camel Up for PettingZoo: `env()` makes the environment, `raw_env()` the same without wrappers."""

from camelup.envs.pettingzoo_env import CamelUpAECEnv, env, raw_env

__all__ = ["CamelUpAECEnv", "env", "raw_env"]

"""Khronos by e-mail, without a server: rules, games, and the command line program."""

__version__ = "0.1.0"

from khronos_pbem import lazy_imports

lazy_imports.install()

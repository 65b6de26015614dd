"""Khronos by e-mail: the rules, the table and the shell program, without any server."""

__version__ = "0.1.0"

from khronos_pbem import lazy_imports

lazy_imports.install()

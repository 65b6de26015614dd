"""Khronos by e-mail, without a server: rules, games, and the command line program."""

from khronos_pbem import lazy_imports
from khronos_pbem.version import __version__ as __version__

lazy_imports.install()

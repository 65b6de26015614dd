"""`python -m khronos_pbem` is `khronos`."""

from khronos_pbem.cli.main import run

run()

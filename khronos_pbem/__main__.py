"""`python -m khronos_pbem` is `khronos`."""

from khronos_pbem.cli.main import run

if __name__ == "__main__":  # other processes that verify import this file too
    run()

"""Set-up positions of My Village: from data, to data, what is wrong with one, the sandbox (VILLAGE 15)."""

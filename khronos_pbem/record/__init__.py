"""The save: blocks, chain, signatures, files, keyring; knows neither rules nor deck (FORMATS 4)."""

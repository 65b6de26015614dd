"""The save: blocks, chain, signatures, TOML, files, keyring; knows neither the rules nor the deck (FORMATS 4)."""

"""Commands to learn and practise: `learn`, `demo` and `puzzle`."""

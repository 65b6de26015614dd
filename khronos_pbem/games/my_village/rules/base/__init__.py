"""The common base of all rules: time, prices, dice, draws, events and refusals."""

"""What all rules share: clock, costs, dice, draws, events, refusals."""

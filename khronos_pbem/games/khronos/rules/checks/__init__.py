"""The requirements of orders (sites, costs and cards), and the refusals if they are not met."""

"""Commands that explain: help, orders, rules, the manual page."""

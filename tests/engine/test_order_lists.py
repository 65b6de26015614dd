"""Similar orders share a line."""

from __future__ import annotations

from khronos_pbem.engine.order_lists import order_list_lines, similar_orders

ORDERS = ("build keep might A1", "build keep might B12", "build keep might A1 with civil", "travel 1 faith")


def test_orders_that_differ_in_a_square_or_the_last_word_share_a_line() -> None:
    orders = (*ORDERS, "build keep might C3 with civil", "travel 1 might", "end", "resign")
    assert order_list_lines(orders) == [
        "build keep might: A1, B12",
        "build keep might ... with civil: A1, C3",
        "travel 1: faith, might",
        "end",
        "resign",
    ]


def test_a_group_has_its_orders() -> None:
    groups = similar_orders(ORDERS)
    assert [order for group in groups for order in group.orders] == list(ORDERS)
    assert [group.form for group in groups] == [
        "build keep might",
        "build keep might ... with civil",
        "travel 1",
    ]

"""White banners that cannot be used: each refusal says what is the matter (VILLAGE 3.4, 7.4, 8.4)."""

from __future__ import annotations

from khronos_pbem.games.my_village.rules.banners.whites import foreign_banner_refusal, repeated_banner_refusal
from tests.games.my_village.cases import position_of


def test_a_customer_who_was_served_is_told_from_a_banner_that_was_used() -> None:
    served = foreign_banner_refusal(position_of({"red": {"served": ["k01"]}}), 0, "k01")
    used = repeated_banner_refusal(position_of({})._replace(used=("personal",)), 0, "personal")
    assert served is not None
    assert used is not None
    assert (served.rule, served.message) == ("VILLAGE 8.4", "you have already served customer k01")
    assert "you have already used" in used.message

"""Canonical orders of every kind (VILLAGE 14)."""

from __future__ import annotations

KEY = "WGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmY"
"""An identity: the base point of the curve."""

CANONICAL = [
    "take 1 4", "take 1 4 to 2", "take 5 b2 to 6 square", "hand", "desk k03 k11", "desk k03 free k20",
    "desk free new", "reveal", "buy brewery 5/8", "buy brewery", "buy field", "buy square on school",
    "buy square on field 2", "buy square on k07", "buy square on square", "buy mint", "buy guild",
    "buy property on fields", "buy citizens on abbot", "buy cloister", "monk quill", "travel A",
    "travel C with beer wagon", "travel C with beer wagon refuse t09 t11", "travel C refuse none",
    "travel D with horse guild field 1 field 2", "headman coin", "headman hall", "headman story",
    "headman stay", "use personal", "use brewery", "use field 2", "use field", "use mint",
    "use property on journeys", "use citizens on merchant", "use square", "use square on k07",
    "school left", "school right", "school left to abbot", "school right to merchant", "school none",
    "serve k07", "serve k07 with parchment guild", "plough 2", "plough 2 from forge", "plough 2 from guild",
    "look", "bury merchant", "hire abbot", "sanatorium yes", "sanatorium no", "refuge back", "refuge keep",
    "policy sanatorium 2", "policy sanatorium never", "policy sanatorium ask", "policy sanatorium best",
    "policy refuge best", "policy refuge ask", 'message "Hello; # \\"you\\""',
    'message to blue "you"', "message to blue sealed", 'note "me"', "note sealed",
    "away until 2026-12-24", f"handover {KEY}", "resign", "end",
]  # fmt: skip

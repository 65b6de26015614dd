"""Tests of the answers by mail."""

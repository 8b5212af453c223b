"""Simulated tournaments: invented names, random legal games, the services of the desk."""

from scoring.simulation.tournament import (
    Plan,
    finish,
    play_series,
    register,
    simulate,
)

__all__ = ["Plan", "finish", "play_series", "register", "simulate"]

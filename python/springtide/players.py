"""The values of State.current_player() when no single seat acts, with OpenSpiel's numbers."""
import enum


class PlayerId(enum.IntEnum):
    """The values of State.current_player() that are not seats.

    >>> from springtide import Game, PlayerId
    >>> PlayerId(Game("high_tide_leiman").new_initial_state().current_player())
    <PlayerId.CHANCE: -1>
    """

    CHANCE = -1
    SIMULTANEOUS = -2
    TERMINAL = -4

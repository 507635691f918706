"""Code shared by the adapters."""
import numpy


def action_number(action):
    """An action as the games take it. Samplers may wrap a whole number in an array without dimensions; a float is never
    cut off, but refused."""
    if isinstance(action, numpy.ndarray) and action.shape in ((), (1,)):
        action = action.reshape(())[()]
    return action

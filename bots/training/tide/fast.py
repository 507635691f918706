"""The games of games.cu for PyTorch, on the accelerator or on the processor. It is compiled when first needed; several runs
share what one of them compiled where TIDE_LIBRARIES names a folder."""
import ctypes
import os
import pathlib
import subprocess
import tempfile

import torch

POLICY_INPUTS, VALUE_INPUTS = 1024, 896  # the last few are not used
GAME_BYTES = 168
_libraries = {}


def library(device):
    if device not in _libraries:
        source = pathlib.Path(__file__).with_name("games.cu")
        folder = pathlib.Path(os.environ.get("TIDE_LIBRARIES") or tempfile.mkdtemp())
        out = str(folder / f"games-{device}.so")
        command = (["nvcc", "-O3", "-std=c++17", "-arch=sm_90", "-shared", "-Xcompiler", "-fPIC"] if device == "cuda" else
                   ["g++", "-x", "c++", "-O2", "-std=c++17", "-DON_PROCESSOR", "-shared", "-fPIC"])
        if not pathlib.Path(out).exists():
            made = f"{out}.{os.getpid()}"
            subprocess.run([*command, str(source), "-o", made], check=True)
            os.replace(made, out)
        _libraries[device] = ctypes.CDLL(out)
    return _libraries[device]


class FastGames:
    """Games side by side; `cascade` is the part of them with the cascade, in quarters."""

    def __init__(self, games, players, device, seed, cascade=0.5):
        self.games, self.players, self.device = games, players, device
        self.code = library(device)
        self.seat = torch.arange(players, device=device)
        self.row = torch.arange(games, device=device)
        self.state = torch.zeros(games, GAME_BYTES, dtype=torch.uint8, device=device)
        bytes_ = dict(dtype=torch.uint8, device=device)
        self.can = torch.zeros(games, players, **bytes_)
        self.points = torch.zeros(games, players, device=device)
        self.shares = torch.zeros(games, players, device=device)
        self.ended = torch.zeros(games, **bytes_)
        self.over = torch.zeros(games, **bytes_)
        self._call("start_games", self.state, round(4 * cascade), ctypes.c_uint64(seed))

    def _call(self, name, state, *more):
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream if self.device == "cuda" else 0)
        given = [ctypes.c_void_p(x.data_ptr()) if isinstance(x, torch.Tensor) else x for x in more]
        getattr(self.code, name)(ctypes.c_void_p(state.data_ptr()), self.games, self.players, *given, stream)

    def tell(self, shown, inputs, value_inputs):
        """Writes the inputs of the policy for every seat and of the value for every game (`shown`: with the tides
        turned up, a byte each); gives who has a choice."""
        if self.device == "cpu":  # the processor's version wants rows of zeros
            inputs.zero_()
            value_inputs.zero_()
        self._call("tell", self.state, shown, inputs, value_inputs, self.can)
        return self.can.bool()

    def room(self, times=None):
        """Tensors for tell()."""
        shape = () if times is None else (times,)
        kind = dict(dtype=torch.uint8, device=self.device)
        return (torch.zeros(*shape, self.games, self.players, POLICY_INPUTS, **kind),
                torch.zeros(*shape, self.games, VALUE_INPUTS, **kind))

    def play(self, place):
        """One trick: the place of the card that each seat plays. Games that end restart."""
        place = place.contiguous()
        self._call("play", self.state, place, self.points, self.shares, self.ended, self.over)
        return self.points, self.ended.bool(), self.over.bool(), self.shares

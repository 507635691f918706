"""Spaces with the attributes that Gymnasium documents, for where that package is not installed."""
import numpy


class Space:
    """A set of values with a shape and a type; sample() draws from it after seed()."""

    def __init__(self, shape=None, dtype=None):
        self._shape = None if shape is None else tuple(shape)
        self.dtype = None if dtype is None else numpy.dtype(dtype)
        self._random = numpy.random.default_rng()

    @property
    def shape(self):
        """The shape of a value, None where values have none."""
        return self._shape

    @property
    def np_random(self):
        """The generator that sample() draws from."""
        return self._random

    def seed(self, seed=None):
        """Restarts the generator of sample(); the same seed gives the same values."""
        self._random = numpy.random.default_rng(seed)
        return seed

    def contains(self, x):
        """Whether x is one of the values; also `x in space`."""
        raise NotImplementedError

    def sample(self):
        """A random value."""
        raise NotImplementedError

    def __contains__(self, x):
        return self.contains(x)


class Discrete(Space):
    """The numbers start to start + n - 1."""

    def __init__(self, n, start=0):
        super().__init__((), numpy.int64)
        self.n = numpy.int64(n)
        self.start = numpy.int64(start)

    def sample(self, mask=None):
        """One of them; with a mask, one of those that it allows, all equally likely."""
        if mask is None:
            return self.start + self._random.integers(self.n)
        allowed = numpy.flatnonzero(mask)
        return self.start + (self._random.choice(allowed) if len(allowed) else 0)

    def contains(self, x):
        """Whether x is one of the values."""
        return isinstance(x, (int, numpy.integer)) and self.start <= x < self.start + self.n

    def __eq__(self, other):
        return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

    def __repr__(self):
        return f"Discrete({self.n})"


class MultiDiscrete(Space):
    """Rows of numbers, each below its own bound."""

    def __init__(self, nvec):
        self.nvec = numpy.asarray(nvec, dtype=numpy.int64)
        super().__init__(self.nvec.shape, numpy.int64)

    def sample(self, mask=None):
        """A row of them; with a mask for each (a tuple of arrays, or the rows of one), of those that it allows, all
        equally likely, and 0 where it allows none."""
        if mask is None:
            return self._random.integers(self.nvec)
        rows = list(mask)
        if len(rows) != self.nvec.size or any(len(row) != n for row, n in zip(rows, self.nvec)):
            raise ValueError(f"give a mask for each of the {self.nvec.size} numbers, as long as its bound")
        allowed = [numpy.flatnonzero(row) for row in rows]
        return numpy.array([self._random.choice(row) if len(row) else 0 for row in allowed], self.dtype)

    def contains(self, x):
        """Whether x is such a row."""
        x = numpy.asarray(x)
        return x.shape == self.shape and bool(((0 <= x) & (x < self.nvec)).all())

    def __eq__(self, other):
        return isinstance(other, MultiDiscrete) and numpy.array_equal(self.nvec, other.nvec)

    def __repr__(self):
        return f"MultiDiscrete({self.nvec.tolist()})"


class Box(Space):
    """Arrays of one shape between two bounds."""

    def __init__(self, low, high, shape, dtype=numpy.float32):
        super().__init__(shape, dtype)
        self.low = numpy.full(shape, low, dtype)
        self.high = numpy.full(shape, high, dtype)

    def sample(self):
        """Such an array; dimensions without a bound get values between -1 and 1."""
        if self.dtype.kind in "iu":
            return self._random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)
        low, high = numpy.maximum(self.low, -1), numpy.minimum(self.high, 1)
        return self._random.uniform(low, high).astype(self.dtype)

    def contains(self, x):
        """Whether x is such an array."""
        return (isinstance(x, numpy.ndarray) and x.shape == self.shape and numpy.can_cast(x.dtype, self.dtype)
                and bool(((self.low <= x) & (x <= self.high)).all()))

    def __eq__(self, other):
        return (isinstance(other, Box) and self.shape == other.shape and self.dtype == other.dtype
                and numpy.array_equal(self.low, other.low) and numpy.array_equal(self.high, other.high))

    def __repr__(self):
        return f"Box(shape={self.shape}, dtype={self.dtype})"


class Dict(Space):
    """Dicts with a space for each key."""

    def __init__(self, spaces):
        super().__init__()
        self.spaces = dict(spaces)

    def seed(self, seed=None):
        """Restarts the generators of all of them."""
        for offset, space in enumerate(self.spaces.values()):
            space.seed(None if seed is None else seed + offset)
        return seed

    def sample(self):
        """A dict of samples."""
        return {key: space.sample() for key, space in self.spaces.items()}

    def contains(self, x):
        """Whether x is one of the values."""
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[k] in s for k, s in self.spaces.items())

    def __getitem__(self, key):
        return self.spaces[key]

    def __iter__(self):
        return iter(self.spaces)

    def __len__(self):
        return len(self.spaces)

    def __eq__(self, other):
        return isinstance(other, Dict) and self.spaces == other.spaces

    def __repr__(self):
        return f"Dict({self.spaces})"

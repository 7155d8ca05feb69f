"""Connections from shard to shard, over which packets go without the driver.

Each shard listens at an address of its own. Of two neighbors the one with the larger number
connects to the other. The driver waits until all have connected; so nobody waits for a shard that
has died before, and one that dies later closes its connections, which ends the waiting of others.

What comes in is unpickled, as everywhere in Ray. So whoever connects first shows a token that the
driver has given to the shards of its world.
"""

import contextlib
import hmac
import pickle
import socket
import struct
from collections.abc import Iterator, Mapping
from multiprocessing.connection import wait
from queue import SimpleQueue
from threading import Thread
from typing import Any

Address = tuple[str, int]

PATIENCE = 10.0
"""Seconds to wait for a connection that has been made already, or for its first words."""

ALIVE = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
"""Seconds of silence, seconds between questions, questions: then a machine counts as gone. Without
these options, as on some systems, it takes hours; a process that ends is noticed at once."""

CALL = struct.Struct("<q")  # the number of the call that links
SHARD = struct.Struct("<q")
LENGTH = struct.Struct("<Q")

Unsent = SimpleQueue[tuple[socket.socket, bytes] | None]


class Links:
    """The connections of one shard to its neighbors; iterating gives their numbers.

    Args:
        host: the address of this machine, at which others reach it.
        number: of the shard.
    """

    def __init__(self, host: str, number: int) -> None:
        self.number = number
        self._door = socket.create_server((host, 0), backlog=128)
        self._door.settimeout(PATIENCE)
        self._near: list[int] = []
        self._first_words = b""
        self._by_shard: dict[int, socket.socket] = {}
        self._unsent: Unsent = SimpleQueue()

    def __iter__(self) -> Iterator[int]:
        return iter(self._near)

    @property
    def address(self) -> Address:
        """Where others connect to."""
        host, port = self._door.getsockname()[:2]
        return host, port

    def connect(self, call: int, token: bytes, near: Mapping[int, Address]) -> None:
        """Connect to those neighbors whose number is smaller; the others connect to this one.

        Raises:
            OSError: one of them can't be reached.
        """
        self.close()
        self._near = sorted(near)
        self._first_words = token + CALL.pack(call)
        for shard in self._near:
            if shard < self.number:
                made = socket.create_connection(near[shard], PATIENCE)
                made.sendall(self._first_words + SHARD.pack(self.number))
                self._keep(shard, made)
        Thread(target=send_all, args=(self._unsent,), daemon=True).start()

    def complete(self) -> None:
        """Take in the connections that others have made.

        Raises:
            OSError, EOFError: one of them is missing.
        """
        while len(self._by_shard) < len(self._near):
            made = self._door.accept()[0]
            made.settimeout(PATIENCE)
            words = read(made, len(self._first_words) + SHARD.size)
            if hmac.compare_digest(words[: -SHARD.size], self._first_words):
                self._keep(SHARD.unpack(words[-SHARD.size :])[0], made)
            else:
                made.close()  # of an attempt that was given up, or a stranger's

    def _keep(self, shard: int, made: socket.socket) -> None:
        made.settimeout(None)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in ALIVE.items():
            if hasattr(socket, name):
                made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        self._by_shard[shard] = made

    def send(self, packets: Mapping[int, Any]) -> None:
        """Send a packet to some neighbors, without waiting until they read it."""
        for shard, packet in packets.items():
            data = pickle.dumps(packet, protocol=5)
            self._unsent.put((self._by_shard[shard], LENGTH.pack(len(data)) + data))

    def receive(self) -> list[Any]:
        """One packet of each neighbor, in the order of their numbers.

        Raises:
            OSError, EOFError: a neighbor is gone.
        """
        found = {}
        waiting = {made: shard for shard, made in self._by_shard.items()}
        while waiting:
            for made in wait([*waiting]):
                assert isinstance(made, socket.socket)
                (length,) = LENGTH.unpack(read(made, LENGTH.size))
                found[waiting.pop(made)] = pickle.loads(read(made, length))
        return [found[shard] for shard in self._near]

    def close(self) -> None:
        """End all connections, which ends the waiting of neighbors, too."""
        for made in self._by_shard.values():
            with contextlib.suppress(OSError):
                made.shutdown(socket.SHUT_RDWR)  # also while the other thread sends
            made.close()
        self._by_shard = {}
        self._near = []
        self._unsent.put(None)
        self._unsent = SimpleQueue()


def read(made: socket.socket, length: int) -> bytes:
    """So many bytes; EOFError if the connection ends before."""
    data = bytearray(length)
    rest = memoryview(data)
    while rest:
        count = made.recv_into(rest)
        if not count:
            raise EOFError("a shard has closed its connection")
        rest = rest[count:]
    return bytes(data)


def send_all(unsent: Unsent) -> None:
    """Send what is to be sent, until there is None.

    In a thread of its own: two who both wait until the other one has read would wait forever.
    """
    while (item := unsent.get()) is not None:
        with contextlib.suppress(OSError):  # whoever reads from that neighbor finds out, too
            item[0].sendall(item[1])

"""Many connections that ask for one page again and again, in a process of their own.

    readers.py PORT PATH ADDRESSES CONNECTIONS SECONDS

From each of so many addresses (127.0.20.1, …) so many connections; each asks, reads the whole answer and asks again. A connection
that the server refuses or closes comes back after a twentieth of a second. Prints how often each status came, as JSON."""
import collections
import heapq
import json
import selectors
import socket
import sys
import time


class Reader:
    def __init__(self, port, request, source, selector):
        self.port, self.request, self.source, self.selector = port, request, source, selector
        self.line = None

    def begin(self):
        self.line = socket.socket()
        self.line.bind((self.source, 0))
        self.line.setblocking(False)
        self.line.connect_ex(("127.0.0.1", self.port))
        self.got, self.missing = b"", None
        self.selector.register(self.line, selectors.EVENT_WRITE, self)

    def end(self):
        if self.line:
            self.selector.unregister(self.line)
            self.line.close()
            self.line = None

    def ask(self):
        self.line.send(self.request)
        self.got, self.missing = b"", None
        self.selector.modify(self.line, selectors.EVENT_READ, self)

    def read(self):
        """The status once the answer is whole; 0 if the connection ended."""
        piece = self.line.recv(1 << 16)
        if not piece:
            return 0
        if self.missing is None:
            self.got += piece
            if b"\r\n\r\n" not in self.got:
                return None
            head, body = self.got.split(b"\r\n\r\n", 1)
            self.status = int(head.split()[1])
            size = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
            self.missing = int(size.split(b":")[1]) - len(body)
        else:
            self.missing -= len(piece)
        return self.status if self.missing <= 0 else None


def main():
    port, path, addresses, connections, seconds = sys.argv[1:]
    port = int(port)
    request = f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
    selector, statuses, later, number = selectors.DefaultSelector(), collections.Counter(), [], 0
    for address in range(int(addresses)):
        for _ in range(int(connections)):
            Reader(port, request, f"127.0.20.{address + 1}", selector).begin()
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        for key, _ in selector.select(0.02):
            reader = key.data
            try:
                if key.events == selectors.EVENT_WRITE:
                    reader.ask()
                    continue
                status = reader.read()
            except OSError:
                status = 0
            if status is None:
                continue
            statuses[status] += 1
            if status == 200:
                reader.ask()
            else:
                reader.end()
                number += 1
                heapq.heappush(later, (time.monotonic() + 0.05, number, reader))
        while later and later[0][0] < time.monotonic():
            heapq.heappop(later)[2].begin()
    print(json.dumps({str(status): count for status, count in sorted(statuses.items())}))


if __name__ == "__main__":
    main()

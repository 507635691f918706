"""visit.py PORT: looks at a running server as a guest would. Fetches the page and what it names, then plays a move."""
import http.client
import re
import sys

from client import Client, table_of


def fetch(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read().decode(errors="replace")
    if response.status != 200:
        sys.exit(f"{path} is answered with {response.status}")
    return body


def main():
    port = int(sys.argv[1])
    page = fetch(port, "/")
    scripts = re.findall(r'src="(/[^"]+\.js)"', page)
    if "<title>" not in page or not scripts:
        sys.exit(f"this is not the page: {page[:500]}")
    for script in scripts:
        fetch(port, script)
    clients = [Client(port), Client(port)]
    table = table_of(clients, "high_tide_leiman", 2)
    states = [client.must("watch", table=table) for client in clients]
    mover = 0 if states[0]["legal"] else 1
    done = clients[mover].must("play", table=table, action=states[mover]["legal"][0])
    told = clients[1 - mover].wait_for(lambda push: push.get("seq", 0) >= done["seq"])
    print(f"page and {len(scripts)} scripts; a move was played, and the other was told: {told['events']}")


main()

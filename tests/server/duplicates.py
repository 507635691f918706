"""What the tests of duplicate tables share."""

SETUP = {"name": "Two tables", "game": "high_tide_leiman", "seats": 2, "tables": 2, "minutes": 10}


def why(answer):
    return answer[0], answer[1].get("error", {}).get("reason")


def play_out(server, token, table, lots):
    """Plays a seat to the end against whoever sits there."""
    client = server.client(token)
    state = client.must("watch", table=table)
    while not state["over"]:
        if state["legal"]:
            client.must("play", table=table, action=lots.choice(state["legal"]))
            state = client.must("watch", table=table)
        else:
            seq = state["seq"]
            client.wait_for(lambda push: push["seq"] > seq)
            state = client.must("watch", table=table)
    client.close()

"""A mail server of our own that keeps every letter."""
import asyncio
import threading


class MailServer:
    """SMTP, as far as a sender needs it: every letter is kept with whom it is from and for."""

    def __init__(self):
        self.letters, self.came = [], threading.Condition()
        self.refuses = set()
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()

        def run():
            asyncio.set_event_loop(self.loop)
            self.server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0))
            self.port = self.server.sockets[0].getsockname()[1]
            ready.set()
            self.loop.run_forever()

        threading.Thread(target=run, daemon=True).start()
        ready.wait()
        self.address = f"smtp://127.0.0.1:{self.port}"

    async def serve(self, reader, writer):
        def say(text):
            writer.write(text.encode() + b"\r\n")

        say("220 here")
        sender, to = "", []
        try:
            while line := (await reader.readline()).decode().strip():
                verb = line.upper()
                if verb.startswith("EHLO"):
                    say("250-here\r\n250 8BITMIME")
                elif verb.startswith("MAIL FROM:"):
                    sender, to = line[10:].split()[0].strip("<>"), []
                    say("250 fine")
                elif verb.startswith("RCPT TO:"):
                    name = line[8:].split()[0].strip("<>")
                    to.append(name)
                    say("550 nobody here" if name in self.refuses else "250 fine")
                elif verb == "DATA":
                    say("354 go on")
                    text = b""
                    while not text.endswith(b"\r\n.\r\n"):
                        text += await reader.readline()
                    with self.came:
                        self.letters.append((sender, to, text[:-5].decode()))
                        self.came.notify_all()
                    say("250 kept")
                elif verb == "QUIT":
                    say("221 bye")
                    break
                else:
                    say("250 fine")
                await writer.drain()
            await writer.drain()
        except ConnectionError:
            pass
        writer.close()

    def wait(self, count):
        with self.came:
            assert self.came.wait_for(lambda: len(self.letters) >= count, 60), f"{len(self.letters)} of {count} letters"
            return list(self.letters)

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)

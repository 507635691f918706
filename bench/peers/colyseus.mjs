// Tables of three on Colyseus: a move is told to everybody at the table, and nothing is kept.
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

class Table extends Room {
    maxClients = 3;
    seq = 0;
    onCreate() {
        this.onMessage('play', (client, move) => this.broadcast('moved', { seq: ++this.seq, by: client.sessionId, ...move }));
    }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('table', Table).filterBy(['table']);
await server.listen(Number(process.argv[2]), '127.0.0.1');
console.log('ready');

// Tables of three on boardgame.io: anybody may move at any time, and everybody at the table is told.
import server from 'boardgame.io/dist/cjs/server.js';
import { game } from './tide_game.mjs';
const { Server } = server;

await Server({ games: [game], origins: [/.*/] }).run({ port: Number(process.argv[2]), callback: () => console.log('ready') });

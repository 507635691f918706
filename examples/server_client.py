"""A client for Springtide's server, in one file and with nothing but the standard library: made by tools/make_clients from docs/api; change those files instead.

>>> from server_client import Http, Socket                                      # doctest: +SKIP
>>> token = Http("http://localhost:8470").new_token(name="Robot")["token"]      # doctest: +SKIP
>>> socket = Socket("http://localhost:8470", token)                             # doctest: +SKIP
>>> table = socket.create(game="high_tide_leiman", players=2)["table"]          # doctest: +SKIP

A refusal is raised as `Refused`, with its code and its sentence. What happens at a table that is watched comes from
`Socket.pushes()`.
"""
from __future__ import annotations

import base64
import collections
import http.client
import json
import secrets
import socket
import ssl
import struct
import urllib.parse
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, Optional, TypedDict, Union, cast

TableId = 'str'  # Names a table; any player who knows it may join
GameId = "Literal['turn_the_tide', 'high_tide_henn', 'high_tide_leiman']"
Seat = 'int'  # Counted from 0; seat 0 of high_tide_leiman is blue, seat 1 pink

class Refusal(TypedDict):
    """Why something is refused; what it concerns (a card, a cell, a seat …) stands beside by name, see records.schema.json."""
    code: "Literal['bad_json', 'bad_request', 'unknown_op', 'unknown_game', 'bad_options', 'bad_notation', 'unknown_table', 'not_found', 'not_your_turn', 'illegal_action', 'over', 'limit', 'forbidden', 'stale', 'unavailable']"
    reason: 'NotRequired[str]'
    clause: 'NotRequired[str]'
    message: 'str'


class Option(TypedDict):
    name: 'str'
    type: "Literal['flag', 'choice', 'number', 'numbers']"
    default: 'Any'
    allowed: 'NotRequired[list[Any]]'
    min: 'NotRequired[int]'
    max: 'NotRequired[int]'
    count: 'NotRequired[int]'
    help: 'str'
    expansion: 'NotRequired[Literal[True]]'


class Game(TypedDict):
    id: 'GameId'
    title: 'str'
    designer: 'str'
    summary: 'str'
    players: 'list[int]'
    options: 'list[Option]'
    levels: 'list[str]'


class Rating(TypedDict):
    game: 'GameId'
    rating: 'int'
    deviation: 'int'
    games: 'int'


class RankedPlayer(TypedDict):
    name: 'str'
    rating: 'int'
    deviation: 'int'
    games: 'int'


class Me(TypedDict):
    guest: 'str'
    name: 'str'
    claimed: 'bool'
    ratings: 'list[Rating]'


class NewToken(TypedDict):
    guest: 'str'
    token: 'str'


class Summary(TypedDict):
    players: 'int'
    seats: 'list[Union[str, None]]'
    clock: "Literal['none', 'live', 'days']"
    usual: 'bool'
    said: 'NotRequired[int]'
    quick: 'NotRequired[bool]'
    asked: 'NotRequired[list[Seat]]'
    bot_accounts: 'NotRequired[list[Seat]]'
    daily: 'NotRequired[str]'
    duplicate: 'NotRequired[str]'
    result: 'Union[list[int], None]'

Phase = "Literal['open', 'running', 'over']"

class ListedTable(TypedDict):
    table: 'TableId'
    game: 'GameId'
    phase: 'Phase'
    at: 'int'
    summary: 'Summary'


class OwnTable(TypedDict):
    table: 'TableId'
    game: 'GameId'
    phase: 'Phase'
    seat: 'Seat'
    your_turn: 'bool'
    to_act: 'list[Seat]'
    at: 'int'
    since: 'NotRequired[int]'
    unread: 'NotRequired[int]'
    summary: 'Summary'


class Calls(TypedDict):
    push_key: 'str'
    on: 'bool'
    devices: 'int'
    quiet_tables: 'list[TableId]'
    mail: 'dict[str, Any]'


class Known(TypedDict):
    """Somebody you know."""
    person: 'str'
    name: 'str'
    claimed: 'bool'
    at: 'int'
    bot_account: 'NotRequired[bool]'
    here: 'NotRequired[bool]'
    table: 'NotRequired[TableId]'


class Company(TypedDict):
    friends: 'list[Known]'
    asked: 'list[Known]'
    asking: 'list[Known]'
    blocked: 'list[Known]'
    recent: 'list[Known]'


class Bots(TypedDict):
    bots: 'list[dict[str, Any]]'
    mine: 'list[dict[str, Any]]'
    token: 'NotRequired[str]'


class HostReport(TypedDict):
    report: 'str'
    at: 'int'
    by_name: 'str'
    guest: 'str'
    name: 'str'
    table: 'str'
    text: 'str'
    reason: 'str'


class HostDeed(TypedDict):
    """Something the host did; never changed, never taken away."""
    at: 'int'
    do: 'str'
    whom: 'str'
    name: 'str'
    why: 'str'


class HostBan(TypedDict):
    target: 'str'
    name: 'str'
    why: 'str'
    at: 'int'
    until: 'int'


class HostDesk(TypedDict):
    reports: 'list[HostReport]'
    deeds: 'list[HostDeed]'
    bans: 'list[HostBan]'
    mutes: 'list[HostBan]'
    counters: 'dict[str, int]'


class Session(TypedDict):
    session: 'str'
    device: 'str'
    at: 'int'
    here: 'bool'


class PasskeyAnswer(TypedDict):
    """What navigator.credentials.get gives for a challenge of beginPasskey, in base64url."""
    id: 'str'
    user: 'NotRequired[str]'
    client_data: 'str'
    authenticator_data: 'str'
    signature: 'str'


class PasskeyChallenge(TypedDict):
    challenge: 'str'
    host: 'str'
    user: 'NotRequired[str]'
    passkeys: 'list[str]'


class Passkey(TypedDict):
    id: 'str'
    name: 'str'
    at: 'int'
    used: 'int'


class Passkeys(TypedDict):
    password: 'bool'
    passkeys: 'list[Passkey]'


class Export(TypedDict):
    """Everything that is kept of you."""
    guest: 'str'
    name: 'str'
    claimed: 'bool'
    ratings: 'list[Rating]'
    notes: 'list[dict[str, Any]]'
    daily: 'list[dict[str, Any]]'
    tables: 'list[dict[str, Any]]'

Colour = "Literal['k', 'p', 'b', 'o', 'y', 'w']"  # A beach or the colour of a die: black, purple, blue, orange, yellow, white
Die = 'str'
DicePair = 'list[Die]'

class TurnTheTideView(TypedDict):
    """Docs/reference/protocol.md explains each member."""
    round: 'int'
    trick: 'int'
    hands: 'list[Union[list[int], None]]'
    preservers: 'list[int]'
    worth: 'list[int]'
    tide: 'list[Union[int, None]]'
    eliminated: 'list[bool]'
    upturned: 'Union[list[int], None]'
    tides_left: 'int'
    chosen: 'list[bool]'
    choice: 'list[Union[int, None]]'
    last_trick: 'Union[list[Union[int, None]], None]'
    left_out: 'Union[list[int], None]'
    scores: 'list[int]'
    winners: 'Union[list[int], None]'


class HighTideLeimanView(TypedDict):
    """Seat 0 is blue, seat 1 pink."""
    cells: 'dict[str, str]'
    to_move: 'Union[int, None]'
    last_mover: 'Union[int, None]'
    stones: 'list[int]'
    stones_to_win: 'int'
    round: 'int'
    visible: 'list[int]'
    round_winner: 'Union[int, None]'
    winner: 'Union[int, None]'
    pie: 'NotRequired[dict[str, Any]]'


class BeachView(TypedDict):
    water: 'int'
    spaces: 'dict[str, list[int]]'
    wet: 'list[int]'
    coins: 'NotRequired[dict[str, int]]'


class BaywatchView(TypedDict):
    on_offer: 'Union[str, None]'
    stack: 'int'
    tiles: 'list[list[str]]'
    open_dice: 'Union[DicePair, None]'
    open_dice_of: 'Union[int, None]'


class Bag(TypedDict):
    k: 'int'
    p: 'int'
    b: 'int'
    o: 'int'
    y: 'int'
    w: 'int'


class Beaches(TypedDict):
    k: 'BeachView'
    p: 'BeachView'
    b: 'BeachView'
    o: 'BeachView'
    y: 'BeachView'
    w: 'BeachView'

TrackSpace = 'Union[None, dict[str, Any]]'

class Step(TypedDict):
    beach: 'Colour'
    spaces: 'int'


class HighTideHennView(TypedDict):
    round: 'int'
    phase: 'str'
    pile: 'list[int]'
    active: 'Union[int, None]'
    rental: 'Union[int, None]'
    track: 'list[TrackSpace]'
    bag: 'Bag'
    pool: 'list[Die]'
    rolled: 'Union[DicePair, None]'
    taken_from: 'Union[int, None]'
    steps: 'list[Step]'
    beaches: 'Beaches'
    coins: 'NotRequired[list[dict[str, Union[int, None]]]]'
    alert: 'NotRequired[Union[Colour, None]]'
    sharks: 'NotRequired[list[int]]'
    surfers: 'NotRequired[list[Union[Colour, None]]]'
    baywatch: 'NotRequired[BaywatchView]'
    scores: 'Union[list[int], None]'
    scoring: 'Union[dict[str, list[int]], None]'
    winners: 'Union[list[int], None]'

View = 'Union[TurnTheTideView, HighTideLeimanView, HighTideHennView]'
EventRow = 'list[Any]'  # A record as a row: its kind, then the values of its properties in the order of records.schema.json, null for one that is absent
Event = 'Union[str, EventRow]'  # A row on connections that are told events, else a sentence
SeatChoice = "Union[Literal['open', 'reserved'], dict[str, Any]]"  # What a seat shall be
ClockChoice = 'Union[dict[str, Any]]'
PlayingHours = TypedDict('PlayingHours', {'from': 'int', 'to': 'int', 'offset': 'int'})  # The slot of the day in which the time runs, at least an hour; it may go past midnight. A day for a move is then as much time as the slot has

class RoomSeat(TypedDict):
    kind: "Literal['open', 'reserved', 'person', 'bot']"
    name: 'Union[str, None]'
    level: 'NotRequired[str]'
    ready: 'NotRequired[bool]'
    bot_account: 'NotRequired[bool]'
    asked: 'NotRequired[bool]'
    commitment: 'NotRequired[str]'
    shown: 'NotRequired[bool]'
    bot: 'NotRequired[str]'
    muted: 'NotRequired[bool]'
    resigned: 'NotRequired[bool]'
    devices: 'NotRequired[int]'

Question = 'Union[None, dict[str, Any]]'  # What somebody asked, and who agreed

class You(TypedDict):
    seat: 'Union[int, None]'
    host: 'bool'
    first_device: 'NotRequired[bool]'
    asked: 'NotRequired[bool]'

RoomResult = 'Union[None, dict[str, Any]]'

class Room(TypedDict):
    """Everything besides the game. Whole with a whole view; members that are left out are as before."""
    phase: 'Phase'
    game: 'NotRequired[GameId]'
    players: 'NotRequired[int]'
    options: 'NotRequired[dict[str, str]]'
    listed: 'NotRequired[bool]'
    spectators: 'NotRequired[bool]'
    spectators_chat: 'NotRequired[bool]'
    memory_aid: 'NotRequired[bool]'
    quick: 'NotRequired[bool]'
    daily: 'NotRequired[str]'
    club: 'NotRequired[str]'
    duplicate: 'NotRequired[str]'
    made_at: 'NotRequired[int]'
    clock: 'NotRequired[dict[str, Any]]'
    on_timeout: "NotRequired[Literal['move', 'seat']]"
    seats: 'NotRequired[list[RoomSeat]]'
    you: 'NotRequired[You]'
    commitment: 'NotRequired[str]'
    showing: 'NotRequired[bool]'
    contributions: 'NotRequired[list[str]]'
    rated: 'NotRequired[bool]'
    takeback: 'NotRequired[Question]'
    end: 'NotRequired[Question]'
    result: 'NotRequired[RoomResult]'
    rematch: 'NotRequired[Union[str, None]]'


class ChatLine(TypedDict):
    seq: 'int'
    name: 'str'
    text: 'str'


class Clock(TypedDict):
    seat: 'int'
    left_ms: 'int'
    bank_ms: 'int'
    starts_in_ms: 'NotRequired[int]'

Push = TypedDict('Push', {'table': 'NotRequired[TableId]', 'seq': 'int', 'events': 'list[Event]', 'chat': 'NotRequired[list[ChatLine]]', 'earlier': 'NotRequired[bool]', 'since': 'NotRequired[int]', 'from': 'NotRequired[int]', 'anew': 'NotRequired[bool]', 'damaged': 'NotRequired[Refusal]', 'presence': 'NotRequired[Presence]', 'view': 'NotRequired[Union[View, None]]', 'legal': 'NotRequired[list[str]]', 'leads_to': 'NotRequired[list[Outlook]]', 'to_act': 'NotRequired[list[int]]', 'over': 'NotRequired[bool]', 'undo': 'NotRequired[bool]', 'retract': 'NotRequired[bool]', 'played': 'NotRequired[bool]', 'clocks': 'NotRequired[list[Clock]]', 'room': 'NotRequired[Room]'})  # What happened at a table since the last push; see the description of the channel

class ClosedPush(TypedDict):
    table: 'TableId'
    closed: 'str'
    reason: 'str'


class Presence(TypedDict):
    """Where the players are, on whichever node, as seats; bots are in none of the lists."""
    here: 'list[Seat]'
    away: 'list[Seat]'
    gone: 'list[Seat]'


class PresencePush(TypedDict):
    """Somebody came, turned away or went; changes within half a second are told together."""
    table: 'TableId'
    presence: 'Presence'


class FriendPush(TypedDict):
    """A friend came or went; sent to clients that sent friends."""
    friend: 'dict[str, Any]'


class ChallengePush(TypedDict):
    """Somebody keeps a seat for this bot account, which sent follow: join says yes, leave says no."""
    challenge: 'OwnTable'


class GamePush(TypedDict):
    """A game in which this bot account sits waits for others, runs, or is over."""
    game: 'OwnTable'


class GonePush(TypedDict):
    """A seat is not kept for this bot account any more, or its table is gone."""
    gone: 'TableId'

PushFrame = 'Union[Push, ClosedPush, PresencePush, FriendPush, ChallengePush, GamePush, GonePush]'
RequestId = 'Union[str, int]'  # Comes back in the answer; a change is done once for each guest and id

class Refused(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[False]'
    error: 'Refusal'


class HelloRequest(TypedDict):
    """Who you are; with a token you become that guest. Somebody new is given a token."""
    id: 'NotRequired[RequestId]'
    op: "Literal['hello']"
    token: 'NotRequired[str]'
    protocol: 'NotRequired[Literal[1, 2]]'


class HelloAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    name: 'str'
    version: 'str'
    guest: 'str'
    protocol: 'int'
    player: 'str'
    token: 'NotRequired[str]'


class CreateRequest(TypedDict):
    """A new table; you are its host and still have to join."""
    id: 'NotRequired[RequestId]'
    op: "Literal['create']"
    game: 'GameId'
    players: 'int'
    options: 'NotRequired[dict[str, Union[str, bool, int, list[int]]]]'
    seats: 'NotRequired[list[SeatChoice]]'
    listed: 'NotRequired[bool]'
    spectators: 'NotRequired[bool]'
    spectators_chat: 'NotRequired[bool]'
    memory_aid: 'NotRequired[bool]'
    clock: 'NotRequired[ClockChoice]'
    on_timeout: "NotRequired[Literal['move', 'seat']]"
    bot: 'NotRequired[str]'


class CreateAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    table: 'TableId'
    url: 'str'
    keys: 'dict[str, str]'


class DailyOwn(TypedDict):
    """Your one attempt; the result only when it is done."""
    table: 'TableId'
    done: 'bool'
    points: 'NotRequired[int]'
    gave_up: 'NotRequired[bool]'
    score: 'NotRequired[Union[int, None]]'


class Daily(TypedDict):
    """The daily tide of a game. Secrets are told when their day is over."""
    game: 'GameId'
    date: 'str'
    ends_at: 'int'
    level: 'str'
    attempts: 'int'
    commitment: 'str'
    tomorrow: 'dict[str, Any]'
    yesterday: 'dict[str, Any]'
    mine: 'Union[DailyOwn, None]'


class DailyPlace(TypedDict):
    place: 'int'
    name: 'str'
    claimed: 'bool'
    you: 'bool'
    points: 'int'
    gave_up: 'bool'
    score: 'Union[int, None]'
    table: 'NotRequired[TableId]'


class DailyList(TypedDict):
    game: 'GameId'
    date: 'str'
    over: 'bool'
    attempts: 'int'
    scores: 'list[dict[str, Any]]'
    best: 'list[DailyPlace]'
    place: 'Union[int, None]'
    mine: 'Union[DailyOwn, None]'


class DailyStep(TypedDict):
    own: 'str'
    chosen: 'list[dict[str, Any]]'


class DuplicateSetup(TypedDict):
    """What the host of duplicate tables decides. There are either minutes or days."""
    name: 'str'
    game: 'GameId'
    options: 'NotRequired[dict[str, str]]'
    seats: 'int'
    tables: 'int'
    minutes: 'NotRequired[int]'
    days: 'NotRequired[int]'
    bot: 'NotRequired[str]'


class Duplicate(TypedDict):
    """Tables that play the same deal with seats exchanged. Points, the secret and the ids of others' tables are told when all are over."""
    duplicate: 'str'
    seq: 'int'
    name: 'str'
    game: 'GameId'
    options: 'dict[str, str]'
    seats: 'int'
    minutes: 'NotRequired[int]'
    days: 'NotRequired[int]'
    bot: 'str'
    phase: "Literal['open', 'running', 'over']"
    closed: 'bool'
    commitment: 'str'
    secret: 'Union[str, None]'
    you: 'dict[str, Any]'
    tables: 'list[DuplicateTable]'
    teams: 'list[float]'


class DuplicateTable(TypedDict):
    begun: 'bool'
    over: 'bool'
    table: 'Union[TableId, None]'
    places: 'list[dict[str, Any]]'


class DuplicateWays(TypedDict):
    partings: 'list[dict[str, Any]]'


class ClubSetup(TypedDict):
    """What the host of a club night decides."""
    name: 'str'
    game: 'GameId'
    options: 'NotRequired[dict[str, str]]'
    seats: 'int'
    format: "NotRequired[Literal['swiss', 'round_robin']]"
    odd: "NotRequired[Literal['bot', 'bye']]"
    rounds: 'int'
    minutes: 'int'
    bot: 'NotRequired[str]'
    automatic: 'NotRequired[bool]'


class Club(TypedDict):
    """A club night. People are numbers in the order in which they entered."""
    club: 'str'
    seq: 'int'
    name: 'str'
    game: 'GameId'
    options: 'dict[str, str]'
    seats: 'int'
    format: "Literal['swiss', 'round_robin']"
    odd: "Literal['bot', 'bye']"
    rounds: 'int'
    minutes: 'int'
    bot: 'str'
    automatic: 'bool'
    phase: "Literal['open', 'running', 'over']"
    round_over: 'bool'
    may_begin: 'bool'
    you: 'dict[str, Any]'
    people: 'list[dict[str, Any]]'
    played: 'list[ClubRound]'
    standings: 'list[ClubStanding]'


class ClubRound(TypedDict):
    at: 'int'
    tables: 'list[dict[str, Any]]'
    byes: 'list[int]'


class ClubStanding(TypedDict):
    person: 'int'
    place: 'int'
    points: 'float'
    played: 'int'
    won: 'int'
    byes: 'int'
    met: 'int'
    met_points: 'float'


class PlayNowRequest(TypedDict):
    """A seat at a table that waits, or at a new one that everybody sees."""
    id: 'NotRequired[RequestId]'
    op: "Literal['play_now']"
    game: 'GameId'
    speed: "NotRequired[Literal['live', 'days']]"


class PlayNowAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    table: 'TableId'
    url: 'str'
    opened: 'bool'
    seat: 'Seat'


class FollowRequest(TypedDict):
    """A bot account: what you are asked to play and the games you sit in; later changes are pushed."""
    id: 'NotRequired[RequestId]'
    op: "Literal['follow']"


class FollowAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    challenges: 'list[OwnTable]'
    games: 'list[OwnTable]'


class FriendsRequest(TypedDict):
    """Which of your friends are here; whoever comes or goes is pushed."""
    id: 'NotRequired[RequestId]'
    op: "Literal['friends']"


class FriendsAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    friends: 'list[dict[str, Any]]'


class WatchRequest(TypedDict):
    """Follow a table; the answer holds everything, later changes are pushed."""
    id: 'NotRequired[RequestId]'
    op: "Literal['watch']"
    table: 'TableId'
    since: 'NotRequired[int]'
    presence: 'NotRequired[bool]'
    away: 'NotRequired[bool]'

WatchAnswer = TypedDict('WatchAnswer', {'id': 'Union[RequestId, None]', 'ok': 'Literal[True]', 'table': 'TableId', 'seq': 'int', 'events': 'list[Event]', 'chat': 'list[ChatLine]', 'earlier': 'NotRequired[bool]', 'since': 'NotRequired[int]', 'from': 'NotRequired[int]', 'damaged': 'NotRequired[Refusal]', 'presence': 'NotRequired[Presence]', 'view': 'Union[View, None]', 'legal': 'list[str]', 'leads_to': 'NotRequired[list[Outlook]]', 'to_act': 'list[int]', 'over': 'bool', 'undo': 'bool', 'retract': 'bool', 'played': 'bool', 'clocks': 'NotRequired[list[Clock]]', 'room': 'Room', 'notice': 'NotRequired[str]'})

class HistoryRequest(TypedDict):
    """A page of what happened and was said before an event."""
    id: 'NotRequired[RequestId]'
    op: "Literal['history']"
    table: 'TableId'
    before: 'int'


class HistoryAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    table: 'TableId'
    events: 'list[Event]'
    chat: 'list[ChatLine]'
    earlier: 'NotRequired[bool]'
    since: 'NotRequired[int]'


class StandingRequest(TypedDict):
    """Who would get which points if the game ended now, as far as you know; null for a game that does not say it."""
    id: 'NotRequired[RequestId]'
    op: "Literal['standing']"
    table: 'TableId'


class StandingAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    standing: 'Union[None, list[StandingPoints]]'


class Outlook(TypedDict):
    """What an action of Henn's High Tide leads to before chance or another player acts, if the player changes nothing else in this turn."""
    landings: 'NotRequired[list[dict[str, Any]]]'
    coins: 'NotRequired[list[dict[str, Any]]]'
    closes: 'NotRequired[list[int]]'


class StandingPoints(TypedDict):
    """Points that a seat would get in Henn's High Tide if the game ended now."""
    seat: 'int'
    points: 'int'
    reason: "Literal['first', 'second', 'third', 'bar', 'surfer', 'surfer_at_bar', 'coins', 'baywatch']"
    beach: 'NotRequired[Colour]'


class UnwatchRequest(TypedDict):
    """Nothing more is pushed of this table."""
    id: 'NotRequired[RequestId]'
    op: "Literal['unwatch']"
    table: 'TableId'


class UnwatchAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'


class PresenceRequest(TypedDict):
    """Whose players are there, look elsewhere or are gone; empty for somebody who does not watch the table."""
    id: 'NotRequired[RequestId]'
    op: "Literal['presence']"
    table: 'TableId'


class PresenceAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    here: 'list[Seat]'
    away: 'list[Seat]'
    gone: 'list[Seat]'


class AwayRequest(TypedDict):
    """Your page of this table is hidden, or is seen again."""
    id: 'NotRequired[RequestId]'
    op: "Literal['away']"
    table: 'TableId'
    on: 'bool'


class AwayAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'


class ReadRequest(TypedDict):
    """How far you have read the talk here, on whatever device; with `until` you have read so far."""
    id: 'NotRequired[RequestId]'
    op: "Literal['read']"
    table: 'TableId'
    until: 'NotRequired[int]'


class ReadAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    until: 'int'


class JoinRequest(TypedDict):
    """Sit down, or come back to your seat, but not to one given up by resigning; also watches the table."""
    id: 'NotRequired[RequestId]'
    op: "Literal['join']"
    table: 'TableId'
    seat: 'NotRequired[Seat]'
    key: 'NotRequired[str]'


class JoinAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'
    seat: 'NotRequired[Seat]'
    key: 'NotRequired[str]'
    waiting: 'NotRequired[bool]'


class DeviceRequest(TypedDict):
    """Let another device in that asks for your seat, or refuse it, or allow no device but this one."""
    id: 'NotRequired[RequestId]'
    op: "Literal['device']"
    table: 'TableId'
    do: "Literal['admit', 'refuse', 'only']"


class DeviceAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'
    key: 'NotRequired[str]'


class LeaveRequest(TypedDict):
    """Before the start the seat opens again; during the game a bot plays on until you join again."""
    id: 'NotRequired[RequestId]'
    op: "Literal['leave']"
    table: 'TableId'


class LeaveAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class SeatRequest(TypedDict):
    """The host says before the start what a seat shall be."""
    id: 'NotRequired[RequestId]'
    op: "Literal['seat']"
    table: 'TableId'
    seat: 'Seat'
    kind: 'SeatChoice'


class SeatAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'
    key: 'NotRequired[str]'


class InviteRequest(TypedDict):
    """Keep a seat for a friend or a bot account, who is told; join says yes, leave says no."""
    id: 'NotRequired[RequestId]'
    op: "Literal['invite']"
    table: 'TableId'
    seat: 'Seat'
    person: 'NotRequired[str]'
    bot: 'NotRequired[str]'


class InviteAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class ReadyRequest(TypedDict):
    """Ready to begin; when every seat is taken and every person ready, the game begins."""
    id: 'NotRequired[RequestId]'
    op: "Literal['ready']"
    table: 'TableId'
    commitment: 'NotRequired[str]'
    contribution: 'NotRequired[str]'


class ReadyAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class ShowRequest(TypedDict):
    """Show the contribution you committed to, while `room.showing`."""
    id: 'NotRequired[RequestId]'
    op: "Literal['show']"
    table: 'TableId'
    contribution: 'str'


class ShowAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class PlayRequest(TypedDict):
    """An action of yours."""
    id: 'NotRequired[RequestId]'
    op: "Literal['play']"
    table: 'TableId'
    action: 'str'
    at: 'NotRequired[int]'


class PlayAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class RetractRequest(TypedDict):
    """Take back your secret choice while others still choose."""
    id: 'NotRequired[RequestId]'
    op: "Literal['retract']"
    table: 'TableId'


class RetractAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class UndoRequest(TypedDict):
    """Take back your last action, while `undo` is true in your push."""
    id: 'NotRequired[RequestId]'
    op: "Literal['undo']"
    table: 'TableId'


class UndoAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class TakebackRequest(TypedDict):
    """Back to before your last action, when every other person agrees."""
    id: 'NotRequired[RequestId]'
    op: "Literal['takeback']"
    table: 'TableId'
    do: "Literal['ask', 'agree', 'refuse']"


class TakebackAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class EndRequest(TypedDict):
    """End the game without a result, when every person agrees."""
    id: 'NotRequired[RequestId]'
    op: "Literal['end']"
    table: 'TableId'
    do: "Literal['ask', 'agree', 'refuse']"


class EndAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class ResignRequest(TypedDict):
    """Two players: the other wins. More: a bot plays on and you count as last."""
    id: 'NotRequired[RequestId]'
    op: "Literal['resign']"
    table: 'TableId'


class ResignAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class ChatRequest(TypedDict):
    """Say something; 5 at once, then one every 2 seconds."""
    id: 'NotRequired[RequestId]'
    op: "Literal['chat']"
    table: 'TableId'
    text: 'str'


class ChatAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class MuteRequest(TypedDict):
    """The host: somebody cannot talk any more, or can again."""
    id: 'NotRequired[RequestId]'
    op: "Literal['mute']"
    table: 'TableId'
    seat: 'NotRequired[Seat]'
    said: 'NotRequired[int]'
    on: 'bool'


class MuteAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class RemoveRequest(TypedDict):
    """The host: somebody loses the seat and can neither join nor watch again."""
    id: 'NotRequired[RequestId]'
    op: "Literal['remove']"
    table: 'TableId'
    seat: 'NotRequired[Seat]'
    said: 'NotRequired[int]'


class RemoveAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    seq: 'int'
    repeated: 'NotRequired[bool]'


class RematchRequest(TypedDict):
    """A new table with the same options, everybody one seat on; once it is made, everybody is told which."""
    id: 'NotRequired[RequestId]'
    op: "Literal['rematch']"
    table: 'TableId'


class RematchAnswer(TypedDict):
    id: 'Union[RequestId, None]'
    ok: 'Literal[True]'
    table: 'TableId'


class ErrorBody(TypedDict):
    error: 'Refusal'


class GamesResult(TypedDict):
    games: 'list[Game]'


class RenameBody(TypedDict):
    name: 'str'


class NewTokenBody(TypedDict):
    name: 'NotRequired[str]'


class ClaimBody(TypedDict):
    name: 'str'
    password: 'str'
    old_password: 'NotRequired[str]'
    passkey: 'NotRequired[PasskeyAnswer]'


class LoginBody(TypedDict):
    name: 'str'
    password: 'str'


class LobbyResult(TypedDict):
    tables: 'list[ListedTable]'


class MineResult(TypedDict):
    tables: 'list[OwnTable]'


class ChangeBotsBody(TypedDict):
    do: "Literal['make', 'token', 'revoke', 'delete']"
    account: 'NotRequired[str]'
    bot: 'NotRequired[str]'
    name: 'NotRequired[str]'
    token: 'NotRequired[str]'


class ChangeCompanyBody(TypedDict):
    do: "Literal['befriend', 'part', 'block', 'unblock', 'report']"
    person: 'NotRequired[str]'
    table: 'NotRequired[TableId]'
    seat: 'NotRequired[Seat]'
    said: 'NotRequired[int]'
    reason: 'NotRequired[str]'


class HostDeskBody(TypedDict):
    key: 'str'
    do: "Literal['look', 'mute', 'unmute', 'ban', 'unban', 'close']"
    guest: 'NotRequired[str]'
    report: 'NotRequired[str]'
    there: 'NotRequired[bool]'
    range: 'NotRequired[str]'
    hours: 'NotRequired[int]'
    target: 'NotRequired[str]'
    table: 'NotRequired[TableId]'
    why: 'NotRequired[str]'


class SetCallsBody(TypedDict):
    on: 'NotRequired[bool]'
    mail: 'NotRequired[bool]'
    table: 'NotRequired[TableId]'


class AddPushBody(TypedDict):
    endpoint: 'str'
    p256dh: 'str'
    auth: 'str'


class ForgetPushBody(TypedDict):
    endpoint: 'str'


class SessionsResult(TypedDict):
    sessions: 'list[Session]'


class EndSessionBody(TypedDict):
    session: 'str'


class BeginPasskeyBody(TypedDict):
    path: "Literal['/api/passkeys/login', '/api/passkeys/add', '/api/passkeys/remove', '/api/claim', '/api/mail', '/api/mail/forget', '/api/export', '/api/name/delete', '/api/me/delete']"


class AddPasskeyBody(TypedDict):
    called: 'NotRequired[str]'
    client_data: 'str'
    attestation: 'str'
    name: 'NotRequired[str]'
    password: 'NotRequired[str]'
    passkey: 'NotRequired[PasskeyAnswer]'


class LoginByPasskeyBody(TypedDict):
    passkey: 'PasskeyAnswer'


class RemovePasskeyBody(TypedDict):
    id: 'str'
    password: 'NotRequired[str]'
    passkey: 'NotRequired[PasskeyAnswer]'


class ExportBody(TypedDict):
    password: 'NotRequired[str]'
    passkey: 'NotRequired[PasskeyAnswer]'


class DeleteNameBody(TypedDict):
    password: 'NotRequired[str]'
    passkey: 'NotRequired[PasskeyAnswer]'


class DeleteMeBody(TypedDict):
    password: 'NotRequired[str]'
    passkey: 'NotRequired[PasskeyAnswer]'


class SetMailBody(TypedDict):
    address: 'str'
    password: 'NotRequired[str]'
    passkey: 'NotRequired[PasskeyAnswer]'


class ConfirmMailBody(TypedDict):
    link: 'str'


class ForgetMailBody(TypedDict):
    password: 'NotRequired[str]'
    passkey: 'NotRequired[PasskeyAnswer]'


class CancelChangeBody(TypedDict):
    link: 'str'


class CancelChangeResult(TypedDict):
    link: 'str'


class RecoverBody(TypedDict):
    name: 'str'


class FinishRecoveryBody(TypedDict):
    link: 'str'
    password: 'str'


class StartDailyResult(TypedDict):
    table: 'TableId'


class DailyWaysResult(TypedDict):
    steps: 'list[DailyStep]'


class LeaveDuplicateBody(TypedDict):
    table: 'NotRequired[int]'
    seat: 'NotRequired[int]'


class SitDuplicateBody(TypedDict):
    table: 'NotRequired[int]'
    seat: 'NotRequired[int]'


class BeginDuplicateBody(TypedDict):
    table: 'NotRequired[int]'


class LeaveClubBody(TypedDict):
    person: 'NotRequired[int]'


class LeaderboardResult(TypedDict):
    players: 'list[RankedPlayer]'


class BotLeaderboardResult(TypedDict):
    players: 'list[RankedPlayer]'


class Refused(Exception):
    """The server said no: `code` and `reason` are for programs, the text is for people."""

    def __init__(self, error: dict[str, Any]):
        super().__init__(error.get("message") or error["code"])
        self.code, self.reason, self.error = error["code"], error.get("reason", ""), error


class Closed(Exception):
    """The connection is gone."""


class Http:
    """What is asked over HTTP. `token` says who asks; `new_token` makes one. An answer that begins a session (`login`, `me` without
    a token) or ends it (`logout`) changes it, as it changes the cookie of a browser; give `token` to `Socket` to play as the same person."""

    def __init__(self, server: str = "http://localhost:8470", token: str = "", timeout: float = 60):
        self.address, self.token, self.timeout = urllib.parse.urlsplit(server), token, timeout

    def send(self, method: str, path: str, body: Optional[dict[str, Any]] = None) -> Any:
        """One request; JSON comes back as what it means, anything else as text."""
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.address.hostname or "localhost", self.address.port, timeout=self.timeout)
        headers = {"Accept": "application/json", **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        text = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            text = json.dumps({name: value for name, value in body.items() if value is not None})
        try:
            connection.request(method, path, text, headers)
            response = connection.getresponse()
            content = response.read().decode()
        finally:
            connection.close()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            if name == "springtide":
                self.token = value
        is_json = (response.getheader("Content-Type") or "").startswith("application/json")
        if response.status >= 400:
            raise Refused(json.loads(content)["error"] if is_json else {"code": "unavailable", "message": content.strip()})
        return json.loads(content) if is_json else content

    def health(self) -> 'str':
        """The process answers."""
        return cast('str', self.send('GET', '/healthz'))

    def ready(self) -> 'str':
        """Ready for players."""
        return cast('str', self.send('GET', '/readyz'))

    def metrics(self) -> 'str':
        """Measures in Prometheus' text format; for this machine alone, or with a token."""
        return cast('str', self.send('GET', '/metrics'))

    def games(self) -> 'GamesResult':
        """The games, their options and the levels of bots."""
        return cast('GamesResult', self.send('GET', '/api/games'))

    def me(self) -> 'Me':
        """Who you are; a new guest gets a cookie."""
        return cast('Me', self.send('GET', '/api/me'))

    def rename(self, name: 'str') -> 'Me':
        """What others call you; refused for a name that somebody else claimed."""
        return cast('Me', self.send('POST', '/api/me', {'name': name}))

    def new_token(self, name: 'Optional[str]' = None) -> 'NewToken':
        """A token for a bot or script; it stands for a new guest."""
        return cast('NewToken', self.send('POST', '/api/token', {'name': name}))

    def claim(self, name: 'str', password: 'str', old_password: 'Optional[str]' = None, passkey: 'Optional[PasskeyAnswer]' = None) -> 'Me':
        """Keep a name with a password. An account that has one already gives it as old_password, or uses a passkey. Every other session ends, and this one gets a new cookie."""
        return cast('Me', self.send('POST', '/api/claim', {'name': name, 'password': password, 'old_password': old_password, 'passkey': passkey}))

    def login(self, name: 'str', password: 'str') -> 'Me':
        """Become the guest who claimed a name; sets the cookie."""
        return cast('Me', self.send('POST', '/api/login', {'name': name, 'password': password}))

    def logout(self) -> 'dict[str, Any]':
        """End this session; its token is worth nothing any more, and its connections are closed."""
        return cast('dict[str, Any]', self.send('POST', '/api/logout', {}))

    def logout_everywhere(self) -> 'Me':
        """End every session of yours but this one, which gets a new cookie."""
        return cast('Me', self.send('POST', '/api/logout-everywhere', {}))

    def lobby(self) -> 'LobbyResult':
        """Listed tables that are open or running."""
        return cast('LobbyResult', self.send('GET', '/api/lobby'))

    def mine(self) -> 'MineResult':
        """Your tables: running ones with whose turn it is, then open and finished ones."""
        return cast('MineResult', self.send('GET', '/api/mine'))

    def bots(self) -> 'Bots':
        """Bot accounts, and those that you own with their tokens."""
        return cast('Bots', self.send('GET', '/api/bots'))

    def change_bots(self, do: "Literal['make', 'token', 'revoke', 'delete']", account: 'Optional[str]' = None, bot: 'Optional[str]' = None, name: 'Optional[str]' = None, token: 'Optional[str]' = None) -> 'Bots':
        """Make a bot account, make or take back a token of it, or delete it."""
        return cast('Bots', self.send('POST', '/api/bots', {'do': do, 'account': account, 'bot': bot, 'name': name, 'token': token}))

    def company(self) -> 'Company':
        """Whom you know, friends, those you keep away and those you met."""
        return cast('Company', self.send('GET', '/api/people'))

    def change_company(self, do: "Literal['befriend', 'part', 'block', 'unblock', 'report']", person: 'Optional[str]' = None, table: 'Optional[TableId]' = None, seat: 'Optional[Seat]' = None, said: 'Optional[int]' = None, reason: 'Optional[str]' = None) -> 'Company':
        """Ask somebody to be friends or say yes, part with them, block or unblock them, or report them to the host of the server."""
        return cast('Company', self.send('POST', '/api/people', {'do': do, 'person': person, 'table': table, 'seat': seat, 'said': said, 'reason': reason}))

    def host_desk(self, key: 'str', do: "Literal['look', 'mute', 'unmute', 'ban', 'unban', 'close']", guest: 'Optional[str]' = None, report: 'Optional[str]' = None, there: 'Optional[bool]' = None, range: 'Optional[str]' = None, hours: 'Optional[int]' = None, target: 'Optional[str]' = None, table: 'Optional[TableId]' = None, why: 'Optional[str]' = None) -> 'HostDesk':
        """For people who know the key of the server's host, reports, bans, mutes, tables to close, and a log of what was done."""
        return cast('HostDesk', self.send('POST', '/api/host', {'key': key, 'do': do, 'guest': guest, 'report': report, 'there': there, 'range': range, 'hours': hours, 'target': target, 'table': table, 'why': why}))

    def calls(self) -> 'Calls':
        """How you are called back to a table at which it is your turn."""
        return cast('Calls', self.send('GET', '/api/calls'))

    def set_calls(self, on: 'Optional[bool]' = None, mail: 'Optional[bool]' = None, table: 'Optional[TableId]' = None) -> 'Calls':
        """Calls on or off for everything, for one table, or by letter."""
        return cast('Calls', self.send('POST', '/api/calls', {'on': on, 'mail': mail, 'table': table}))

    def add_push(self, endpoint: 'str', p256dh: 'str', auth: 'str') -> 'dict[str, Any]':
        """This browser may be called; its subscription as the Push API gives it."""
        return cast('dict[str, Any]', self.send('POST', '/api/push', {'endpoint': endpoint, 'p256dh': p256dh, 'auth': auth}))

    def forget_push(self, endpoint: 'str') -> 'dict[str, Any]':
        """This browser is not called any more."""
        return cast('dict[str, Any]', self.send('POST', '/api/push/forget', {'endpoint': endpoint}))

    def sessions(self) -> 'SessionsResult':
        """Where the name is logged in."""
        return cast('SessionsResult', self.send('GET', '/api/sessions'))

    def end_session(self, session: 'str') -> 'dict[str, Any]':
        """Logs out there; its connections are closed."""
        return cast('dict[str, Any]', self.send('POST', '/api/sessions/end', {'session': session}))

    def passkeys(self) -> 'Passkeys':
        """The passkeys of your account, and whether it has a password."""
        return cast('Passkeys', self.send('GET', '/api/passkeys'))

    def begin_passkey(self, path: "Literal['/api/passkeys/login', '/api/passkeys/add', '/api/passkeys/remove', '/api/claim', '/api/mail', '/api/mail/forget', '/api/export', '/api/name/delete', '/api/me/delete']") -> 'PasskeyChallenge':
        """A challenge that a passkey answers, once and within five minutes, in the request to `path`."""
        return cast('PasskeyChallenge', self.send('POST', '/api/passkeys/begin', {'path': path}))

    def add_passkey(self, client_data: 'str', attestation: 'str', called: 'Optional[str]' = None, name: 'Optional[str]' = None, password: 'Optional[str]' = None, passkey: 'Optional[PasskeyAnswer]' = None) -> 'Me':
        """A new passkey. A guest creates an account with it and gives its `name`; an account gives its password, or a passkey that it has already."""
        return cast('Me', self.send('POST', '/api/passkeys/add', {'called': called, 'client_data': client_data, 'attestation': attestation, 'name': name, 'password': password, 'passkey': passkey}))

    def login_by_passkey(self, passkey: 'PasskeyAnswer') -> 'Me':
        """Become the account that a passkey belongs to; sets the cookie."""
        return cast('Me', self.send('POST', '/api/passkeys/login', {'passkey': passkey}))

    def remove_passkey(self, id: 'str', password: 'Optional[str]' = None, passkey: 'Optional[PasskeyAnswer]' = None) -> 'Passkeys':
        """Removes a passkey, but not the only way into an account."""
        return cast('Passkeys', self.send('POST', '/api/passkeys/remove', {'id': id, 'password': password, 'passkey': passkey}))

    def export(self, password: 'Optional[str]' = None, passkey: 'Optional[PasskeyAnswer]' = None) -> 'Export':
        """Everything that is kept of you, as one file."""
        return cast('Export', self.send('POST', '/api/export', {'password': password, 'passkey': passkey}))

    def delete_name(self, password: 'Optional[str]' = None, passkey: 'Optional[PasskeyAnswer]' = None) -> 'Me':
        """Gives the name up, with ratings, settings and every other session; games stay."""
        return cast('Me', self.send('POST', '/api/name/delete', {'password': password, 'passkey': passkey}))

    def delete_me(self, password: 'Optional[str]' = None, passkey: 'Optional[PasskeyAnswer]' = None) -> 'dict[str, Any]':
        """Deletes you; games stay, without the name and what you said. Refused while you sit at tables that are not over."""
        return cast('dict[str, Any]', self.send('POST', '/api/me/delete', {'password': password, 'passkey': passkey}))

    def set_mail(self, address: 'str', password: 'Optional[str]' = None, passkey: 'Optional[PasskeyAnswer]' = None) -> 'dict[str, Any]':
        """An address for emails, of a name that is kept with a password; it counts once the link in the email is opened. The address before it can cancel that for 72 hours."""
        return cast('dict[str, Any]', self.send('POST', '/api/mail', {'address': address, 'password': password, 'passkey': passkey}))

    def confirm_mail(self, link: 'str') -> 'dict[str, Any]':
        """The link of the letter, once and within 30 minutes."""
        return cast('dict[str, Any]', self.send('POST', '/api/mail/confirm', {'link': link}))

    def forget_mail(self, password: 'Optional[str]' = None, passkey: 'Optional[PasskeyAnswer]' = None) -> 'dict[str, Any]':
        """Removes the address, which can cancel that for 72 hours; no more emails."""
        return cast('dict[str, Any]', self.send('POST', '/api/mail/forget', {'password': password, 'passkey': passkey}))

    def cancel_change(self, link: 'str') -> 'CancelChangeResult':
        """The link that an address gets when the address, the password or the passkeys of its account are changed, once and within 72 hours. It restores the address, removes the passkeys, ends every session and gives a link for a new password (finishRecovery)."""
        return cast('CancelChangeResult', self.send('POST', '/api/mail/cancel', {'link': link}))

    def recover(self, name: 'str') -> 'dict[str, Any]':
        """A letter with a link to a new password, if the name has a confirmed address; the answer does not say whether."""
        return cast('dict[str, Any]', self.send('POST', '/api/recover', {'name': name}))

    def finish_recovery(self, link: 'str', password: 'str') -> 'Me':
        """A new password by the link of the letter, once and within 30 minutes; every session ends, and a new one begins."""
        return cast('Me', self.send('POST', '/api/recover/finish', {'link': link, 'password': password}))

    def daily(self, game: str) -> 'Daily':
        """The daily tide of a game; one deal for everybody, committed to the day before."""
        return cast('Daily', self.send('GET', f'/api/daily/{game}'))

    def start_daily(self, game: str) -> 'StartDailyResult':
        """Your one attempt at today's deal; asked again, the same table."""
        return cast('StartDailyResult', self.send('POST', f'/api/daily/{game}', {}))

    def daily_list(self, game: str, date: str) -> 'DailyList':
        """Everybody's results of that day; today's only for people who have finished it."""
        return cast('DailyList', self.send('GET', f'/api/daily/{game}/{date}'))

    def daily_ways(self, game: str, date: str) -> 'DailyWaysResult':
        """Where other players chose differently, for people who have finished that day's deal."""
        return cast('DailyWaysResult', self.send('GET', f'/api/daily/{game}/{date}/ways'))

    def make_duplicate(self) -> 'Duplicate':
        """Tables that play the same deal with seats exchanged; you are their host, and whoever knows the id may sit down."""
        return cast('Duplicate', self.send('POST', '/api/duplicates', {}))

    def duplicate(self, duplicate: str) -> 'Duplicate':
        """Duplicate tables; who sits where and, when all are over, everybody's results."""
        return cast('Duplicate', self.send('GET', f'/api/duplicates/{duplicate}'))

    def leave_duplicate(self, duplicate: str, table: 'Optional[int]' = None, seat: 'Optional[int]' = None) -> 'Duplicate':
        """Give your place up before the table begins; the host may name a place."""
        return cast('Duplicate', self.send('POST', f'/api/duplicates/{duplicate}/leave', {'table': table, 'seat': seat}))

    def sit_duplicate(self, duplicate: str, table: 'Optional[int]' = None, seat: 'Optional[int]' = None) -> 'Duplicate':
        """Take a place at a table that has not begun; without table and seat where most is free."""
        return cast('Duplicate', self.send('POST', f'/api/duplicates/{duplicate}/sit', {'table': table, 'seat': seat}))

    def begin_duplicate(self, duplicate: str, table: 'Optional[int]' = None) -> 'Duplicate':
        """Begins a table, or all at which somebody sits; bots take the free places. Only the host may, or a player of a full table."""
        return cast('Duplicate', self.send('POST', f'/api/duplicates/{duplicate}/begin', {'table': table}))

    def close_duplicate(self, duplicate: str) -> 'Duplicate':
        """Tables that have not begun never will; only the host."""
        return cast('Duplicate', self.send('POST', f'/api/duplicates/{duplicate}/close', {}))

    def duplicate_ways(self, duplicate: str) -> 'DuplicateWays':
        """Where tables parted that had gone alike; when all are over."""
        return cast('DuplicateWays', self.send('GET', f'/api/duplicates/{duplicate}/ways'))

    def make_club(self) -> 'Club':
        """A club night; you are its host, and whoever knows its id may enter."""
        return cast('Club', self.send('POST', '/api/clubs', {}))

    def club(self, club: str) -> 'Club':
        """A club night; its people, tables, results and standings."""
        return cast('Club', self.send('GET', f'/api/clubs/{club}'))

    def enter_club(self, club: str) -> 'Club':
        """Play there, by the name you have; late is allowed."""
        return cast('Club', self.send('POST', f'/api/clubs/{club}/enter', {}))

    def leave_club(self, club: str, person: 'Optional[int]' = None) -> 'Club':
        """Go home; the host may name somebody by their number."""
        return cast('Club', self.send('POST', f'/api/clubs/{club}/leave', {'person': person}))

    def begin_club_round(self, club: str) -> 'Club':
        """The host begins the next round; its tables begin at once."""
        return cast('Club', self.send('POST', f'/api/clubs/{club}/round', {}))

    def end_club(self, club: str) -> 'Club':
        """The host ends the night before its last round."""
        return cast('Club', self.send('POST', f'/api/clubs/{club}/end', {}))

    def leaderboard(self, game: str) -> 'LeaderboardResult':
        """The best 100 players of a game whose rating is certain and who met enough different opponents lately."""
        return cast('LeaderboardResult', self.send('GET', f'/api/leaderboard/{game}'))

    def bot_leaderboard(self, game: str) -> 'BotLeaderboardResult':
        """The best 100 bot accounts of a game, by the games in which one of them sat."""
        return cast('BotLeaderboardResult', self.send('GET', f'/api/leaderboard/{game}/bots'))

    def record(self, table: str) -> 'str':
        """The whole finished game as text."""
        return cast('str', self.send('GET', f'/api/tables/{table}/record'))

    def record_file(self, table: str) -> 'str':
        """The record as a file to keep."""
        return cast('str', self.send('GET', f'/replay/{table}.txt'))


class Socket:
    """What is asked over the WebSocket. Answers are waited for; pushes on the way are kept for `pushes`."""

    def __init__(self, server: str = "http://localhost:8470", token: str = "", timeout: float = 60, query: str = ""):
        address = urllib.parse.urlsplit(server)
        secure = address.scheme == "https"
        host, port = address.hostname or "localhost", address.port or (443 if secure else 80)
        self._socket: socket.socket = socket.create_connection((host, port), timeout=timeout)
        if secure:
            self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=host)
        self._buffer, self._waiting = b"", collections.deque[dict[str, Any]]()
        lines = [f"GET /ws{query and '?' + query} HTTP/1.1", f"Host: {address.netloc}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + base64.b64encode(secrets.token_bytes(16)).decode()]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self._buffer:
            self._more()
        head, self._buffer = self._buffer.split(b"\r\n\r\n", 1)
        if head.split()[1] != b"101":
            raise Closed(head.decode())

    def close(self) -> None:
        self._socket.close()

    def _more(self) -> None:
        piece = self._socket.recv(65536)
        if not piece:
            raise Closed("the connection was closed")
        self._buffer += piece

    def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            self._more()
        part, self._buffer = self._buffer[:size], self._buffer[size:]
        return part

    def _frame(self, opcode: int, payload: bytes) -> None:
        mask, size = secrets.token_bytes(4), len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self._socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def receive(self) -> dict[str, Any]:
        """The next message, an answer or a push."""
        message = b""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size > 125:
                size = struct.unpack(">H", self._take(2))[0] if size == 126 else struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            if first & 15 == 9:
                self._frame(10, payload)
            elif first & 15 == 8:
                raise Closed(payload[2:].decode() or "the server closed the connection")
            else:
                message += payload
                if first & 0x80:
                    return cast("dict[str, Any]", json.loads(message))

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Sends a request and waits for its answer."""
        number = secrets.token_hex(8)
        self._frame(1, json.dumps({"id": number, "op": op, **{name: value for name, value in fields.items() if value is not None}}).encode())
        while True:
            message = self.receive()
            if message.get("id") == number:
                if not message["ok"]:
                    raise Refused(message["error"])
                return message
            self._waiting.append(message)

    def pushes(self) -> Iterator[PushFrame]:
        """What happens at the tables that are watched, as it happens."""
        while True:
            yield cast("PushFrame", self._waiting.popleft() if self._waiting else self.receive())

    def hello(self, token: 'Optional[str]' = None, protocol: 'Optional[Literal[1, 2]]' = None) -> 'HelloAnswer':
        """Who you are; with a token you become that guest. Somebody new is given a token."""
        return cast('HelloAnswer', self.ask('hello', token=token, protocol=protocol))

    def create(self, game: 'GameId', players: 'int', options: 'Optional[dict[str, Union[str, bool, int, list[int]]]]' = None, seats: 'Optional[list[SeatChoice]]' = None, listed: 'Optional[bool]' = None, spectators: 'Optional[bool]' = None, spectators_chat: 'Optional[bool]' = None, memory_aid: 'Optional[bool]' = None, clock: 'Optional[ClockChoice]' = None, on_timeout: "Optional[Literal['move', 'seat']]" = None, bot: 'Optional[str]' = None) -> 'CreateAnswer':
        """A new table; you are its host and still have to join."""
        return cast('CreateAnswer', self.ask('create', game=game, players=players, options=options, seats=seats, listed=listed, spectators=spectators, spectators_chat=spectators_chat, memory_aid=memory_aid, clock=clock, on_timeout=on_timeout, bot=bot))

    def play_now(self, game: 'GameId', speed: "Optional[Literal['live', 'days']]" = None) -> 'PlayNowAnswer':
        """A seat at a table of usual options that waits, or at a new one that everybody sees; also watches the table."""
        return cast('PlayNowAnswer', self.ask('play_now', game=game, speed=speed))

    def follow(self) -> 'FollowAnswer':
        """A bot account: what you are asked to play and the games you sit in; later changes are pushed."""
        return cast('FollowAnswer', self.ask('follow'))

    def friends(self) -> 'FriendsAnswer':
        """Which of your friends are here; whoever comes or goes is pushed."""
        return cast('FriendsAnswer', self.ask('friends'))

    def watch(self, table: 'TableId', since: 'Optional[int]' = None, presence: 'Optional[bool]' = None, away: 'Optional[bool]' = None) -> 'WatchAnswer':
        """Follow a table; the answer holds everything, later changes are pushed."""
        return cast('WatchAnswer', self.ask('watch', table=table, since=since, presence=presence, away=away))

    def history(self, table: 'TableId', before: 'int') -> 'HistoryAnswer':
        """A page of what happened and was said before an event."""
        return cast('HistoryAnswer', self.ask('history', table=table, before=before))

    def standing(self, table: 'TableId') -> 'StandingAnswer':
        """Who would get which points if the game ended now, as far as you know; null for a game that does not say it."""
        return cast('StandingAnswer', self.ask('standing', table=table))

    def unwatch(self, table: 'TableId') -> 'UnwatchAnswer':
        """Nothing more is pushed of this table."""
        return cast('UnwatchAnswer', self.ask('unwatch', table=table))

    def presence(self, table: 'TableId') -> 'PresenceAnswer':
        """Whose players are there, look elsewhere or are gone; empty for somebody who does not watch the table."""
        return cast('PresenceAnswer', self.ask('presence', table=table))

    def away(self, table: 'TableId', on: 'bool') -> 'AwayAnswer':
        """Your page of this table is hidden, or is seen again."""
        return cast('AwayAnswer', self.ask('away', table=table, on=on))

    def read(self, table: 'TableId', until: 'Optional[int]' = None) -> 'ReadAnswer':
        """How far you have read the talk here, on whatever device; with `until` you have read so far."""
        return cast('ReadAnswer', self.ask('read', table=table, until=until))

    def join(self, table: 'TableId', seat: 'Optional[Seat]' = None, key: 'Optional[str]' = None) -> 'JoinAnswer':
        """Sit down, or come back to your seat, but not to one given up by resigning; also watches the table."""
        return cast('JoinAnswer', self.ask('join', table=table, seat=seat, key=key))

    def device(self, table: 'TableId', do: "Literal['admit', 'refuse', 'only']") -> 'DeviceAnswer':
        """Let another device in that asks for your seat, or refuse it, or allow no device but this one."""
        return cast('DeviceAnswer', self.ask('device', table=table, do=do))

    def leave(self, table: 'TableId') -> 'LeaveAnswer':
        """Before the start the seat opens again; during the game a bot plays on until you join again."""
        return cast('LeaveAnswer', self.ask('leave', table=table))

    def seat(self, table: 'TableId', seat: 'Seat', kind: 'SeatChoice') -> 'SeatAnswer':
        """The host says before the start what a seat shall be."""
        return cast('SeatAnswer', self.ask('seat', table=table, seat=seat, kind=kind))

    def invite(self, table: 'TableId', seat: 'Seat', person: 'Optional[str]' = None, bot: 'Optional[str]' = None) -> 'InviteAnswer':
        """Keep a seat for a friend or a bot account, who is told; join says yes, leave says no."""
        return cast('InviteAnswer', self.ask('invite', table=table, seat=seat, person=person, bot=bot))

    def ready(self, table: 'TableId', commitment: 'Optional[str]' = None, contribution: 'Optional[str]' = None) -> 'ReadyAnswer':
        """Ready to begin; when every seat is taken and every person ready, the game begins."""
        return cast('ReadyAnswer', self.ask('ready', table=table, commitment=commitment, contribution=contribution))

    def show(self, table: 'TableId', contribution: 'str') -> 'ShowAnswer':
        """Show the contribution you committed to, while `room.showing`."""
        return cast('ShowAnswer', self.ask('show', table=table, contribution=contribution))

    def play(self, table: 'TableId', action: 'str', at: 'Optional[int]' = None) -> 'PlayAnswer':
        """An action of yours."""
        return cast('PlayAnswer', self.ask('play', table=table, action=action, at=at))

    def retract(self, table: 'TableId') -> 'RetractAnswer':
        """Take back your secret choice while others still choose."""
        return cast('RetractAnswer', self.ask('retract', table=table))

    def undo(self, table: 'TableId') -> 'UndoAnswer':
        """Take back your last action, while `undo` is true in your push."""
        return cast('UndoAnswer', self.ask('undo', table=table))

    def takeback(self, table: 'TableId', do: "Literal['ask', 'agree', 'refuse']") -> 'TakebackAnswer':
        """Back to before your last action, when every other person agrees."""
        return cast('TakebackAnswer', self.ask('takeback', table=table, do=do))

    def end(self, table: 'TableId', do: "Literal['ask', 'agree', 'refuse']") -> 'EndAnswer':
        """End the game without a result, when every person agrees."""
        return cast('EndAnswer', self.ask('end', table=table, do=do))

    def resign(self, table: 'TableId') -> 'ResignAnswer':
        """Two players: the other wins. More: a bot plays on and you count as last."""
        return cast('ResignAnswer', self.ask('resign', table=table))

    def chat(self, table: 'TableId', text: 'str') -> 'ChatAnswer':
        """Say something; 5 at once, then one every 2 seconds."""
        return cast('ChatAnswer', self.ask('chat', table=table, text=text))

    def mute(self, table: 'TableId', on: 'bool', seat: 'Optional[Seat]' = None, said: 'Optional[int]' = None) -> 'MuteAnswer':
        """The host: somebody cannot talk any more, or can again."""
        return cast('MuteAnswer', self.ask('mute', table=table, seat=seat, said=said, on=on))

    def remove(self, table: 'TableId', seat: 'Optional[Seat]' = None, said: 'Optional[int]' = None) -> 'RemoveAnswer':
        """The host: somebody loses the seat and can neither join nor watch again."""
        return cast('RemoveAnswer', self.ask('remove', table=table, seat=seat, said=said))

    def rematch(self, table: 'TableId') -> 'RematchAnswer':
        """A new table with the same options, everybody one seat on; once it is made, everybody is told which."""
        return cast('RematchAnswer', self.ask('rematch', table=table))

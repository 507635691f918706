// The server's bodies and frames: made by tools/make_clients from docs/api; change those files instead.
import type { Refusal } from '../events/refusal';

export type { Refusal } from '../events/refusal';

/** Names a table; any player who knows it may join */
export type TableId = string;

export type GameId = 'turn_the_tide' | 'high_tide_henn' | 'high_tide_leiman';

/** Counted from 0; seat 0 of high_tide_leiman is blue, seat 1 pink */
export type Seat = number;

export interface Option {
    name: string;
    type: 'flag' | 'choice' | 'number' | 'numbers';
    /** Of its type; null where another option decides */
    default: unknown;
    allowed?: unknown[];
    min?: number;
    max?: number;
    count?: number;
    help: string;
    /** Only of an option that adds an expansion of the game */
    expansion?: true;
}

export interface Game {
    id: GameId;
    title: string;
    designer: string;
    summary: string;
    /** Fewest and most */
    players: [number, number];
    options: Option[];
    /** Of bots, the weakest first */
    levels: string[];
}

export interface Rating {
    game: GameId;
    rating: number;
    /** How uncertain it is */
    deviation: number;
    games: number;
}

export interface RankedPlayer {
    name: string;
    rating: number;
    deviation: number;
    games: number;
}

export interface Me {
    guest: string;
    name: string;
    /** The name is kept with a password */
    claimed: boolean;
    ratings: Rating[];
}

export interface NewToken {
    guest: string;
    /** Send it as `Authorization: Bearer …`, or in `hello` */
    token: string;
}

export interface Summary {
    players: number;
    /** Names; null for a free seat */
    seats: (string | null)[];
    clock: 'none' | 'live' | 'days';
    /** With the options that the game has by itself */
    usual: boolean;
    /** Lines of talk, where there are any */
    said?: number;
    /** Opened by play_now */
    quick?: boolean;
    /** Seats of those who were asked to play and have not answered */
    asked?: Seat[];
    /** Seats of bot accounts, whose names end in (bot) */
    bot_accounts?: Seat[];
    /** The date whose deal is played there */
    daily?: string;
    /** The duplicate tables of which it is one */
    duplicate?: string;
    /** Seats that won; empty where a game was ended without a result */
    result: number[] | null;
}

export type Phase = 'open' | 'running' | 'over';

export interface ListedTable {
    table: TableId;
    game: GameId;
    phase: Phase;
    /** When something last happened there, in milliseconds since 1970 */
    at: number;
    summary: Summary;
}

export interface OwnTable {
    table: TableId;
    game: GameId;
    phase: Phase;
    seat: Seat;
    your_turn: boolean;
    /** Whose turn it is, while the game runs */
    to_act: Seat[];
    /** When something last happened there, in milliseconds since 1970 */
    at: number;
    /** Since when it is your turn, or else that of the player the table has waited for longest; while the game runs */
    since?: number;
    /** Lines of talk that are new to you, where there are any */
    unread?: number;
    summary: Summary;
}

export interface Calls {
    /** The key by which push services know this server: applicationServerKey of a subscription */
    push_key: string;
    /** False where nothing shall call you */
    on: boolean;
    /** Browsers in which you are called */
    devices: number;
    /** Tables that shall not call you */
    quiet_tables: TableId[];
    mail: {
        /** This server sends letters */
        offered: boolean;
        /** Yours, once it is confirmed */
        address: string | null;
        /** Letters call you, too */
        on: boolean;
    };
}

/** Somebody you know */
export interface Known {
    /** A mark of them that is worth something to you alone */
    person: string;
    /** As they are called now */
    name: string;
    /** The name is kept with a password */
    claimed: boolean;
    /** Since when, in milliseconds since 1970 */
    at: number;
    /** A program; its name ends in (bot) */
    bot_account?: boolean;
    /** Only of friends: they are connected */
    here?: boolean;
    /** Where you met last */
    table?: TableId;
}

export interface Company {
    friends: Known[];
    /** They wait for your answer */
    asked: Known[];
    /** You wait for theirs */
    asking: Known[];
    blocked: Known[];
    /** With whom you finished a game, the latest first */
    recent: Known[];
}

export interface Bots {
    /** All bot accounts that can be challenged */
    bots: {
        /** Ends in (bot) */
        name: string;
        /** Connected now */
        here: boolean;
        /** Of games in which a bot account sat, apart from those of people */
        ratings: Rating[];
    }[];
    /** Those that you own */
    mine: {
        /** A mark that is worth something to you alone */
        account: string;
        /** What `account` was called before, the same mark */
        bot: string;
        name: string;
        here: boolean;
        /** When it was made, in milliseconds since 1970 */
        at: number;
        tokens: {
            /** By which it is taken back */
            id: string;
            name: string;
            /** When it was made, in milliseconds since 1970 */
            at: number;
        }[];
    }[];
    /** Only in the answer that makes it; it is never sent again */
    token?: string;
}

export interface HostReport {
    /** Names it */
    report: string;
    at: number;
    /** Who reported */
    by_name: string;
    /** Whom; names a guest */
    guest: string;
    /** How they were called */
    name: string;
    table: string;
    /** What they said, where the report is about that */
    text: string;
    reason: string;
}

/** Something the host did; never changed, never taken away */
export interface HostDeed {
    at: number;
    do: string;
    whom: string;
    name: string;
    why: string;
}

export interface HostBan {
    /** Guest ID, device MARK, address MARK or range CIDR; of a mute the id of the guest. Marks stand for devices and addresses without telling them */
    target: string;
    name: string;
    why: string;
    at: number;
    /** Milliseconds since 1970; 0: for ever */
    until: number;
}

export interface HostDesk {
    /** The latest 200, the latest first */
    reports: HostReport[];
    /** The latest 200, the latest first */
    deeds: HostDeed[];
    bans: HostBan[];
    mutes: HostBan[];
    /** Of this node */
    counters: Record<string, number>;
}

export interface Session {
    session: string;
    /** What the browser says of itself; may be empty */
    device: string;
    /** When it was last seen, to the day; in milliseconds since 1970 */
    at: number;
    /** The one that asks */
    here: boolean;
}

/** What navigator.credentials.get gives for a challenge of beginPasskey, in base64url */
export interface PasskeyAnswer {
    id: string;
    /** UserHandle; needed to log in */
    user?: string;
    /** ClientDataJSON */
    client_data: string;
    /** AuthenticatorData */
    authenticator_data: string;
    signature: string;
}

export interface PasskeyChallenge {
    /** In base64url */
    challenge: string;
    /** The id of the relying party: this server's name */
    host: string;
    /** The handle of your account for a new passkey, in base64url */
    user?: string;
    /** The ids of those that your account has */
    passkeys: string[];
}

export interface Passkey {
    /** In base64url */
    id: string;
    /** That you gave it */
    name: string;
    /** When it was added, in milliseconds since 1970 */
    at: number;
    /** When it was last used, in milliseconds since 1970 */
    used: number;
}

export interface Passkeys {
    /** The account has a password */
    password: boolean;
    passkeys: Passkey[];
}

/** Everything that is kept of you */
export interface Export {
    guest: string;
    name: string;
    claimed: boolean;
    ratings: Rating[];
    /** Where you are called, where you are logged in, what you asked for */
    notes: {
        kind: string;
        key: string;
        at: number;
        body: string;
    }[];
    daily: {
        date: string;
        game: GameId;
        table: TableId;
        done: boolean;
        score: number;
        points: number;
    }[];
    tables: {
        table: TableId;
        game?: GameId;
        phase?: Phase;
        at?: number;
        /** What you did and said there */
        events: {
            seq: number;
            at: number;
            kind: string;
            action?: string;
            text?: string;
        }[];
    }[];
}

/** A beach or the colour of a die: black, purple, blue, orange, yellow, white */
export type Colour = 'k' | 'p' | 'b' | 'o' | 'y' | 'w';

export type Die = string;

export type DicePair = [Die, Die];

/** Docs/reference/protocol.md explains each member */
export interface TurnTheTideView {
    round: number;
    trick: number;
    /** By seat; null for those one may not see */
    hands: (number[] | null)[];
    preservers: number[];
    worth: number[];
    tide: (number | null)[];
    eliminated: boolean[];
    upturned: [number, number] | null;
    tides_left: number;
    chosen: boolean[];
    choice: (number | null)[];
    last_trick: (number | null)[] | null;
    left_out: number[] | null;
    scores: number[];
    winners: number[] | null;
}

/** Seat 0 is blue, seat 1 pink */
export interface HighTideLeimanView {
    /** By place, the stack from the bottom up; empty where nothing lies */
    cells: Record<string, string>;
    to_move: number | null;
    last_mover: number | null;
    stones: [number, number];
    stones_to_win: number;
    round: number;
    visible: [number, number];
    round_winner: number | null;
    winner: number | null;
    /** Only with the option first = pie: before a round, who lays the tiles and where the next one goes, then who chooses a side; null otherwise */
    pie?: {
        lays: number | null;
        next: string | null;
        chooses: number | null;
    };
}

export interface BeachView {
    water: number;
    /** By space, the seats there in the order of arrival */
    spaces: Record<string, number[]>;
    wet: number[];
    coins?: Record<string, number>;
}

export interface BaywatchView {
    on_offer: string | null;
    stack: number;
    tiles: string[][];
    open_dice: DicePair | null;
    open_dice_of: number | null;
}

export interface Bag {
    k: number;
    p: number;
    b: number;
    o: number;
    y: number;
    w: number;
}

export interface Beaches {
    k: BeachView;
    p: BeachView;
    b: BeachView;
    o: BeachView;
    y: BeachView;
    w: BeachView;
}

export type TrackSpace = null | {
    towel: number;
} | {
    dice: DicePair;
};

export interface Step {
    beach: Colour;
    spaces: number;
}

export interface HighTideHennView {
    round: number;
    phase: string;
    pile: number[];
    active: number | null;
    rental: number | null;
    track: TrackSpace[];
    bag: Bag;
    pool: Die[];
    rolled: DicePair | null;
    taken_from: number | null;
    steps: Step[];
    beaches: Beaches;
    coins?: (Record<string, number | null>)[];
    alert?: Colour | null;
    sharks?: number[];
    surfers?: (Colour | null)[];
    baywatch?: BaywatchView;
    scores: number[] | null;
    scoring: Record<string, number[]> | null;
    winners: number[] | null;
}

export type View = TurnTheTideView | HighTideLeimanView | HighTideHennView;

/** A record as a row: its kind, then the values of its properties in the order of records.schema.json, null for one that is absent */
export type EventRow = unknown[];

/** A row on connections that are told events, else a sentence */
export type Event = string | EventRow;

/** What a seat shall be */
export type SeatChoice = 'open' | 'reserved' | {
    /** A level */
    bot: string;
};

export type ClockChoice = {
    kind: 'none';
} | {
    kind: 'live';
    /** Seconds for a move */
    move: number;
    /** Seconds to use up besides */
    bank: number;
} | {
    kind: 'days';
    days: number;
    hours?: PlayingHours;
};

/** The slot of the day in which the time runs, at least an hour; it may go past midnight. A day for a move is then as much time as the slot has */
export interface PlayingHours {
    /** Minutes after local midnight */
    from: number;
    to: number;
    /** Of local time; minutes ahead of UTC */
    offset: number;
}

export interface RoomSeat {
    kind: 'open' | 'reserved' | 'person' | 'bot';
    name: string | null;
    /** Of a bot */
    level?: string;
    ready?: boolean;
    /** A program sits here; its name ends in (bot) */
    bot_account?: boolean;
    /** To play again, or invited; join says yes, leave says no */
    asked?: boolean;
    /** To the contribution to the dice */
    commitment?: string;
    shown?: boolean;
    /** Level of the bot that plays for a person who is away */
    bot?: string;
    muted?: boolean;
    /** The seat is given up for good */
    resigned?: boolean;
    /** How many, if more than one */
    devices?: number;
}

/** What somebody asked, and who agreed */
export type Question = null | {
    by: number;
    agreed: number[];
};

export interface You {
    seat: number | null;
    host: boolean;
    /** With a seat: this is the device that sat down */
    first_device?: boolean;
    /** Another device asks for your seat */
    asked?: boolean;
}

export type RoomResult = null | {
    winners: number[];
    points: number[];
    how: 'played' | 'resigned' | 'agreed';
};

/** Everything besides the game. Whole with a whole view; members that are left out are as before */
export interface Room {
    phase: Phase;
    game?: GameId;
    players?: number;
    /** As text, by name */
    options?: Record<string, string>;
    listed?: boolean;
    spectators?: boolean;
    spectators_chat?: boolean;
    memory_aid?: boolean;
    /** Opened by play_now: any seated player may give a free seat to a bot */
    quick?: boolean;
    /** The date whose deal is played here, by one person against bots */
    daily?: string;
    /** The club night whose table this is */
    club?: string;
    /** The duplicate tables of which this is one */
    duplicate?: string;
    /** Only where quick: when it was opened, in milliseconds since 1970 */
    made_at?: number;
    clock?: {
        kind: 'none' | 'live' | 'days';
        move_ms: number;
        bank_ms: number;
        hours?: PlayingHours;
    };
    on_timeout?: 'move' | 'seat';
    seats?: RoomSeat[];
    you?: You;
    /** Of the server, to the secret of the dice */
    commitment?: string;
    /** Those who committed to a contribution send `show` now */
    showing?: boolean;
    contributions?: string[];
    /** Once the game has begun: all players had protected names then, so that the result may change ratings, and nothing is taken back */
    rated?: boolean;
    takeback?: Question;
    end?: Question;
    result?: RoomResult;
    rematch?: string | null;
}

export interface ChatLine {
    seq: number;
    name: string;
    text: string;
}

export interface Clock {
    seat: number;
    /** Until the time is up, the bank included */
    left_ms: number;
    bank_ms: number;
    /** At a club night, before the player has come to the table: until the clock runs without them */
    starts_in_ms?: number;
}

/** What happened at a table since the last push; see the description of the channel */
export interface Push {
    /** Left out on ?events where this connection watches only one */
    table?: TableId;
    /** Of the last event told here */
    seq: number;
    events: Event[];
    chat?: ChatLine[];
    /** There is more before this: see history */
    earlier?: boolean;
    /** With earlier: what lies at or before it is left out */
    since?: number;
    /** The seq over whose view this is told */
    from?: number;
    /** Forget what was told before: it is told again, without the name of a person who deleted it */
    anew?: boolean;
    /** The table can be read up to seq and is closed to play; there is always a view beside it */
    damaged?: Refusal;
    /** Only for clients that asked for it, and only where it changed */
    presence?: Presence;
    view?: View | null;
    /** Your actions */
    legal?: string[];
    /** What each of these actions leads to, in games that say it */
    leads_to?: Outlook[];
    /** Seats */
    to_act?: number[];
    over?: boolean;
    /** Your last action can be taken back */
    undo?: boolean;
    /** Your secret choice can be taken back */
    retract?: boolean;
    /** An action of yours is in the game; the others can be asked to take it back */
    played?: boolean;
    clocks?: Clock[];
    room?: Room;
}

export interface ClosedPush {
    table: TableId;
    /** Why this table is closed to you now */
    closed: string;
    /** For programs */
    reason: string;
}

/** Where the players are, on whichever node, as seats; bots are in none of the lists */
export interface Presence {
    /** Connected, with a page that is seen */
    here: Seat[];
    /** Connected, but every page of theirs is hidden */
    away: Seat[];
    /** Not connected */
    gone: Seat[];
}

/** Somebody came, turned away or went; changes within half a second are told together */
export interface PresencePush {
    table: TableId;
    presence: Presence;
}

/** A friend came or went; sent to clients that sent friends */
export interface FriendPush {
    friend: {
        /** Their mark in your list */
        person: string;
        here: boolean;
    };
}

/** Somebody keeps a seat for this bot account, which sent follow: join says yes, leave says no */
export interface ChallengePush {
    challenge: OwnTable;
}

/** A game in which this bot account sits waits for others, runs, or is over */
export interface GamePush {
    game: OwnTable;
}

/** A seat is not kept for this bot account any more, or its table is gone */
export interface GonePush {
    gone: TableId;
}

export type PushFrame = Push | ClosedPush | PresencePush | FriendPush | ChallengePush | GamePush | GonePush;

/** Comes back in the answer; a change is done once for each guest and id */
export type RequestId = string | number;

export interface Refused {
    id: RequestId | null;
    ok: false;
    error: Refusal;
}

/** Who you are; with a token you become that guest. Somebody new is given a token */
export interface HelloRequest {
    id?: RequestId;
    op: 'hello';
    token?: string;
    /** 2: events are told as rows, as on ?events; 1 is the default */
    protocol?: '1' | '2';
}

export interface HelloAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the server */
    name: string;
    version: string;
    guest: string;
    /** 1 or 2: what this connection is told */
    protocol: number;
    /** Your name */
    player: string;
    token?: string;
}

/** A new table; you are its host and still have to join */
export interface CreateRequest {
    id?: RequestId;
    op: 'create';
    game: GameId;
    players: number;
    options?: Record<string, string | boolean | number | number[]>;
    /** One for each player; open by default */
    seats?: SeatChoice[];
    /** False by default */
    listed?: boolean;
    /** True by default */
    spectators?: boolean;
    /** Those without a seat may talk; false by default */
    spectators_chat?: boolean;
    /** Pages may list what was played; true by default */
    memory_aid?: boolean;
    clock?: ClockChoice;
    /** A bot makes the move, or takes the seat */
    on_timeout?: 'move' | 'seat';
    /** Level of bots that stand in; the strongest by default */
    bot?: string;
}

export interface CreateAnswer {
    id: RequestId | null;
    ok: true;
    table: TableId;
    url: string;
    /** Of reserved seats, by seat */
    keys: Record<string, string>;
}

/** Your one attempt; the result only when it is done */
export interface DailyOwn {
    table: TableId;
    done: boolean;
    points?: number;
    gave_up?: boolean;
    /** How far you are ahead of the best bot; null if you gave up */
    score?: number | null;
}

/** The daily tide of a game. Secrets are told when their day is over */
export interface Daily {
    game: GameId;
    /** Today in UTC */
    date: string;
    /** In milliseconds since 1970 */
    ends_at: number;
    /** Of the bots */
    level: string;
    /** That are finished */
    attempts: number;
    /** SHA-256 of the secret from which today's deal follows */
    commitment: string;
    tomorrow: {
        date: string;
        commitment: string;
    };
    yesterday: {
        date: string;
        commitment: string;
        secret: string;
    };
    mine: DailyOwn | null;
}

export interface DailyPlace {
    place: number;
    name: string;
    /** The name is kept with a password */
    claimed: boolean;
    you: boolean;
    points: number;
    gave_up: boolean;
    score: number | null;
    /** Whose record is open; only when the day is over */
    table?: TableId;
}

export interface DailyList {
    game: GameId;
    date: string;
    over: boolean;
    attempts: number;
    /** How many ended how, the best first */
    scores: ({
        score: number | null;
        attempts: number;
    })[];
    /** The first hundred */
    best: DailyPlace[];
    /** Yours */
    place: number | null;
    mine: DailyOwn | null;
}

export interface DailyStep {
    /** Your action */
    own: string;
    /** The choices of all who had played as you until then; the most frequent first */
    chosen: {
        action: string;
        attempts: number;
        /** On average */
        score: number;
    }[];
}

/** What the host of duplicate tables decides. There are either minutes or days */
export interface DuplicateSetup {
    /** 1 to 60 characters */
    name: string;
    game: GameId;
    options?: Record<string, string>;
    /** Of a table; as many as the game allows */
    seats: number;
    /** With as many as seats every team has every seat once */
    tables: number;
    /** That each player has, besides 15 seconds for each move */
    minutes?: number;
    /** For each move */
    days?: number;
    /** The level of bots; the best by default */
    bot?: string;
}

/** Tables that play the same deal with seats exchanged. Points, the secret and the ids of others' tables are told when all are over */
export interface Duplicate {
    duplicate: string;
    seq: number;
    name: string;
    game: GameId;
    options: Record<string, string>;
    seats: number;
    minutes?: number;
    days?: number;
    bot: string;
    phase: 'open' | 'running' | 'over';
    /** Tables that have not begun never will */
    closed: boolean;
    /** The SHA-256 of the secret from which the deal follows */
    commitment: string;
    secret: string | null;
    you: {
        host: boolean;
        table: number | null;
        seat: number | null;
    };
    tables: DuplicateTable[];
    /** The result of each team, the sum of its differences; empty until all are over */
    teams: number[];
}

export interface DuplicateTable {
    begun: boolean;
    over: boolean;
    table: TableId | null;
    /** One for each seat */
    places: ({
        team: number;
        /** Null for a free seat */
        name: string | null;
        bot: boolean;
        /** A bot played on for them */
        absent?: boolean;
        points?: number;
        /** To the mean of this seat at all tables */
        difference?: number;
    })[];
}

export interface DuplicateWays {
    partings: {
        /** This many steps were alike; choices made at the same time are one step */
        step: number;
        /** Of the record with which the step begins */
        line: number;
        seat: number;
        chosen: {
            action: string;
            tables: number[];
            /** Of this seat in the end, on average */
            points: number;
        }[];
    }[];
}

/** What the host of a club night decides */
export interface ClubSetup {
    /** 1 to 60 characters */
    name: string;
    game: GameId;
    options?: Record<string, string>;
    /** Of a table; as many as the game allows */
    seats: number;
    /** Swiss by default */
    format?: 'swiss' | 'round_robin';
    /** What people get who are left over when the tables are full; bot by default */
    odd?: 'bot' | 'bye';
    rounds: number;
    /** That each player has for a game, besides 15 seconds for each move */
    minutes: number;
    /** The level of bots; the best by default */
    bot?: string;
    /** The next round begins when every table of the last one has ended */
    automatic?: boolean;
}

/** A club night. People are numbers in the order in which they entered */
export interface Club {
    club: string;
    seq: number;
    name: string;
    game: GameId;
    options: Record<string, string>;
    seats: number;
    format: 'swiss' | 'round_robin';
    odd: 'bot' | 'bye';
    rounds: number;
    minutes: number;
    bot: string;
    automatic: boolean;
    phase: 'open' | 'running' | 'over';
    /** Every table of the last round has ended */
    round_over: boolean;
    /** The host may begin the next round */
    may_begin: boolean;
    you: {
        host: boolean;
        person: number | null;
        table: TableId | null;
    };
    people: {
        name: string;
        /** False for people who went home */
        here: boolean;
    }[];
    /** The rounds; the last one may still be played */
    played: ClubRound[];
    /** The best first */
    standings: ClubStanding[];
}

export interface ClubRound {
    /** When it began */
    at: number;
    tables: {
        table: TableId;
        /** On its seats, in order; bots sit after them */
        people: number[];
        bots: number;
        over: boolean;
        /** Of its people, once it is over */
        points: number[];
    }[];
    byes: number[];
}

export interface ClubStanding {
    person: number;
    /** Equal numbers share it */
    place: number;
    /** One for each other seat left behind, a half for each that shares the place; a bye counts as the middle place */
    points: number;
    played: number;
    won: number;
    byes: number;
    /** How often they sat with somebody */
    met: number;
    /** The points of all of these; the average breaks ties */
    met_points: number;
}

/** A seat at a table that waits, or at a new one that everybody sees */
export interface PlayNowRequest {
    id?: RequestId;
    op: 'play_now';
    game: GameId;
    /** Live by default */
    speed?: 'live' | 'days';
}

export interface PlayNowAnswer {
    id: RequestId | null;
    ok: true;
    table: TableId;
    url: string;
    /** A new table; nobody else sits there yet */
    opened: boolean;
    seat: Seat;
}

/** A bot account: what you are asked to play and the games you sit in; later changes are pushed */
export interface FollowRequest {
    id?: RequestId;
    op: 'follow';
}

export interface FollowAnswer {
    id: RequestId | null;
    ok: true;
    /** Tables at which a seat is kept for you; join says yes, leave says no */
    challenges: OwnTable[];
    /** Tables at which you sit and that are not over */
    games: OwnTable[];
}

/** Which of your friends are here; whoever comes or goes is pushed */
export interface FriendsRequest {
    id?: RequestId;
    op: 'friends';
}

export interface FriendsAnswer {
    id: RequestId | null;
    ok: true;
    friends: {
        /** Their mark in your list */
        person: string;
        name: string;
        here: boolean;
    }[];
}

/** Follow a table; the answer holds everything, later changes are pushed */
export interface WatchRequest {
    id?: RequestId;
    op: 'watch';
    table: TableId;
    /** The last seq seen; 0 or absent: from the start */
    since?: number;
    /** Tell me who of the players is there, in the answer and whenever it changes */
    presence?: boolean;
    /** My page is hidden */
    away?: boolean;
}

export interface WatchAnswer {
    id: RequestId | null;
    ok: true;
    /** Left out on ?events where this connection watches only one */
    table: TableId;
    /** Of the last event told here */
    seq: number;
    events: Event[];
    chat: ChatLine[];
    /** There is more before this: see history */
    earlier?: boolean;
    /** With earlier: what lies at or before it is left out */
    since?: number;
    /** The seq over whose view this is told */
    from?: number;
    /** The table can be read up to seq and is closed to play; there is always a view beside it */
    damaged?: Refusal;
    /** Only for clients that asked for it, and only where it changed */
    presence?: Presence;
    view: View | null;
    /** Your actions */
    legal: string[];
    /** What each of these actions leads to, in games that say it */
    leads_to?: Outlook[];
    /** Seats */
    to_act: number[];
    over: boolean;
    /** Your last action can be taken back */
    undo: boolean;
    /** Your secret choice can be taken back */
    retract: boolean;
    /** An action of yours is in the game; the others can be asked to take it back */
    played: boolean;
    clocks?: Clock[];
    room: Room;
    /** What this connection should know, such as that it asked for something older */
    notice?: string;
}

/** A page of what happened and was said before an event */
export interface HistoryRequest {
    id?: RequestId;
    op: 'history';
    table: TableId;
    /** A seq */
    before: number;
}

export interface HistoryAnswer {
    id: RequestId | null;
    ok: true;
    table: TableId;
    events: Event[];
    chat: ChatLine[];
    earlier?: boolean;
    since?: number;
}

/** Who would get which points if the game ended now, as far as you know; null for a game that does not say it */
export interface StandingRequest {
    id?: RequestId;
    op: 'standing';
    table: TableId;
}

export interface StandingAnswer {
    id: RequestId | null;
    ok: true;
    standing: null | StandingPoints[];
}

/** What an action of Henn's High Tide leads to before chance or another player acts, if the player changes nothing else in this turn */
export interface Outlook {
    /** Where the own deckchairs land */
    landings?: ({
        beach: Colour;
        from: number;
        /** Null is the water */
        to: number | null;
    })[];
    /** The coins within reach */
    coins?: {
        beach: Colour;
        space: number;
    }[];
    /** The spaces of the track whose pairs cannot be taken any more in this turn */
    closes?: number[];
}

/** Points that a seat would get in Henn's High Tide if the game ended now */
export interface StandingPoints {
    seat: number;
    points: number;
    reason: 'first' | 'second' | 'third' | 'bar' | 'surfer' | 'surfer_at_bar' | 'coins' | 'baywatch';
    beach?: Colour;
}

/** Nothing more is pushed of this table */
export interface UnwatchRequest {
    id?: RequestId;
    op: 'unwatch';
    table: TableId;
}

export interface UnwatchAnswer {
    id: RequestId | null;
    ok: true;
}

/** Whose players are there, look elsewhere or are gone; empty for somebody who does not watch the table */
export interface PresenceRequest {
    id?: RequestId;
    op: 'presence';
    table: TableId;
}

export interface PresenceAnswer {
    id: RequestId | null;
    ok: true;
    /** Connected, with a page that is seen */
    here: Seat[];
    /** Connected, but every page of theirs is hidden */
    away: Seat[];
    /** Not connected */
    gone: Seat[];
}

/** Your page of this table is hidden, or is seen again */
export interface AwayRequest {
    id?: RequestId;
    op: 'away';
    table: TableId;
    on: boolean;
}

export interface AwayAnswer {
    id: RequestId | null;
    ok: true;
}

/** How far you have read the talk here, on whatever device; with `until` you have read so far */
export interface ReadRequest {
    id?: RequestId;
    op: 'read';
    table: TableId;
    /** The seq of the last line in sight */
    until?: number;
}

export interface ReadAnswer {
    id: RequestId | null;
    ok: true;
    /** What was said until this event is read */
    until: number;
}

/** Sit down, or come back to your seat, but not to one given up by resigning; also watches the table */
export interface JoinRequest {
    id?: RequestId;
    op: 'join';
    table: TableId;
    /** The first open one by default */
    seat?: Seat;
    /** Of a reserved seat, which works once; or of your own seat, from another device */
    key?: string;
}

export interface JoinAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
    seat?: Seat;
    /** Of your seat, for your other devices */
    key?: string;
    /** The device that sat down first must let you in */
    waiting?: boolean;
}

/** Let another device in that asks for your seat, or refuse it, or allow no device but this one */
export interface DeviceRequest {
    id?: RequestId;
    op: 'device';
    table: TableId;
    do: 'admit' | 'refuse' | 'only';
}

export interface DeviceAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
    /** Refuse and only give the seat a new one */
    key?: string;
}

/** Before the start the seat opens again; during the game a bot plays on until you join again */
export interface LeaveRequest {
    id?: RequestId;
    op: 'leave';
    table: TableId;
}

export interface LeaveAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** The host says before the start what a seat shall be */
export interface SeatRequest {
    id?: RequestId;
    op: 'seat';
    table: TableId;
    seat: Seat;
    kind: SeatChoice;
}

export interface SeatAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
    /** Of a reserved seat */
    key?: string;
}

/** Keep a seat for a friend or a bot account, who is told; join says yes, leave says no */
export interface InviteRequest {
    id?: RequestId;
    op: 'invite';
    table: TableId;
    seat: Seat;
    /** The mark of a friend in your list (GET /api/people) */
    person?: string;
    /** The name of a bot account, with or without (bot) (GET /api/bots) */
    bot?: string;
}

export interface InviteAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** Ready to begin; when every seat is taken and every person ready, the game begins */
export interface ReadyRequest {
    id?: RequestId;
    op: 'ready';
    table: TableId;
    /** To a contribution to the dice (docs/explanation/fairness.md); sent with `show` later */
    commitment?: string;
    /** Or openly */
    contribution?: string;
}

export interface ReadyAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** Show the contribution you committed to, while `room.showing` */
export interface ShowRequest {
    id?: RequestId;
    op: 'show';
    table: TableId;
    contribution: string;
}

export interface ShowAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** An action of yours */
export interface PlayRequest {
    id?: RequestId;
    op: 'play';
    table: TableId;
    /** In the notation of docs/reference/protocol.md */
    action: string;
    /** The seq the choice was made at; refused as `stale` if the position changed */
    at?: number;
}

export interface PlayAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** Take back your secret choice while others still choose */
export interface RetractRequest {
    id?: RequestId;
    op: 'retract';
    table: TableId;
}

export interface RetractAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** Take back your last action, while `undo` is true in your push */
export interface UndoRequest {
    id?: RequestId;
    op: 'undo';
    table: TableId;
}

export interface UndoAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** Back to before your last action, when every other person agrees */
export interface TakebackRequest {
    id?: RequestId;
    op: 'takeback';
    table: TableId;
    do: 'ask' | 'agree' | 'refuse';
}

export interface TakebackAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** End the game without a result, when every person agrees */
export interface EndRequest {
    id?: RequestId;
    op: 'end';
    table: TableId;
    do: 'ask' | 'agree' | 'refuse';
}

export interface EndAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** Two players: the other wins. More: a bot plays on and you count as last */
export interface ResignRequest {
    id?: RequestId;
    op: 'resign';
    table: TableId;
}

export interface ResignAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** Say something; 5 at once, then one every 2 seconds */
export interface ChatRequest {
    id?: RequestId;
    op: 'chat';
    table: TableId;
    text: string;
}

export interface ChatAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** The host: somebody cannot talk any more, or can again */
export interface MuteRequest {
    id?: RequestId;
    op: 'mute';
    table: TableId;
    seat?: Seat;
    /** The seq of a line of the chat, for a spectator */
    said?: number;
    on: boolean;
}

export interface MuteAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** The host: somebody loses the seat and can neither join nor watch again */
export interface RemoveRequest {
    id?: RequestId;
    op: 'remove';
    table: TableId;
    seat?: Seat;
    /** The seq of a line of the chat, for a spectator */
    said?: number;
}

export interface RemoveAnswer {
    id: RequestId | null;
    ok: true;
    /** Of the event that this made */
    seq: number;
    /** It was done before, under the same id */
    repeated?: boolean;
}

/** A new table with the same options, everybody one seat on; once it is made, everybody is told which */
export interface RematchRequest {
    id?: RequestId;
    op: 'rematch';
    table: TableId;
}

export interface RematchAnswer {
    id: RequestId | null;
    ok: true;
    table: TableId;
}

export interface ErrorBody {
    error: Refusal;
}

export interface GamesResult {
    games: Game[];
}

export interface RenameBody {
    name: string;
}

export interface NewTokenBody {
    name?: string;
}

export interface ClaimBody {
    name: string;
    password: string;
    old_password?: string;
    passkey?: PasskeyAnswer;
}

export interface LoginBody {
    name: string;
    password: string;
}

export interface LobbyResult {
    tables: ListedTable[];
}

export interface MineResult {
    tables: OwnTable[];
}

export interface ChangeBotsBody {
    do: 'make' | 'token' | 'revoke' | 'delete';
    /** The mark of the bot account (GET /api/bots) */
    account?: string;
    /** What `account` was called before, still understood */
    bot?: string;
    name?: string;
    token?: string;
}

export interface ChangeCompanyBody {
    do: 'befriend' | 'part' | 'block' | 'unblock' | 'report';
    person?: string;
    table?: TableId;
    seat?: Seat;
    /** The seq of a line of the chat */
    said?: number;
    reason?: string;
}

export interface HostDeskBody {
    key: string;
    do: 'look' | 'mute' | 'unmute' | 'ban' | 'unban' | 'close';
    guest?: string;
    report?: string;
    there?: boolean;
    range?: string;
    hours?: number;
    target?: string;
    table?: TableId;
    why?: string;
}

export interface SetCallsBody {
    on?: boolean;
    /** By letter */
    mail?: boolean;
    table?: TableId;
}

export interface AddPushBody {
    endpoint: string;
    p256dh: string;
    auth: string;
}

export interface ForgetPushBody {
    endpoint: string;
}

export interface SessionsResult {
    sessions: Session[];
}

export interface EndSessionBody {
    session: string;
}

export interface BeginPasskeyBody {
    path: '/api/passkeys/login' | '/api/passkeys/add' | '/api/passkeys/remove' | '/api/claim' | '/api/mail' | '/api/mail/forget' | '/api/export' | '/api/name/delete' | '/api/me/delete';
}

export interface AddPasskeyBody {
    /** The name of the passkey; by default what the browser says of itself */
    called?: string;
    /** ClientDataJSON, in base64url */
    client_data: string;
    /** AttestationObject, in base64url */
    attestation: string;
    /** Of the account that a guest creates */
    name?: string;
    password?: string;
    passkey?: PasskeyAnswer;
}

export interface LoginByPasskeyBody {
    passkey: PasskeyAnswer;
}

export interface RemovePasskeyBody {
    id: string;
    /** Or a passkey */
    password?: string;
    passkey?: PasskeyAnswer;
}

export interface ExportBody {
    /** If the name is kept with one */
    password?: string;
    passkey?: PasskeyAnswer;
}

export interface DeleteNameBody {
    /** Or a passkey */
    password?: string;
    passkey?: PasskeyAnswer;
}

export interface DeleteMeBody {
    /** Where the name is kept with one */
    password?: string;
    passkey?: PasskeyAnswer;
}

export interface SetMailBody {
    address: string;
    /** Or a passkey */
    password?: string;
    passkey?: PasskeyAnswer;
}

export interface ConfirmMailBody {
    link: string;
}

export interface ForgetMailBody {
    /** Or a passkey */
    password?: string;
    passkey?: PasskeyAnswer;
}

export interface CancelChangeBody {
    link: string;
}

export interface CancelChangeResult {
    /** For finishRecovery */
    link: string;
}

export interface RecoverBody {
    name: string;
}

export interface FinishRecoveryBody {
    link: string;
    password: string;
}

export interface StartDailyResult {
    table: TableId;
}

export interface DailyWaysResult {
    steps: DailyStep[];
}

export interface LeaveDuplicateBody {
    table?: number;
    seat?: number;
}

export interface SitDuplicateBody {
    table?: number;
    seat?: number;
}

export interface BeginDuplicateBody {
    table?: number;
}

export interface LeaveClubBody {
    person?: number;
}

export interface LeaderboardResult {
    players: RankedPlayer[];
}

export interface BotLeaderboardResult {
    players: RankedPlayer[];
}

/** What a client may ask over the WebSocket, and what it is answered. */
export interface Requests {
    /** Who you are; with a token you become that guest. Somebody new is given a token */
    hello: { request: Omit<HelloRequest, 'id' | 'op'>; answer: HelloAnswer };
    /** A new table; you are its host and still have to join */
    create: { request: Omit<CreateRequest, 'id' | 'op'>; answer: CreateAnswer };
    /** A seat at a table of usual options that waits, or at a new one that everybody sees; also watches the table */
    play_now: { request: Omit<PlayNowRequest, 'id' | 'op'>; answer: PlayNowAnswer };
    /** A bot account: what you are asked to play and the games you sit in; later changes are pushed */
    follow: { request: Omit<FollowRequest, 'id' | 'op'>; answer: FollowAnswer };
    /** Which of your friends are here; whoever comes or goes is pushed */
    friends: { request: Omit<FriendsRequest, 'id' | 'op'>; answer: FriendsAnswer };
    /** Follow a table; the answer holds everything, later changes are pushed */
    watch: { request: Omit<WatchRequest, 'id' | 'op'>; answer: WatchAnswer };
    /** A page of what happened and was said before an event */
    history: { request: Omit<HistoryRequest, 'id' | 'op'>; answer: HistoryAnswer };
    /** Who would get which points if the game ended now, as far as you know; null for a game that does not say it */
    standing: { request: Omit<StandingRequest, 'id' | 'op'>; answer: StandingAnswer };
    /** Nothing more is pushed of this table */
    unwatch: { request: Omit<UnwatchRequest, 'id' | 'op'>; answer: UnwatchAnswer };
    /** Whose players are there, look elsewhere or are gone; empty for somebody who does not watch the table */
    presence: { request: Omit<PresenceRequest, 'id' | 'op'>; answer: PresenceAnswer };
    /** Your page of this table is hidden, or is seen again */
    away: { request: Omit<AwayRequest, 'id' | 'op'>; answer: AwayAnswer };
    /** How far you have read the talk here, on whatever device; with `until` you have read so far */
    read: { request: Omit<ReadRequest, 'id' | 'op'>; answer: ReadAnswer };
    /** Sit down, or come back to your seat, but not to one given up by resigning; also watches the table */
    join: { request: Omit<JoinRequest, 'id' | 'op'>; answer: JoinAnswer };
    /** Let another device in that asks for your seat, or refuse it, or allow no device but this one */
    device: { request: Omit<DeviceRequest, 'id' | 'op'>; answer: DeviceAnswer };
    /** Before the start the seat opens again; during the game a bot plays on until you join again */
    leave: { request: Omit<LeaveRequest, 'id' | 'op'>; answer: LeaveAnswer };
    /** The host says before the start what a seat shall be */
    seat: { request: Omit<SeatRequest, 'id' | 'op'>; answer: SeatAnswer };
    /** Keep a seat for a friend or a bot account, who is told; join says yes, leave says no */
    invite: { request: Omit<InviteRequest, 'id' | 'op'>; answer: InviteAnswer };
    /** Ready to begin; when every seat is taken and every person ready, the game begins */
    ready: { request: Omit<ReadyRequest, 'id' | 'op'>; answer: ReadyAnswer };
    /** Show the contribution you committed to, while `room.showing` */
    show: { request: Omit<ShowRequest, 'id' | 'op'>; answer: ShowAnswer };
    /** An action of yours */
    play: { request: Omit<PlayRequest, 'id' | 'op'>; answer: PlayAnswer };
    /** Take back your secret choice while others still choose */
    retract: { request: Omit<RetractRequest, 'id' | 'op'>; answer: RetractAnswer };
    /** Take back your last action, while `undo` is true in your push */
    undo: { request: Omit<UndoRequest, 'id' | 'op'>; answer: UndoAnswer };
    /** Back to before your last action, when every other person agrees */
    takeback: { request: Omit<TakebackRequest, 'id' | 'op'>; answer: TakebackAnswer };
    /** End the game without a result, when every person agrees */
    end: { request: Omit<EndRequest, 'id' | 'op'>; answer: EndAnswer };
    /** Two players: the other wins. More: a bot plays on and you count as last */
    resign: { request: Omit<ResignRequest, 'id' | 'op'>; answer: ResignAnswer };
    /** Say something; 5 at once, then one every 2 seconds */
    chat: { request: Omit<ChatRequest, 'id' | 'op'>; answer: ChatAnswer };
    /** The host: somebody cannot talk any more, or can again */
    mute: { request: Omit<MuteRequest, 'id' | 'op'>; answer: MuteAnswer };
    /** The host: somebody loses the seat and can neither join nor watch again */
    remove: { request: Omit<RemoveRequest, 'id' | 'op'>; answer: RemoveAnswer };
    /** A new table with the same options, everybody one seat on; once it is made, everybody is told which */
    rematch: { request: Omit<RematchRequest, 'id' | 'op'>; answer: RematchAnswer };
}

/** What was asked for, or why it was refused. */
export type Answered<T> = { ok: true; value: T } | { ok: false; error: Refusal };

/** Brings a request to the server; `fetchCarrier` does it with fetch. */
export interface Carrier {
    json<T>(method: string, path: string, body?: object): Promise<Answered<T>>;
    text(method: string, path: string): Promise<Answered<string>>;
}

/** `server`: its address, empty for the page's own. `token`: who asks, where no cookie says it. */
export function fetchCarrier(server = '', token = ''): Carrier {
    const unreachable: Refusal = { code: 'unavailable', message: '' };
    async function ask<T>(method: string, path: string, body: object | undefined, read: (response: Response) => Promise<T>): Promise<Answered<T>> {
        try {
            const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) };
            const response = await fetch(server + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
            if (response.ok) return { ok: true, value: await read(response) };
            return { ok: false, error: ((await response.json()) as { error?: Refusal }).error ?? unreachable };
        } catch {
            return { ok: false, error: unreachable };
        }
    }
    return {
        json: <T>(method: string, path: string, body?: object) => ask(method, path, body, (response) => response.json() as Promise<T>),
        text: (method, path) => ask(method, path, undefined, (response) => response.text()),
    };
}

/** Everything that is asked over HTTP. */
export const httpClient = (carry: Carrier) => ({
    /** The process answers */
    health: (): Promise<Answered<string>> => carry.text('GET', '/healthz'),
    /** Ready for players */
    ready: (): Promise<Answered<string>> => carry.text('GET', '/readyz'),
    /** Measures in Prometheus' text format; for this machine alone, or with a token */
    metrics: (): Promise<Answered<string>> => carry.text('GET', '/metrics'),
    /** The games, their options and the levels of bots */
    games: (): Promise<Answered<GamesResult>> => carry.json('GET', '/api/games'),
    /** Who you are; a new guest gets a cookie */
    me: (): Promise<Answered<Me>> => carry.json('GET', '/api/me'),
    /** What others call you; refused for a name that somebody else claimed */
    rename: (body: RenameBody): Promise<Answered<Me>> => carry.json('POST', '/api/me', body),
    /** A token for a bot or script; it stands for a new guest */
    newToken: (body: NewTokenBody): Promise<Answered<NewToken>> => carry.json('POST', '/api/token', body),
    /** Keep a name with a password. An account that has one already gives it as old_password, or uses a passkey. Every other session ends, and this one gets a new cookie */
    claim: (body: ClaimBody): Promise<Answered<Me>> => carry.json('POST', '/api/claim', body),
    /** Become the guest who claimed a name; sets the cookie */
    login: (body: LoginBody): Promise<Answered<Me>> => carry.json('POST', '/api/login', body),
    /** End this session; its token is worth nothing any more, and its connections are closed */
    logout: (): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/logout', {}),
    /** End every session of yours but this one, which gets a new cookie */
    logoutEverywhere: (): Promise<Answered<Me>> => carry.json('POST', '/api/logout-everywhere', {}),
    /** Listed tables that are open or running */
    lobby: (): Promise<Answered<LobbyResult>> => carry.json('GET', '/api/lobby'),
    /** Your tables: running ones with whose turn it is, then open and finished ones */
    mine: (): Promise<Answered<MineResult>> => carry.json('GET', '/api/mine'),
    /** Bot accounts, and those that you own with their tokens */
    bots: (): Promise<Answered<Bots>> => carry.json('GET', '/api/bots'),
    /** Make a bot account, make or take back a token of it, or delete it */
    changeBots: (body: ChangeBotsBody): Promise<Answered<Bots>> => carry.json('POST', '/api/bots', body),
    /** Whom you know, friends, those you keep away and those you met */
    company: (): Promise<Answered<Company>> => carry.json('GET', '/api/people'),
    /** Ask somebody to be friends or say yes, part with them, block or unblock them, or report them to the host of the server */
    changeCompany: (body: ChangeCompanyBody): Promise<Answered<Company>> => carry.json('POST', '/api/people', body),
    /** For people who know the key of the server's host, reports, bans, mutes, tables to close, and a log of what was done */
    hostDesk: (body: HostDeskBody): Promise<Answered<HostDesk>> => carry.json('POST', '/api/host', body),
    /** How you are called back to a table at which it is your turn */
    calls: (): Promise<Answered<Calls>> => carry.json('GET', '/api/calls'),
    /** Calls on or off for everything, for one table, or by letter */
    setCalls: (body: SetCallsBody): Promise<Answered<Calls>> => carry.json('POST', '/api/calls', body),
    /** This browser may be called; its subscription as the Push API gives it */
    addPush: (body: AddPushBody): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/push', body),
    /** This browser is not called any more */
    forgetPush: (body: ForgetPushBody): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/push/forget', body),
    /** Where the name is logged in */
    sessions: (): Promise<Answered<SessionsResult>> => carry.json('GET', '/api/sessions'),
    /** Logs out there; its connections are closed */
    endSession: (body: EndSessionBody): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/sessions/end', body),
    /** The passkeys of your account, and whether it has a password */
    passkeys: (): Promise<Answered<Passkeys>> => carry.json('GET', '/api/passkeys'),
    /** A challenge that a passkey answers, once and within five minutes, in the request to `path` */
    beginPasskey: (body: BeginPasskeyBody): Promise<Answered<PasskeyChallenge>> => carry.json('POST', '/api/passkeys/begin', body),
    /** A new passkey. A guest creates an account with it and gives its `name`; an account gives its password, or a passkey that it has already */
    addPasskey: (body: AddPasskeyBody): Promise<Answered<Me>> => carry.json('POST', '/api/passkeys/add', body),
    /** Become the account that a passkey belongs to; sets the cookie */
    loginByPasskey: (body: LoginByPasskeyBody): Promise<Answered<Me>> => carry.json('POST', '/api/passkeys/login', body),
    /** Removes a passkey, but not the only way into an account */
    removePasskey: (body: RemovePasskeyBody): Promise<Answered<Passkeys>> => carry.json('POST', '/api/passkeys/remove', body),
    /** Everything that is kept of you, as one file */
    export: (body: ExportBody): Promise<Answered<Export>> => carry.json('POST', '/api/export', body),
    /** Gives the name up, with ratings, settings and every other session; games stay */
    deleteName: (body: DeleteNameBody): Promise<Answered<Me>> => carry.json('POST', '/api/name/delete', body),
    /** Deletes you; games stay, without the name and what you said. Refused while you sit at tables that are not over */
    deleteMe: (body: DeleteMeBody): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/me/delete', body),
    /** An address for emails, of a name that is kept with a password; it counts once the link in the email is opened. The address before it can cancel that for 72 hours */
    setMail: (body: SetMailBody): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/mail', body),
    /** The link of the letter, once and within 30 minutes */
    confirmMail: (body: ConfirmMailBody): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/mail/confirm', body),
    /** Removes the address, which can cancel that for 72 hours; no more emails */
    forgetMail: (body: ForgetMailBody): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/mail/forget', body),
    /** The link that an address gets when the address, the password or the passkeys of its account are changed, once and within 72 hours. It restores the address, removes the passkeys, ends every session and gives a link for a new password (finishRecovery) */
    cancelChange: (body: CancelChangeBody): Promise<Answered<CancelChangeResult>> => carry.json('POST', '/api/mail/cancel', body),
    /** A letter with a link to a new password, if the name has a confirmed address; the answer does not say whether */
    recover: (body: RecoverBody): Promise<Answered<Record<string, never>>> => carry.json('POST', '/api/recover', body),
    /** A new password by the link of the letter, once and within 30 minutes; every session ends, and a new one begins */
    finishRecovery: (body: FinishRecoveryBody): Promise<Answered<Me>> => carry.json('POST', '/api/recover/finish', body),
    /** The daily tide of a game; one deal for everybody, committed to the day before */
    daily: (game: string): Promise<Answered<Daily>> => carry.json('GET', `/api/daily/${encodeURIComponent(game)}`),
    /** Your one attempt at today's deal; asked again, the same table */
    startDaily: (game: string): Promise<Answered<StartDailyResult>> => carry.json('POST', `/api/daily/${encodeURIComponent(game)}`, {}),
    /** Everybody's results of that day; today's only for people who have finished it */
    dailyList: (game: string, date: string): Promise<Answered<DailyList>> => carry.json('GET', `/api/daily/${encodeURIComponent(game)}/${encodeURIComponent(date)}`),
    /** Where other players chose differently, for people who have finished that day's deal */
    dailyWays: (game: string, date: string): Promise<Answered<DailyWaysResult>> => carry.json('GET', `/api/daily/${encodeURIComponent(game)}/${encodeURIComponent(date)}/ways`),
    /** Tables that play the same deal with seats exchanged; you are their host, and whoever knows the id may sit down */
    makeDuplicate: (body: DuplicateSetup): Promise<Answered<Duplicate>> => carry.json('POST', '/api/duplicates', body),
    /** Duplicate tables; who sits where and, when all are over, everybody's results */
    duplicate: (duplicate: string): Promise<Answered<Duplicate>> => carry.json('GET', `/api/duplicates/${encodeURIComponent(duplicate)}`),
    /** Give your place up before the table begins; the host may name a place */
    leaveDuplicate: (duplicate: string, body: LeaveDuplicateBody): Promise<Answered<Duplicate>> => carry.json('POST', `/api/duplicates/${encodeURIComponent(duplicate)}/leave`, body),
    /** Take a place at a table that has not begun; without table and seat where most is free */
    sitDuplicate: (duplicate: string, body: SitDuplicateBody): Promise<Answered<Duplicate>> => carry.json('POST', `/api/duplicates/${encodeURIComponent(duplicate)}/sit`, body),
    /** Begins a table, or all at which somebody sits; bots take the free places. Only the host may, or a player of a full table */
    beginDuplicate: (duplicate: string, body: BeginDuplicateBody): Promise<Answered<Duplicate>> => carry.json('POST', `/api/duplicates/${encodeURIComponent(duplicate)}/begin`, body),
    /** Tables that have not begun never will; only the host */
    closeDuplicate: (duplicate: string): Promise<Answered<Duplicate>> => carry.json('POST', `/api/duplicates/${encodeURIComponent(duplicate)}/close`, {}),
    /** Where tables parted that had gone alike; when all are over */
    duplicateWays: (duplicate: string): Promise<Answered<DuplicateWays>> => carry.json('GET', `/api/duplicates/${encodeURIComponent(duplicate)}/ways`),
    /** A club night; you are its host, and whoever knows its id may enter */
    makeClub: (body: ClubSetup): Promise<Answered<Club>> => carry.json('POST', '/api/clubs', body),
    /** A club night; its people, tables, results and standings */
    club: (club: string): Promise<Answered<Club>> => carry.json('GET', `/api/clubs/${encodeURIComponent(club)}`),
    /** Play there, by the name you have; late is allowed */
    enterClub: (club: string): Promise<Answered<Club>> => carry.json('POST', `/api/clubs/${encodeURIComponent(club)}/enter`, {}),
    /** Go home; the host may name somebody by their number */
    leaveClub: (club: string, body: LeaveClubBody): Promise<Answered<Club>> => carry.json('POST', `/api/clubs/${encodeURIComponent(club)}/leave`, body),
    /** The host begins the next round; its tables begin at once */
    beginClubRound: (club: string): Promise<Answered<Club>> => carry.json('POST', `/api/clubs/${encodeURIComponent(club)}/round`, {}),
    /** The host ends the night before its last round */
    endClub: (club: string): Promise<Answered<Club>> => carry.json('POST', `/api/clubs/${encodeURIComponent(club)}/end`, {}),
    /** The best 100 players of a game whose rating is certain and who met enough different opponents lately */
    leaderboard: (game: string): Promise<Answered<LeaderboardResult>> => carry.json('GET', `/api/leaderboard/${encodeURIComponent(game)}`),
    /** The best 100 bot accounts of a game, by the games in which one of them sat */
    botLeaderboard: (game: string): Promise<Answered<BotLeaderboardResult>> => carry.json('GET', `/api/leaderboard/${encodeURIComponent(game)}/bots`),
    /** The whole finished game as text */
    record: (table: string): Promise<Answered<string>> => carry.text('GET', `/api/tables/${encodeURIComponent(table)}/record`),
    /** The record as a file to keep */
    recordFile: (table: string): Promise<Answered<string>> => carry.text('GET', `/replay/${encodeURIComponent(table)}.txt`),
});

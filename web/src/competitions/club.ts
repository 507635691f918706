// Club nights at the server.
import {
    fetchCarrier,
    httpClient,
    type Answered,
    type Club,
    type ClubSetup,
    type ClubStanding,
} from '../shared/net/schema';

export type { Club, ClubSetup } from '../shared/net/schema';

const server = httpClient(fetchCarrier());

export const make = (setup: ClubSetup): Promise<Answered<Club>> => server.makeClub(setup);
export const look = (id: string): Promise<Answered<Club>> => server.club(id);
export const enter = (id: string): Promise<Answered<Club>> => server.enterClub(id);
export const leave = (id: string, person?: number): Promise<Answered<Club>> =>
    server.leaveClub(id, person === undefined ? {} : { person });
export const beginRound = (id: string): Promise<Answered<Club>> => server.beginClubRound(id);
export const end = (id: string): Promise<Answered<Club>> => server.endClub(id);

export const clubLink = (id: string): string => `${location.origin}/club/${id}`;
/** The average points of a player's opponents. */
export const average = ({ met, met_points }: ClubStanding): number => (met === 0 ? 0 : met_points / met);
/** Enough rounds for an evening. */
export const usualRounds = (seats: number): number => (seats === 2 ? 5 : 3);

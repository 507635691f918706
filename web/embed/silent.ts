// A board on another site makes no sound.
export const play = (): void => undefined;

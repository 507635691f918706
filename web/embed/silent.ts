// A board on somebody else's page makes no sound.
export const play = (): void => undefined;

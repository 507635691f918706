// The piece that was meant by a touch, so that a refusal can point at it: the button under a hand stands for its card.
export const touchedPiece = (target: Element): Element | null =>
    target.closest('.choose:has(.act)')?.querySelector('.card.lifted') ?? target.closest('[data-cell], button, .piece');

// Still WebP pictures joined to one that moves: the container's chunks, as its specification describes them.

const number = (value, bytes) => Buffer.from(Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255));
function chunk(name, ...parts) {
    const body = Buffer.concat(parts);
    return Buffer.concat([Buffer.from(name), number(body.length, 4), body, Buffer.alloc(body.length % 2)]);
}

/** What stands in a still picture, without its own header. */
function bitstream(still) {
    const chunks = [];
    for (let at = 12; at < still.length; ) {
        const end = at + 8 + still.readUInt32LE(at + 4);
        if (['ALPH', 'VP8 ', 'VP8L'].includes(still.toString('latin1', at, at + 4)))
            chunks.push(still.subarray(at, end), Buffer.alloc(end % 2));
        at = end + (end % 2);
    }
    return Buffer.concat(chunks);
}

/** `frames`: each with left and top (even), width, height, ms, and a still picture as `data`, laid over what was there.
 *  For ever. */
export function animatedWebp([width, height], frames) {
    const animates = 2;
    const transparent = 16;
    const over = 0; // a frame lies over the one before
    const body = [
        chunk('VP8X', number(animates | transparent, 4), number(width - 1, 3), number(height - 1, 3)),
        chunk('ANIM', number(0, 4), number(0, 2)),
        ...frames.map((frame) =>
            chunk(
                'ANMF',
                number(frame.left / 2, 3),
                number(frame.top / 2, 3),
                number(frame.width - 1, 3),
                number(frame.height - 1, 3),
                number(frame.ms, 3),
                number(over, 1),
                bitstream(frame.data),
            ),
        ),
    ];
    const all = Buffer.concat([Buffer.from('WEBP'), ...body]);
    return Buffer.concat([Buffer.from('RIFF'), number(all.length, 4), all]);
}

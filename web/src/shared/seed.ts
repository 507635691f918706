/** An unpredictable seed, in hexadecimal digits. */
export function newSeed(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
        '',
    );
}

/** Whether bytes begin with a pattern, given as text of one character for each byte. */
const begins = (bytes: Uint8Array, pattern: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + pattern.length)).toString('latin1') === pattern;

const kinds: ReadonlyArray<readonly [type: string, is: (bytes: Uint8Array) => boolean]> = [
  ['image/png', (bytes) => begins(bytes, '\x89PNG\r\n\x1A\n')],
  ['image/jpeg', (bytes) => begins(bytes, '\xFF\xD8\xFF')],
  ['image/webp', (bytes) => begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8)],
  ['image/gif', (bytes) => begins(bytes, 'GIF87a') || begins(bytes, 'GIF89a')],
  ['image/x-icon', (bytes) => begins(bytes, '\0\0\x01\0')],
];

/**
 * The media type of a picture by its first bytes: its name and what the client says prove nothing.
 * SVG is none: it can hold scripts and load from elsewhere.
 */
export const pictureKind = (bytes: Uint8Array): string | undefined => kinds.find(([, is]) => is(bytes))?.[0];

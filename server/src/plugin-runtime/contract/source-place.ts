import { causesOf, reasonOf, stackOf } from '../../kernel/index.ts';

/**
 * Matches a frame of application code in a mapped stack; frames of the host have absolute paths.
 */
const OWN_PLACE = /(?:^|[\s(])(platform-[a-z0-9-]+\/src\/[^\s():]+:\d+:\d+)/;

/**
 * Finds the position of an error in the application's sources.
 *
 * The innermost cause with such a position wins; frames of the host never count.
 *
 * @param thrown an error already mapped to the sources
 * @returns `platform-hello/src/a.ts:3:7`
 */
export function placeOf(thrown: unknown): string | undefined {
  return causesOf(thrown)
    .map((error) => OWN_PLACE.exec(framesOf(error))?.[1])
    .findLast((place) => place !== undefined);
}

/** Drops the message, which may contain a position itself. */
function framesOf(error: unknown): string {
  const stack = stackOf(error);
  const message = reasonOf(error);
  const at = stack.indexOf(message);
  return at === -1 ? stack : stack.slice(at + message.length);
}

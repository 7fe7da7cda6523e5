import { causesOf, reasonOf, stackOf } from '../../kernel/index.ts';

/** A frame of an application's own code in a mapped stack; frames of the host have absolute paths. */
const OWN_PLACE = /(?:^|[\s(])(platform-[a-z0-9-]+\/src\/[^\s():]+:\d+:\d+)/;

/**
 * Where in an application's sources an error comes from: of the innermost cause that shows it, never a line of the host.
 *
 * @param thrown has been mapped to the sources
 * @returns `platform-hello/src/a.ts:3:7`
 */
export function placeOf(thrown: unknown): string | undefined {
  return causesOf(thrown)
    .map((error) => OWN_PLACE.exec(framesOf(error))?.[1])
    .findLast((place) => place !== undefined);
}

/** Without the message, which may name a place itself. */
function framesOf(error: unknown): string {
  const stack = stackOf(error);
  const message = reasonOf(error);
  const at = stack.indexOf(message);
  return at === -1 ? stack : stack.slice(at + message.length);
}

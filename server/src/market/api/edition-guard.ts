import { leadsBelow, PlatformError } from '../../kernel/index.ts';

const hidden = ['/app/console', '/app/version', '/app/package'];

/**
 * Refuses the console's paths on the user edition, in every spelling.
 *
 * Covers repeated percent-encoding, other case, double slashes, backslashes, dot segments and path
 * parameters. (spec: R6, Authentication 9, Errors)
 *
 * @returns EDITION_FORBIDDEN (403), or undefined for any other path
 */
export function refuseConsole(path: string): PlatformError | undefined {
  if (!leadsBelow(path, hidden)) return undefined;
  return new PlatformError({
    code: 'EDITION_FORBIDDEN',
    status: 403,
    message: 'The user edition has no listing console.',
    fix: 'Use the publisher edition to upload, publish and list applications.',
  });
}

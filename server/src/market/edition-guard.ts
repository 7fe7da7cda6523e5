import { PlatformError } from '../kernel/index.ts';

const hidden = ['/app/console', '/app/version', '/app/package'];
const MAX_DECODES = 8;

/**
 * Refuses the console's paths on the user edition, however they are written: percent-encoded any number of times, in
 * other case, with double slashes, backslashes, dot segments or path parameters. (spec: R6, Authentication 9, Errors)
 *
 * @returns `EDITION_FORBIDDEN` (403), or undefined where the path is none of the console's
 */
export function refuseConsole(path: string): PlatformError | undefined {
  const isHidden = readings(path).some((plain) =>
    hidden.some((prefix) => plain === prefix || plain.startsWith(`${prefix}/`)),
  );
  if (!isHidden) return undefined;
  return new PlatformError({
    code: 'EDITION_FORBIDDEN',
    status: 403,
    message: 'The user edition has no listing console.',
    fix: 'Use the publisher edition to upload, publish and list applications.',
  });
}

/** The paths that a lenient reader could take `path` for: `..` leads back, or is a name, as it is to the router. */
function readings(path: string): string[] {
  const decoded = decodeFully(path)
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replaceAll('\\', '/')
    .toLowerCase();
  const named: string[] = [];
  const led: string[] = [];
  for (const segment of decoded.split('/').map((part) => part.replace(/[;?#].*$/s, '').trim())) {
    if (segment === '' || segment === '.') continue;
    named.push(segment);
    if (segment === '..') led.pop();
    else led.push(segment);
  }
  return [`/${named.join('/')}`, `/${led.join('/')}`];
}

function decodeFully(path: string): string {
  let current = path;
  for (let round = 0; round < MAX_DECODES; round += 1) {
    const next = current.replaceAll(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === current) break;
    current = next;
  }
  return current;
}

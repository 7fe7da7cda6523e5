const MAX_DECODES = 8;

/**
 * Whether a path leads to one of the prefixes or below it in any spelling: percent-encoded
 * repeatedly, in another case, with double slashes, backslashes, dot segments or path parameters.
 *
 * @param prefixes in lower case
 */
export function leadsBelow(path: string, prefixes: readonly string[]): boolean {
  return readings(path).some((plain) =>
    prefixes.some((prefix) => plain === prefix || plain.startsWith(`${prefix}/`)),
  );
}

/** The paths that a lenient reader could see: `..` leads back, or is a name as for the router. */
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

/**
 * The address as a path and query: a client may send an absolute one (RFC 9112, 3.2.2), which the
 * router accepts too. Checks of the path must see the same path as the router.
 */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const rest = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(url)?.[1];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A request address as logs may show it: the query of a signed link opens the file. */
export const withoutQuery = (url: string): string => before(url, '?');

/** The path of a request address without its query, percent-decoded once if that is possible. */
export function pathOf(url: string): string {
  const path = before(before(url, '?'), '#');
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function before(text: string, mark: string): string {
  const end = text.indexOf(mark);
  return end === -1 ? text : text.slice(0, end);
}

/** The segment of a path that begins at `start`. */
export function segmentAt(path: string, start: number): string {
  const end = path.indexOf('/', start);
  return path.slice(start, end === -1 ? undefined : end);
}

const SCHEME = 'bearer ';
/** How nearly all clients write it. */
const USUAL_SCHEME = 'Bearer ';

/**
 * The token of `Authorization: Bearer`, possibly empty. The scheme is case-insensitive (RFC 9110,
 * 11.1).
 */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (header.startsWith(USUAL_SCHEME)) return header.slice(USUAL_SCHEME.length).trim();
  const scheme = header.slice(0, SCHEME.length).toLowerCase();
  if (scheme !== SCHEME && scheme !== SCHEME.trimEnd()) return undefined;
  return header.slice(SCHEME.length).trim();
}

type Matcher = (path: string) => boolean;

/** Ant-style patterns: `*` within a segment, `**` across segments. */
export function patternMatcher(patterns: readonly string[]): Matcher {
  const matchers = patterns.map(matcherOf);
  const [only] = matchers;
  return only && matchers.length === 1 ? only : (path) => matchers.some((matches) => matches(path));
}

/** Patterns that are tested for every request, such as `/open/**`, need no regular expression. */
function matcherOf(pattern: string): Matcher {
  const start = pattern.replace(/\*\*$/, '');
  if (!start.includes('*')) {
    return start === pattern ? (path) => path === pattern : (path) => path.startsWith(start);
  }
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  const source = escaped.replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*');
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

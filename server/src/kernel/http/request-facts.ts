/**
 * The address as a path and query: a client may name the whole of it (RFC 9112, 3.2.2), which the router understands too.
 * What looks at paths must not see another one than the router.
 */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const rest = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(url)?.[1];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of a request address without its query, percent-decoded once where that is needed and possible. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The segment of a path that begins at `start`. */
export function segmentAt(path: string, start: number): string {
  const end = path.indexOf('/', start);
  return path.slice(start, end === -1 ? undefined : end);
}

/** The token of `Authorization: Bearer`, empty where none follows; the scheme is of any case (RFC 9110, 11.1). */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || !/^bearer(?: |$)/i.test(header)) return undefined;
  return header.slice('bearer '.length).trim();
}

/** Ant-style patterns: `*` within a segment, `**` across segments. */
export function patternMatcher(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
    return new RegExp(
      `^${escaped.replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*')}$`,
      's',
    );
  });
  return (path) => expressions.some((expression) => expression.test(path));
}

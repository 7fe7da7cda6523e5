import type { IncomingMessage } from 'node:http';

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

export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  const first = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined;
  return first ?? request.socket.remoteAddress ?? '';
}

/** Whether a request came by HTTPS: over such a connection, or by the word of a proxy that is trusted. (design 11.8-14) */
export function cameByHttps(request: IncomingMessage, trustProxy: boolean): boolean {
  if ('encrypted' in request.socket) return true;
  return trustProxy && firstOf(request.headers['x-forwarded-proto'])?.toLowerCase() === 'https';
}

/** Host and port that the client addressed: a trusted proxy says which, else the request itself. (design 16-17) */
export function addressedHost(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? firstOf(request.headers['x-forwarded-host']) : undefined;
  return forwarded ?? request.headers.host;
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.split(',', 1)[0]?.trim() : undefined;
}

/** Ant-style patterns: `*` within a segment, `**` across segments. */
export function patternMatcher(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
    return new RegExp(`^${escaped.replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*')}$`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
}

import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request was sent by a page of this origin, or by the person themselves.
 * `Sec-Fetch-Site` decides if present; otherwise `Origin` has to name the addressed host. Programs
 * other than browsers send neither. (design 16-17)
 *
 * @param host host and port that the client addressed
 */
export function isSameOrigin(headers: IncomingHttpHeaders, host: string | undefined): boolean {
  const { origin } = headers;
  // A page without an origin, such as a sandboxed frame or a local file, sends `null`.
  if (origin === 'null') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || (host !== undefined && names(origin, host));
}

function names(origin: string, host: string): boolean {
  const url = URL.parse(origin);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return URL.parse(`${url.protocol}//${host}`)?.host === url.host;
}

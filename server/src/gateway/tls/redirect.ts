import type { RequestListener } from 'node:http';

/** A host name or address, without its port. */
const HOST = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d+)?$/i;

/**
 * Sends clients of a plain port to the same path over HTTPS (308: method and body stay).
 *
 * @param port of HTTPS, as clients reach it
 */
export function redirectTo(port: number): RequestListener {
  const end = port === 443 ? '' : `:${port}`;
  return (request, response) => {
    const [, host] = HOST.exec(request.headers.host ?? '') ?? [];
    const path = request.url ?? '/';
    // An absolute address, or `*`, has no place behind a host name.
    if (host === undefined || !path.startsWith('/')) {
      response.writeHead(400, { connection: 'close' }).end();
      return;
    }
    response
      .writeHead(308, {
        location: `https://${host}${end}${path}`,
        'cache-control': 'no-store',
        connection: 'close',
      })
      .end();
  };
}

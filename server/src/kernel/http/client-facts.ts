import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { all, compile } from '@fastify/proxy-addr';
import type { PlatformConfig } from '../config/index.ts';

/** Who sent a request, as far as proxies that are trusted say so. */
export interface ClientFacts {
  readonly address: string;
  /** It came by HTTPS. (design 11.8-14) */
  readonly secure: boolean;
  /** Host and port that the client addressed. (design 16-17) */
  readonly host: string | undefined;
}

type Trust = (address: string, hop: number) => boolean;

/**
 * Reads `X-Forwarded-For`, `-Proto` and `-Host` as far as they were written by trusted proxies: what the client wrote itself is
 * believed by nobody.
 *
 * @param setting of `server.trust-proxy`: nobody; the one proxy in front; so many in a row; those of these networks
 */
export function clientReader(
  setting: PlatformConfig['server']['trust-proxy'],
): (request: IncomingMessage) => ClientFacts {
  const trust = trustOf(setting);
  return (request) => {
    const { socket, headers } = request;
    const near = plain(socket.remoteAddress ?? '');
    const direct = { address: near, secure: 'encrypted' in socket, host: headers.host };
    if (!trust?.(near, 0)) return direct;
    const hops = all(request, trust);
    const trusted = hops.length > 1 ? hops.length - 1 : 1;
    const proto = written(headers['x-forwarded-proto'], trusted);
    return {
      address: furthest(hops.map(plain)) ?? near,
      secure: direct.secure || proto?.toLowerCase() === 'https',
      host: written(headers['x-forwarded-host'], trusted) ?? direct.host,
    };
  };
}

function trustOf(setting: PlatformConfig['server']['trust-proxy']): Trust | undefined {
  if (typeof setting === 'object') return setting.length === 0 ? undefined : compile([...setting]);
  const hops = Number(setting);
  return hops === 0 ? undefined : (_address, hop) => hop < hops;
}

/** The furthest address that is one: a proxy may write `unknown`. */
function furthest(hops: readonly string[]): string | undefined {
  return hops.findLast((address) => isIP(address) !== 0);
}

/** Without a port, and without the form that IPv4 has on a socket for both. */
function plain(address: string): string {
  const [, six, four] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? [];
  return (six ?? four ?? address).replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What the furthest of so many trusted proxies wrote: each adds its value behind the others, or replaces them. */
function written(header: string | string[] | undefined, proxies: number): string | undefined {
  if (typeof header !== 'string') return undefined;
  const values = header.split(',').map((value) => value.trim());
  return values.at(-Math.min(proxies, values.length)) || undefined;
}

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { all, compile } from '@fastify/proxy-addr';
import type { PlatformConfig } from '../config/index.ts';

/** The sender of a request, as reported by trusted proxies. */
export interface ClientFacts {
  readonly address: string;
  /** Whether the client used HTTPS. (design 11.8-14) */
  readonly secure: boolean;
  /** Host and port that the client addressed. (design 16-17) */
  readonly host: string | undefined;
}

type Trust = (address: string, hop: number) => boolean;

/**
 * Reads the parts of `X-Forwarded-For`, `-Proto` and `-Host` that trusted proxies wrote. Parts that
 * the client wrote are ignored.
 *
 * @param setting `server.trust-proxy`: a flag for one proxy, a number of hops, or their networks
 */
export function clientReader(
  setting: PlatformConfig['server']['trust-proxy'],
): (request: IncomingMessage) => ClientFacts {
  const trust = trustOf(setting);
  return (request) => {
    const { socket, headers } = request;
    const near = unmapped(socket.remoteAddress ?? '');
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

/** The furthest valid address: a proxy may write `unknown`. */
function furthest(hops: readonly string[]): string | undefined {
  return hops.findLast((address) => isIP(address) !== 0);
}

/** Removes the port that a proxy may write. */
function plain(address: string): string {
  const [, six, four] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? [];
  return unmapped(six ?? four ?? address);
}

/** An IPv4 address as such, not in the form that a socket for both versions gives it. */
function unmapped(address: string): string {
  return address.startsWith('::') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address;
}

/** The value of the furthest trusted proxy: each proxy appends its own, or replaces the others. */
function written(header: string | string[] | undefined, proxies: number): string | undefined {
  if (typeof header !== 'string') return undefined;
  const values = header.split(',').map((value) => value.trim());
  return values.at(-Math.min(proxies, values.length)) || undefined;
}

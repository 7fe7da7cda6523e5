import { isIPv6 } from 'node:net';
import type { Field, Fields } from './fields.ts';

/** The place of a server. */
export interface Address {
  readonly host: string;
  /** Undefined where the address names none. */
  readonly port: number | undefined;
  /** The field that gave it. */
  readonly from: string;
}

/**
 * Reads `host`, `host:port`, `[::1]:port` or a bare IPv6 address.
 *
 * @returns undefined where it is none of them, which is noted as a problem
 */
export function addressOf(field: Field, fields: Fields): Address | undefined {
  const { name, value } = field;
  if (isIPv6(value)) return { host: value, port: undefined, from: name };
  const match = /^(?:\[([^\]]+)\]|([^\s:/@[\]]+))(?::(.*))?$/.exec(value);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || (match?.[1] !== undefined && !isIPv6(host))) {
    fields.problems.push(`${name} is not of the form host or host:port.`);
    return undefined;
  }
  if (match?.[3] === undefined) return { host, port: undefined, from: name };
  const port = fields.portOf({ name, value: match[3] });
  return port === undefined ? undefined : { host, port, from: name };
}

/** `host:port`, with brackets around IPv6. */
export const hostAndPort = (host: string, port: number | string): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`;

const REDIS_PORT = 6379;

/** A cache server: what is known of its `redis:` URL, decoded. */
export interface CacheAddress {
  readonly host: string;
  readonly port?: number | undefined;
  readonly scheme?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Path and query of the URL: number of the database, options such as `?family=6`. */
  readonly database?: string | undefined;
  /** The field that gave it. */
  readonly from: string;
}

/**
 * Reads `host`, `host:port` or `redis[s]://user:password@host:port/database`.
 *
 * @returns undefined where it is none of them, which is noted as a problem
 */
export function cacheAddressOf(field: Field, fields: Fields): CacheAddress | undefined {
  if (!field.value.includes('://')) return addressOf(field, fields);
  const parts = URL.parse(field.value);
  const login = parts && decodedLogin(parts);
  // A password with a # that is not encoded leaves its rest behind.
  if (!login || !/^rediss?:$/.test(parts.protocol) || parts.hostname === '' || parts.hash !== '') {
    fields.problems.push(
      `${field.name} is not of the form host:port or redis://user:password@host:port/0, with user and password percent-encoded.`,
    );
    return undefined;
  }
  return {
    ...login,
    scheme: parts.protocol.slice(0, -1),
    host: parts.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(parts.port || REDIS_PORT),
    database: (parts.pathname.slice(1) || '0') + parts.search,
    from: field.name,
  };
}

/** Whether two addresses agree in all that both say. */
export function sameCache(one: CacheAddress, other: CacheAddress): boolean {
  const both = [
    [one.host, other.host],
    [one.port ?? REDIS_PORT, other.port ?? REDIS_PORT],
    [one.scheme, other.scheme],
    [one.user, other.user],
    [one.password, other.password],
    [one.database, other.database],
  ];
  return both.every(([mine, its]) => mine === undefined || its === undefined || mine === its);
}

/** The URL as the host reads it. */
export function cacheUrl({
  scheme = 'redis',
  user = '',
  password = '',
  host,
  port = REDIS_PORT,
  database = '0',
}: CacheAddress): string {
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`;
  const login = user + secret === '' ? '' : `${encodeURIComponent(user)}${secret}@`;
  return `${scheme}://${login}${hostAndPort(host, port)}/${database}`;
}

function decodedLogin({ username, password }: URL): Pick<CacheAddress, 'user' | 'password'> | undefined {
  try {
    return {
      user: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
    };
  } catch {
    return undefined;
  }
}

/** An address without user and password, for the log. */
export function withoutLogin(address: string): string {
  const parts = URL.parse(address);
  if (!parts?.host) return 'an address that cannot be read';
  parts.username = '';
  parts.password = '';
  parts.search = '';
  return parts.href.replace(/\/$/, '');
}

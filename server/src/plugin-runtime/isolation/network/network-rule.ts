import type { Permissions } from '@platform/package-format';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { permissionMissing } from '../permission-error.ts';
import { Turns } from '../turns.ts';
import type { AnyFunction } from '../any-function.ts';

/** The process looks two names up at a time, and a server of names that is away takes seconds. */
const LOOKUPS_AT_ONCE = 1;

/** The hosts that an application may reach. (design 9.4-19, 9.7-41) */
export class NetworkRule {
  /** Turns of its lookups by the system. */
  readonly lookups = new Turns(LOOKUPS_AT_ONCE);
  /** Looks up the names of its connections. */
  readonly lookup = this.lookups.callback('lookup', lookup as unknown as AnyFunction) as LookupFunction;
  readonly #appCode: string;
  readonly #hosts: readonly string[] | undefined;
  readonly #granted: boolean;

  constructor(appCode: string, granted: Permissions['network']) {
    this.#appCode = appCode;
    this.#granted = granted !== undefined;
    this.#hosts = granted === true ? undefined : (granted ?? []).map((host) => host.toLowerCase());
  }

  get granted(): boolean {
    return this.#granted;
  }

  /** @throws PLUGIN_PERMISSION_MISSING */
  check(host: string, port?: number | string): void {
    if (!this.#allows(host, port)) {
      throw permissionMissing(this.#appCode, `reach ${host}${port ? `:${port}` : ''}`, 'network');
    }
  }

  /**
   * Checks access without a host name, such as a port to listen on or a Unix socket.
   *
   * @throws PLUGIN_PERMISSION_MISSING
   */
  checkUnlimited(what: string): void {
    if (!this.#granted || this.#hosts) throw permissionMissing(this.#appCode, what, 'network');
  }

  #allows(host: string, port: number | string | undefined): boolean {
    if (!this.#granted) return false;
    if (!this.#hosts) return true;
    const name = host
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '');
    return this.#hosts.some((allowed) => matches(allowed, name, port));
  }
}

/**
 * `*.example.com` matches every name below, not `example.com`; without a port, any port matches.
 */
function matches(allowed: string, host: string, port: number | string | undefined): boolean {
  const [, pattern = '', allowedPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(allowed) ?? [];
  if (allowedPort !== undefined && port !== undefined && allowedPort !== String(port)) return false;
  const name = pattern.replace(/^\[|\]$/g, '');
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
}

import type { PlatformNode } from '@platform/host-api';
import { isHostOf, type Database } from '../data/index.ts';
import type { Logger, PlatformConfig } from '../kernel/index.ts';

const CONNECTION_LIMIT = {
  mysql: 'select @@max_connections as most',
  postgres: "select current_setting('max_connections')::int as most",
} as const;

const FIX = 'Set cache.type to redis and cache.url to one Redis, on all hosts.';

const shortName = ({ machine, address }: PlatformNode): string => address || machine;

interface NeighbourParts {
  readonly database: Database;
  readonly config: Pick<PlatformConfig, 'cache'>;
  readonly logger: Logger;
  /** Data directory of this host, which its workers share. */
  readonly machineId: string;
}

/** Warns of what several hosts on one database need and do not have. (design 10.2, 16-16) */
export class Neighbours {
  readonly #parts: NeighbourParts;
  readonly #warned = new Set<string>();

  constructor(parts: NeighbourParts) {
    this.#parts = parts;
  }

  async look(nodes: readonly PlatformNode[]): Promise<void> {
    const live = nodes.filter(({ state }) => state !== 'gone');
    const self = live.find((node) => node.self);
    if (self !== undefined) this.#compareWorkers(self, live);
    // The row of a former process of this directory stays for a while after a kill.
    const others = live.filter(({ hostId }) => hostId !== self?.hostId);
    if (others.length === 0) return;
    if (this.#parts.config.cache.type === 'memory') {
      this.#warn('Other hosts share this database, and this one does not receive their changes at once', {
        hosts: others.map(shortName),
        fix: FIX,
      });
    }
    // Those tell nobody of their changes, and learn of none.
    const alone = others.filter(({ cacheId }) => cacheId === '');
    if (this.#parts.config.cache.type === 'redis' && alone.length > 0) {
      this.#warn('Other hosts share this database, and have their cache in memory instead of on Redis', {
        hosts: alone.map(shortName),
        fix: FIX,
      });
    }
    await this.#compareConnections(live);
  }

  /**
   * A replacement after the configuration changed mixes them for a moment, and for longer where
   * only one worker has ended. (docs/decisions/0160)
   */
  #compareWorkers({ cacheId }: PlatformNode, live: readonly PlatformNode[]): void {
    const apart = live.filter(
      ({ self, hostId, state, cacheId: other }) =>
        !self &&
        state === 'live' &&
        isHostOf(this.#parts.machineId, hostId) &&
        other !== null &&
        cacheId !== null &&
        other !== cacheId,
    );
    if (apart.length === 0) return;
    this.#warn(
      'Other workers of this host use another Redis: until they are replaced, changes and locks are missed',
      {
        pids: apart.map(({ pid }) => pid),
        fix: 'Wait for the replacement to end. If none runs, send SIGHUP to the host.',
      },
    );
  }

  async #compareConnections(live: readonly PlatformNode[]): Promise<void> {
    const { database } = this.#parts;
    if (database.dialect === 'sqlite') return;
    const { rows } = await database.raw<{ most: number | string }>(CONNECTION_LIMIT[database.dialect]);
    const most = Number(rows[0]?.most ?? Infinity);
    const wanted = live.reduce((sum, { poolSize }) => sum + poolSize, 0);
    if (wanted <= most) return;
    this.#warn('All hosts together may open more connections than the database server allows', {
      wanted,
      most,
      hosts: live.map((node) => `${shortName(node)}: ${node.poolSize}`),
      fix: 'Lower database.pool-size, or raise max_connections of the server.',
    });
  }

  #warn(text: string, fields: Readonly<Record<string, unknown>>): void {
    if (this.#warned.has(text)) return;
    this.#warned.add(text);
    this.#parts.logger.warn(text, fields);
  }
}

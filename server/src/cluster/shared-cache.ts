import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformNode } from '@platform/host-api';
import type { CacheIdentity } from '../infra/index.ts';
import { PlatformError } from '../kernel/index.ts';
import { livingElsewhere, nodeName } from './other-nodes.ts';

/** Time in which hosts agree anew on the identity of a Redis that was emptied, in milliseconds. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 100;

interface SharedCacheParts {
  readonly nodes: { rows(): Promise<readonly PlatformNode[]> };
  /** That of this host. */
  readonly cache: CacheIdentity;
  /** Data directory of this host: workers that share it are replaced one after the other. */
  readonly machineId: string;
  readonly patienceMs?: number;
}

/**
 * Refuses a host whose Redis is not that of the living hosts: its messages would reach nobody, and
 * a lock would be held twice. (design 10.2)
 *
 * Hosts that do not reach their Redis now, that have none, and those of earlier versions prove
 * nothing.
 *
 * @throws CACHE_NOT_SHARED naming the hosts
 */
export async function assertSharedCache(parts: SharedCacheParts): Promise<void> {
  const { patienceMs = PATIENCE_MS } = parts;
  const until = performance.now() + patienceMs;
  for (;;) {
    const apart = await hostsApart(parts);
    if (apart.length === 0) return;
    if (performance.now() > until) throw notShared(apart);
    await sleep(PAUSE_MS);
  }
}

async function hostsApart({ nodes, cache, machineId }: SharedCacheParts): Promise<PlatformNode[]> {
  const rows = await nodes.rows();
  // After the question: what the others have written is what they knew before.
  const { id } = cache;
  if (!id) return [];
  return livingElsewhere(rows, machineId).filter(({ cacheId }) => Boolean(cacheId) && cacheId !== id);
}

const notShared = (nodes: readonly PlatformNode[]): PlatformError => {
  const hosts = nodes.map(nodeName);
  return new PlatformError({
    code: 'CACHE_NOT_SHARED',
    message: `The Redis of this host is not the one of ${hosts.join(', ')}, so neither would hear of changes or locks of the other.`,
    fix: 'Set cache.url, with its database number, and cache.key-prefix alike on all hosts. To move to another Redis, stop all hosts first.',
    details: { hosts },
  });
};

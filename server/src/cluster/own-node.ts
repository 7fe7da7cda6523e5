import { hostname } from 'node:os';
import { loadPublicKey } from '@platform/package-format';
import { HOST_ID, HOST_RELEASE, NODE_ID, PROCESS_ORIGIN, THIS_RELEASE } from '../data/index.ts';
import { CACHE_IDENTITY } from '../infra/index.ts';
import { GATEWAY, serviceUrlOf } from '../gateway/index.ts';
import type { ModuleContext, PlatformConfig } from '../kernel/index.ts';
import type { OwnNode } from './node-registry.ts';

/** This process as the other hosts see it. */
export function ownNode(ctx: ModuleContext): OwnNode {
  const { config } = ctx;
  const { group, scope } = ctx.use(PROCESS_ORIGIN);
  const cache = ctx.use(CACHE_IDENTITY);
  const { version, desiredFormat } = ctx.services.find(HOST_RELEASE) ?? THIS_RELEASE;
  return {
    nodeId: ctx.use(NODE_ID),
    facts: {
      host_id: ctx.use(HOST_ID),
      machine: hostname(),
      pid: process.pid,
      host_version: version,
      desired_format: desiredFormat,
      pool_size: config.database.type === 'sqlite' ? 0 : config.database['pool-size'],
      process_group: group,
      process_scope: scope,
      trusted_key_ids: JSON.stringify(trustedKeyIds(config['app-market'].security)),
    },
    address: () => {
      const gateway = ctx.services.find(GATEWAY);
      return gateway ? serviceUrlOf(config, gateway.api.port) : '';
    },
    cacheId: () => cache.id,
  };
}

/** A key that cannot be read ends the start elsewhere, with its reason. */
function trustedKeyIds(security: PlatformConfig['app-market']['security']): string[] {
  const ids = security['public-key'].flatMap((pem) => {
    try {
      return [loadPublicKey(pem).keyId];
    } catch {
      return [];
    }
  });
  return ids.filter((id) => !security['revoked-keys'].includes(id)).sort();
}

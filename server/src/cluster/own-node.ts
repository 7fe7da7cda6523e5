import { hostname } from 'node:os';
import { loadPublicKey } from '@platform/package-format';
import { HOST_ID, NODE_ID } from '../data/index.ts';
import { GATEWAY, serviceUrlOf } from '../gateway/index.ts';
import { PLATFORM_VERSION, type ModuleContext, type PlatformConfig } from '../kernel/index.ts';
import type { OwnNode } from './node-registry.ts';

/** Format of `app_desired` that this version reads and writes. (design 10.7-17) */
const DESIRED_FORMAT = 1;

/** This process as the other hosts see it. */
export function ownNode(ctx: ModuleContext): OwnNode {
  const { config } = ctx;
  return {
    nodeId: ctx.use(NODE_ID),
    facts: {
      host_id: ctx.use(HOST_ID),
      machine: hostname(),
      pid: process.pid,
      host_version: PLATFORM_VERSION,
      desired_format: DESIRED_FORMAT,
      pool_size: config.database.type === 'sqlite' ? 0 : config.database['pool-size'],
      trusted_key_ids: JSON.stringify(trustedKeyIds(config['app-market'].security)),
    },
    address: () => {
      const gateway = ctx.services.find(GATEWAY);
      return gateway ? serviceUrlOf(config, gateway.api.port) : '';
    },
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

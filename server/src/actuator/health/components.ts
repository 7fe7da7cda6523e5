import { resolve } from 'node:path';
import { NODE_REGISTRY } from '../../cluster/index.ts';
import { assertMigrated, DATABASE, HOST_RELEASE, THIS_RELEASE } from '../../data/index.ts';
import { CACHE } from '../../infra/index.ts';
import { codeOf, type ModuleContext } from '../../kernel/index.ts';
import { MESSAGING } from '../../messaging/index.ts';
import { PLUGIN_RUNTIME, type Quarantined } from '../../plugin-runtime/index.ts';
import { centerKind } from '../../scheduler/index.ts';
import { STORED_OBJECTS } from '../../system/index.ts';
import { diskSpace } from '../disk-space.ts';
import { up, type Health, type Probe } from './health.ts';

const DATABASES = { sqlite: 'SQLite', mysql: 'MySQL', postgres: 'PostgreSQL' } as const;

/**
 * The parts of the platform by the name of their component. `diskSpace`, `redis` and `rabbit` are
 * the names that tools for Spring Boot know. (design 11.2, 11.8-8)
 */
export function componentsOf(ctx: ModuleContext): ReadonlyMap<string, Probe> {
  const cache = cacheProbe(ctx);
  const broker = brokerProbe(ctx);
  const disk = diskProbe(ctx);
  const { type } = ctx.config.cache;
  return new Map<string, Probe>([
    ['db', databaseProbe(ctx)],
    ['cache', cache],
    ...(type === 'redis' ? ([['redis', cache]] as const) : []),
    ['broker', broker],
    ...(ctx.use(MESSAGING).status.kind === 'rabbitmq' ? ([['rabbit', broker]] as const) : []),
    ['storage', storageProbe(ctx)],
    ['disk', disk],
    ['diskSpace', disk],
    ['applications', applicationsProbe(ctx)],
    ['scheduler', schedulerProbe(ctx)],
    ['nodes', nodesProbe(ctx)],
    ['ping', () => up()],
  ]);
}

/** Runs a probe and adds how long it took. */
async function timed(work: () => Promise<void>, details: Readonly<Record<string, unknown>>): Promise<Health> {
  const startedAt = performance.now();
  await work();
  return up({ ...details, roundTripMs: Math.round((performance.now() - startedAt) * 10) / 10 });
}

function databaseProbe(ctx: ModuleContext): Probe {
  const database = ctx.use(DATABASE);
  const { migrations } = ctx.services.find(HOST_RELEASE) ?? THIS_RELEASE;
  const look = async (): Promise<void> => {
    await database.ping();
    await assertMigrated(database, migrations);
  };
  return () => timed(look, { database: DATABASES[database.dialect] });
}

function cacheProbe(ctx: ModuleContext): Probe {
  const cache = ctx.use(CACHE);
  return () => timed(() => cache.ping(), { type: ctx.config.cache.type });
}

function brokerProbe(ctx: ModuleContext): Probe {
  const messaging = ctx.use(MESSAGING);
  return () => {
    const { kind, available, reason } = messaging.status;
    if (kind === 'none') return { status: 'UNKNOWN', details: { kind } };
    return { status: available ? 'UP' : 'DOWN', details: { kind, ...(reason ? { error: reason } : {}) } };
  };
}

function storageProbe(ctx: ModuleContext): Probe {
  const objects = ctx.use(STORED_OBJECTS);
  return async () => {
    try {
      return up({ storage: await objects.check() });
    } catch (error) {
      if (codeOf(error) !== 'STORAGE_DISABLED') throw error;
      return { status: 'UNKNOWN', details: { reason: 'no file storage is enabled' } };
    }
  };
}

function diskProbe(ctx: ModuleContext): Probe {
  const path = resolve(ctx.config.platform['data-dir']);
  const threshold = ctx.config.management['disk-threshold-bytes'];
  return async () => {
    const { total, free } = await diskSpace(path);
    const details = { total, free, threshold, path, exists: true };
    return { status: free < threshold ? 'DOWN' : 'UP', details };
  };
}

function applicationsProbe(ctx: ModuleContext): Probe {
  const runtime = ctx.use(PLUGIN_RUNTIME);
  return () => {
    const all = runtime.describe();
    const details = Object.fromEntries(
      all.map(({ appCode, state, version, failure, degraded, quarantine }) => [
        appCode,
        {
          state,
          ...(version === undefined ? {} : { version }),
          ...(failure ? { failure: `${failure.code}: ${failure.message}` } : {}),
          ...(quarantine ? { quarantine: quarantineOf(quarantine) } : {}),
          ...(degraded ? { faults: degraded.faults, lastFault: degraded.lastMessage } : {}),
        },
      ]),
    );
    return { status: all.some(({ state }) => state !== 'loaded') ? 'DOWN' : 'UP', details };
  };
}

const quarantineOf = ({ version, since, incident }: Quarantined) => ({
  version,
  since,
  kind: incident.kind,
  ...(incident.place === undefined ? {} : { place: incident.place }),
});

function schedulerProbe(ctx: ModuleContext): Probe {
  const { enabled, center } = ctx.config.scheduler;
  const kind = centerKind(center.address);
  return () => ({
    status: kind === 'disabled' ? 'UNKNOWN' : 'UP',
    details: { center: kind, runsHere: enabled && kind !== 'disabled' },
  });
}

function nodesProbe(ctx: ModuleContext): Probe {
  const nodes = ctx.use(NODE_REGISTRY);
  return async () => {
    const live = (await nodes.list()).filter(({ state }) => state !== 'gone');
    return up({ self: nodes.nodeId, live: live.map(({ nodeId }) => nodeId) });
  };
}

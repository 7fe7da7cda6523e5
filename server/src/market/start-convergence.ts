import { resolve } from 'node:path';
import { NODE_REGISTRY } from '../cluster/index.ts';
import { DATABASE_CLOCK, FileLock } from '../data/index.ts';
import { anew, CLUSTER_BUS } from '../infra/index.ts';
import { aloneWorker, THIS_WORKER, type ModuleContext } from '../kernel/index.ts';
import type { MarketParts } from './compose-parts.ts';
import { Convergence } from './convergence/convergence.ts';
import { HostReports } from './convergence/host-reports.ts';
import { LocalApplications } from './convergence/local-applications.ts';
import { ObservedStore } from './convergence/observed-store.ts';
import type { Journal } from './operations/journal.ts';
import { APPS_TOPIC } from './runtime/runtime-events.ts';
import type { TaskRunner } from './tasks/task-runner.ts';

/** Waiting for another worker of this machine that places an application, in milliseconds. */
const PLACING_MS = 60_000;

/**
 * Lets this host follow what others install, and places what it misses before it loads anything.
 *
 * With an embedded database there is one host: it says that it is current, and looks at nothing.
 *
 * @returns what tells an operation how the other hosts follow
 */
export async function startConvergence(
  ctx: ModuleContext,
  parts: MarketParts,
  runner: Pick<TaskRunner<Journal>, 'whileIdle'>,
): Promise<HostReports> {
  const { database, desired, desiredCommits, events, placement, registry } = parts;
  await desiredCommits.seed(registry);
  const isAlone = ctx.config.database.type === 'sqlite';
  const nodes = ctx.use(NODE_REGISTRY);
  const observed = new ObservedStore(database, nodes.nodeId);
  const convergence = isAlone ? undefined : convergenceOf(ctx, parts, runner, observed);
  const follow = async (): Promise<void> => {
    await registry.reload();
    await convergence?.look();
  };
  const bus = ctx.use(CLUSTER_BUS);
  ctx.onDispose(bus.subscribe(APPS_TOPIC, anew(follow)));
  ctx.onDispose(events.follow(follow));
  if (!convergence) {
    const settled = (appCode: string, generation: number): Promise<void> => {
      const version = placement.record(appCode)?.version ?? null;
      return observed.report(appCode, { version, generation, failure: null });
    };
    ctx.onReady(() =>
      database.transaction(async () => {
        for (const { appCode, generation } of await desired.all()) await settled(appCode, generation);
      }),
    );
    return new HostReports({ nodes: undefined, desired, observed, settled, timeoutMs: 0 });
  }
  const { 'prepare-timeout-ms': timeoutMs, 'sweep-interval-ms': intervalMs } =
    ctx.config['app-market'].cluster;
  ctx.onDispose(() => convergence.close());
  await convergence.prepare(timeoutMs);
  ctx.onReady(async () => {
    await convergence.start(intervalMs);
    await observed.converged(ctx.use(DATABASE_CLOCK).timestamp);
  });
  const settled = (appCode: string, generation: number): Promise<void> =>
    convergence.settled(appCode, generation);
  return new HostReports({ nodes, desired, observed, settled, timeoutMs });
}

function convergenceOf(
  ctx: ModuleContext,
  parts: MarketParts,
  runner: Pick<TaskRunner<Journal>, 'whileIdle'>,
  observed: ObservedStore,
): Convergence {
  const { backends, desired, inspector, placement, registry, source, tempDir, versions } = parts;
  const { living } = ctx.services.find(THIS_WORKER) ?? aloneWorker();
  // Not the lock of the machine, which placing takes for `active-plugins.txt`; and none on Redis.
  const lockFile = resolve(ctx.config.platform['data-dir'], 'placing.lock');
  const lock = new FileLock(lockFile, living, PLACING_MS);
  return new Convergence({
    desired,
    observed,
    applications: new LocalApplications({
      source,
      verifier: { inspector, registry },
      versions,
      placement,
      backends,
      tempDir,
      exclusively: (work) => lock.exclusively(work),
    }),
    whileIdle: (appCode, work) => runner.whileIdle(appCode, work),
    changed: () => registry.reload(),
    logger: ctx.logger,
    elapsed: () => performance.now(),
  });
}

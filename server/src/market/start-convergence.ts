import { resolve } from 'node:path';
import { NODE_REGISTRY } from '../cluster/index.ts';
import { FileLock, MACHINE_ID } from '../data/index.ts';
import { CLUSTER_BUS, refreshing } from '../infra/index.ts';
import { aloneWorker, systemTimers, THIS_WORKER, type ModuleContext } from '../kernel/index.ts';
import type { MarketParts } from './compose-parts.ts';
import { Convergence } from './convergence/convergence.ts';
import { HostPhases } from './convergence/host-phases.ts';
import { HostReports } from './convergence/host-reports.ts';
import { LocalApplications } from './convergence/local-applications.ts';
import { LocalFiles } from './convergence/local-files.ts';
import { ObservedStore } from './convergence/observed-store.ts';
import { Preparations } from './convergence/preparations.ts';
import { assertTrustedLikeOthers } from './convergence/trusted-by-others.ts';
import { versionNotFound } from './operations/version-errors.ts';
import type { Journal } from './operations/journal.ts';
import { PHASES_TOPIC } from './records/phase-store.ts';
import { APPS_TOPIC } from './runtime/runtime-events.ts';
import type { TaskRunner } from './tasks/task-runner.ts';

/** Waiting for another worker of this machine that places an application, in milliseconds. */
const PLACING_MS = 60_000;

/** Dependencies of this host's operations on the others. */
export interface FollowingHosts {
  /** Reports of the others after an operation. */
  readonly reports: HostReports;
  /** Lets the others prepare before any switches. */
  readonly phases: HostPhases;
  /** Gives up what this host has prepared of an application for another one. */
  release(appCode: string): Promise<void>;
}

type Runner = Pick<TaskRunner<Journal>, 'whileIdle' | 'isBusy'>;

/**
 * Lets this host follow what others install, and places what it misses before it loads anything.
 *
 * With an embedded database there is one host: it says that it is current, and looks at nothing.
 *
 * @returns what tells an operation how the other hosts follow
 * @throws TRUSTED_KEYS_DIFFER
 */
export async function startConvergence(
  ctx: ModuleContext,
  parts: MarketParts,
  runner: Runner,
): Promise<FollowingHosts> {
  const { desired, desiredCommits, phases, registry } = parts;
  await desiredCommits.seed(registry);
  const nodes = ctx.use(NODE_REGISTRY);
  const { nodeId } = nodes;
  const observed = new ObservedStore(parts.database, nodeId);
  const machineId = ctx.use(MACHINE_ID);
  if (ctx.config.database.type === 'sqlite') {
    const settled = followNobody(ctx, parts, observed);
    return {
      reports: new HostReports({
        nodes: undefined,
        desired,
        observed,
        settled,
        timeoutMs: 0,
        timers: systemTimers,
      }),
      phases: new HostPhases({
        nodeId,
        machineId,
        nodes: undefined,
        phases,
        timeoutMs: 0,
        timers: systemTimers,
      }),
      release: () => Promise.resolve(),
    };
  }
  const { 'prepare-timeout-ms': timeoutMs, 'sweep-interval-ms': intervalMs } =
    ctx.config['app-market'].cluster;
  const { inspector, versions } = parts;
  if (inspector.mode === 'enforce') await assertTrustedLikeOthers({ nodes, desired, versions, machineId });
  const { convergence, preparations, files, listen } = follow(ctx, parts, runner, observed);
  // Versions prepared by another worker of this machine may be in use.
  if (!isShared(ctx)) await files.recover();
  await convergence.prepare(timeoutMs);
  ctx.onReady(async () => {
    // Not before: applications are loaded one after the other, once all modules are there.
    listen();
    await convergence.start(intervalMs);
    await nodes.converged();
    ctx.onDispose(nodes.onReturn(() => void convergence.recheck()));
    await preparations.start(intervalMs);
  });
  const settled = (appCode: string): Promise<void> => convergence.settled(appCode);
  return {
    reports: new HostReports({ nodes, desired, observed, settled, timeoutMs, timers: systemTimers }),
    phases: new HostPhases({ nodeId, machineId, nodes, phases, timeoutMs, timers: systemTimers }),
    release: async (appCode) => {
      await preparations.take(appCode, null);
      // Another worker of this machine would take back later what is staged next.
      await files.exclusively(appCode, () => files.takeBack(appCode, { migrated: true }));
    },
  };
}

const isShared = (ctx: ModuleContext): boolean =>
  (ctx.services.find(THIS_WORKER) ?? aloneWorker()).living().size > 1;

/** @returns says that this host has what was committed last */
function followNobody(
  ctx: ModuleContext,
  { database, desired, events, placement, registry }: MarketParts,
  observed: ObservedStore,
): (appCode: string) => Promise<void> {
  const reread = (): Promise<void> => registry.reload();
  ctx.onDispose(ctx.use(CLUSTER_BUS).subscribe(APPS_TOPIC, refreshing(reread)));
  ctx.onDispose(events.follow(reread));
  const settled = async (appCode: string): Promise<void> => {
    const version = placement.record(appCode)?.version ?? null;
    const generation = await desired.generation(appCode);
    await observed.report(appCode, { version, generation, failure: null });
  };
  ctx.onReady(() =>
    database.transaction(async () => {
      for (const { appCode } of await desired.all()) await settled(appCode);
    }),
  );
  return settled;
}

/**
 * Follows the commits of other hosts, and prepares what their operations ask for.
 *
 * @returns `listen` begins to follow what others tell of
 */
function follow(
  ctx: ModuleContext,
  parts: MarketParts,
  runner: Runner,
  observed: ObservedStore,
): { convergence: Convergence; preparations: Preparations; files: LocalFiles; listen: () => void } {
  const { backends, database, desired, events, phases, registry } = parts;
  const { logger } = ctx;
  const nodes = ctx.use(NODE_REGISTRY);
  const machineId = ctx.use(MACHINE_ID);
  const files = localFiles(ctx, parts);
  const convergence = new Convergence({
    desired,
    observed,
    applications: new LocalApplications({
      files,
      backends,
      take: (appCode, version) => preparations.take(appCode, version),
    }),
    whileIdle: (appCode, work) => runner.whileIdle(appCode, work),
    changed: () => registry.reload(),
    logger,
    timers: systemTimers,
  });
  const preparations = new Preparations({
    nodeId: nodes.nodeId,
    phases,
    files,
    backends,
    isBusy: (appCode) => runner.isBusy(appCode),
    sharesFiles: (phase) => phase.machineId === machineId,
    living: (nodeIds) => nodes.living(nodeIds),
    converge: () => convergence.look(),
    rereadTables: () => database.rereadTables(),
    logger,
    timers: systemTimers,
  });
  const recheck = async (): Promise<void> => {
    await registry.reload();
    await convergence.look();
  };
  const bus = ctx.use(CLUSTER_BUS);
  ctx.onDispose(() => convergence.close());
  ctx.onDispose(() => preparations.close());
  ctx.onDispose(
    bus.subscribe(
      PHASES_TOPIC,
      refreshing(() => preparations.look()),
    ),
  );
  const listen = (): void => {
    ctx.onDispose(bus.subscribe(APPS_TOPIC, refreshing(recheck)));
    ctx.onDispose(events.follow(recheck));
  };
  return { convergence, preparations, files, listen };
}

function localFiles(ctx: ModuleContext, parts: MarketParts): LocalFiles {
  const { inspector, placement, preparedPlans: plans, registry, source, tempDir, versions } = parts;
  const { living } = ctx.services.find(THIS_WORKER) ?? aloneWorker();
  // Not the lock of the machine, which placing takes for `active-plugins.txt`; and none on Redis.
  const lockFile = resolve(ctx.config.platform['data-dir'], 'placing.lock');
  const lock = new FileLock(lockFile, living, PLACING_MS);
  const verifier = { inspector, registry };
  return new LocalFiles({
    ...{ source, verifier, placement, plans, tempDir },
    saved: async (appCode, version) => {
      const saved = await versions.find(appCode, version);
      if (!saved) throw versionNotFound(appCode, version);
      return saved;
    },
    exclusively: (_appCode, work) => lock.exclusively(work),
  });
}

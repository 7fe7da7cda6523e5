import { arch, release, type } from 'node:os';
import { HOST_ID } from '../data/index.ts';
import { PLATFORM_VERSION, type ModuleContext } from '../kernel/index.ts';
import { PLUGIN_RUNTIME } from '../plugin-runtime/index.ts';
import { startTime, type MachineWorkers } from './workers.ts';

/** Identity of this host, and the time of its start. @param workers of its machine */
export async function infoOf(ctx: ModuleContext, workers: MachineWorkers) {
  const { name, edition, development } = ctx.config.platform;
  const applications = ctx
    .use(PLUGIN_RUNTIME)
    .describe()
    .flatMap(({ appCode, version }) => (version === undefined ? [] : [[appCode, version] as const]));
  return {
    build: { name, artifact: 'platform-server', version: PLATFORM_VERSION },
    platform: { edition, host: ctx.use(HOST_ID), development },
    process: {
      pid: process.pid,
      startTime: startTime(),
      uptimeSeconds: Math.floor(process.uptime()),
    },
    workers: await workers.list(),
    node: { version: process.versions.node, v8: process.versions.v8 },
    os: { name: type(), version: release(), arch: arch() },
    applications: Object.fromEntries(applications),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { actuatorModule, STOPPING } from './actuator/index.ts';
import { clusterModule } from './cluster/index.ts';
import { dataModule } from './data/index.ts';
import { doctorModule } from './doctor/index.ts';
import { GATEWAY, gatewayModule, type Gateway } from './gateway/index.ts';
import { incidentsModule } from './incidents/index.ts';
import { infraModule, telemetryModule } from './infra/index.ts';
import {
  httpModule,
  LOGGER,
  ServiceRegistry,
  startModules,
  type Logger,
  type PlatformConfig,
} from './kernel/index.ts';
import { messagingModule } from './messaging/index.ts';
import { monitorModule } from './monitor/index.ts';
import { marketModule } from './market/index.ts';
import { pluginDevelopmentModule, pluginRuntimeModule } from './plugin-runtime/index.ts';
import { schedulerModule } from './scheduler/index.ts';
import { systemModule } from './system/index.ts';

const modules = [
  telemetryModule,
  httpModule,
  dataModule,
  infraModule,
  clusterModule,
  messagingModule,
  systemModule,
  pluginRuntimeModule,
  incidentsModule,
  pluginDevelopmentModule,
  marketModule,
  schedulerModule,
  gatewayModule,
  doctorModule,
  monitorModule,
  actuatorModule,
];

/** A running platform. Several may run in one process. */
export interface Host {
  readonly gateway: Gateway;
  readonly services: ServiceRegistry;
  /**
   * Goes on serving while clients leave, to whom each answer says `Connection: close`.
   *
   * @param delayMs time that clients take, or a balancer before them, in milliseconds
   * @param isReplaced another worker serves the same ports; otherwise it answers "not ready"
   */
  drain(delayMs: number, isReplaced?: boolean): Promise<void>;
  /** Lets requests in flight end, unloads the applications, closes everything. (design 6.2) */
  stop(): Promise<void>;
}

/**
 * Composes the host and starts it; both ports answer when it resolves.
 *
 * @param services what tests put in place of the host's own, such as its clock
 */
export async function createHost(
  config: PlatformConfig,
  logger: Logger,
  services = new ServiceRegistry(),
): Promise<Host> {
  services.provide(LOGGER, logger);
  const host = await startModules(modules, config, logger, services);
  const gateway = services.use(GATEWAY);
  return {
    gateway,
    services,
    drain: async (delayMs, isReplaced = false) => {
      if (!isReplaced) services.use(STOPPING).stopping = true;
      gateway.drain();
      await sleep(delayMs);
    },
    stop: () => host.dispose(),
  };
}

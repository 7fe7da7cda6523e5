import type { HttpService, Logger } from '../../kernel/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { LogLimits } from '../capabilities/log-limits.ts';
import type { PluginLogger } from '../capabilities/plugin-logger.ts';
import type { HostServices } from '../container/bean-graph.ts';
import type { ApplicationState } from '../contract/application-access.ts';
import type { ClassNames } from '../events/application-listeners.ts';
import type { ApplicationThreads } from '../contract/application-threads.ts';
import type { RecentWork } from '../contract/recent-work.ts';
import type { IntrinsicsGuard } from '../isolation/intrinsics/intrinsics-guard.ts';
import type { MapperEngines } from '../mapper/connect-mappers.ts';

/** Services of the host that every load uses. */
export interface LoaderServices {
  readonly http: HttpService;
  readonly logger: Logger;
  readonly logLimits: LogLimits;
  readonly requestTimeoutMs: number;
  /** Time after which synchronous code counts as holding the event loop. */
  readonly holdThresholdMs: number;
  /** Contains one folder for each application that may use files. */
  readonly filesDir: string;
  readonly intrinsics: IntrinsicsGuard;
  readonly recentWork: RecentWork;
  readonly threads: ApplicationThreads;
  readonly mappers: MapperEngines;
  readonly classNames: ClassNames;
  readonly messaging: Messaging;
  /** State of an application for a tenant. */
  state(tenantId: string, appCode: string): ApplicationState;
  /** Tenants that have an application enabled. */
  tenants(appCode: string): readonly string[];
  /** Capabilities of the host for one application. */
  hostServices(appCode: string, logger: PluginLogger): HostServices;
}

import type { HttpService, Logger } from '../../kernel/index.ts';
import type { ActivePlugins } from '../active-plugins/active-plugins.ts';
import type { HealthSources } from './describe-health.ts';
import type { RuntimeCounts } from './runtime-counts.ts';
import type { LoaderServices } from '../loading/loader-services.ts';
import type { ApplicationTable } from '../contract/application-table.ts';
import type { LoadMarks } from '../contract/load-marks.ts';
import type { Quarantine } from '../contract/quarantine.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';

/** Dependencies and settings of the runtime. */
export interface RuntimeOptions {
  readonly table: ApplicationTable<LoadedApplication>;
  readonly activePlugins: ActivePlugins;
  readonly loader: LoaderServices;
  readonly http: HttpService;
  readonly logger: Logger;
  readonly counts: RuntimeCounts;
  readonly marks: Pick<LoadMarks, 'enter'>;
  /** Undefined where nothing is kept out. */
  readonly quarantine: () => Quarantine | undefined;
  readonly loadTimeoutMs: number;
  readonly drainTimeoutMs: number;
  /** An application's share of the cache, if the cache is in this process. */
  readonly cacheUsage: HealthSources['cacheUsage'];
  /**
   * Removes data that the host keeps for an application, such as cached values.
   *
   * It runs after an unload, not after a swap.
   */
  forget(appCode: string): Promise<void>;
}

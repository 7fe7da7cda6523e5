import type { HttpService, Logger } from '../../kernel/index.ts';
import type { ActivePlugins } from '../active-plugins/active-plugins.ts';
import type { HealthSources } from './describe-health.ts';
import type { LoaderServices } from './application-loader.ts';
import type { ApplicationTable } from './application-table.ts';

/** What the runtime works with. */
export interface RuntimeOptions {
  readonly table: ApplicationTable;
  readonly activePlugins: ActivePlugins;
  readonly loader: LoaderServices;
  readonly http: HttpService;
  readonly logger: Logger;
  readonly loadTimeoutMs: number;
  readonly drainTimeoutMs: number;
  /** What an application keeps in the cache, where it is this process's. */
  readonly cacheUsage: HealthSources['cacheUsage'];
  /** Takes away what an application kept in the host, such as its cached values; not called for a swap. */
  forget(appCode: string): Promise<void>;
}

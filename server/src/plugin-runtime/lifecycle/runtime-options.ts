import type { HttpService, Logger } from '../../kernel/index.ts';
import type { ActivePlugins } from '../active-plugins/active-plugins.ts';
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
  /** Takes away what an application kept in the host, such as its cached values; not called for a swap. */
  forget(appCode: string): Promise<void>;
}

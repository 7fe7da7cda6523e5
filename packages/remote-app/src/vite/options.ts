import type { PluginOption } from 'vite';
import type { SizeBudget } from './size-budget.ts';

export type RemoteFormat = 'federation' | 'module';

/** Options of an application's `vite.config.ts`. */
export interface RemoteAppOptions {
  /** Application code, as in `app.json`, the folder's name and the menus (spec: Naming rule). */
  appCode: string;
  /** The application's folder `frontend/<code>-app`, usually `import.meta.dirname`. */
  root: string;
  /**
   * Build format; default: `PLATFORM_REMOTE_FORMAT`, else `federation`. A federation container
   * receives shared modules from the shell; `module` imports them by the shell's import map. Both
   * run in one shell with the same application code.
   */
  format?: RemoteFormat;
  /** Manifest relative to `root`; default: `../../plugins/platform-<code>/app.json`. */
  manifest?: string;
  /** View keys, if `views` in `src/index.ts` is not an object literal. */
  views?: readonly string[];
  /**
   * Compressed size limits in bytes; exceeding them is a warning. Default: 10,000 for `entry`,
   * 300,000 for `total`.
   */
  budget?: Partial<SizeBudget>;
  /** Additional Vite plugins of the application. */
  plugins?: PluginOption[];
}

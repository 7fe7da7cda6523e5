import type { PluginOption } from 'vite';
import type { SizeBudget } from './size-budget.ts';

export type RemoteFormat = 'federation' | 'module';

/** What an application's `vite.config.ts` states; everything else follows from it. */
export interface RemoteAppOptions {
  /** The application code: the same as in `app.json`, the folder's name and the menu components (spec: Naming rule). */
  appCode: string;
  /** The application's folder `frontend/<code>-app`, usually `import.meta.dirname`. */
  root: string;
  /**
   * How the remote is built; default `PLATFORM_REMOTE_FORMAT`, else `federation`: a container that takes shared modules from the scope it is given, or
   * `module`, native modules whose imports of shared modules the shell's import map resolves. Both run side by side, and the application's code is the same.
   */
  format?: RemoteFormat;
  /** The manifest, relative to `root`; default `../../plugins/platform-<code>/app.json`. */
  manifest?: string;
  /** View keys, where they cannot be read from the object literal `views` in `src/index.ts`. */
  views?: readonly string[];
  /** Most that the build should weigh, in bytes compressed; more is a warning. Default 10,000 for `entry`, 300,000 for `total`. */
  budget?: Partial<SizeBudget>;
  /** Additional Vite plugins of the application. */
  plugins?: PluginOption[];
}

import type { PluginOption } from 'vite';

/** What an application's `vite.config.ts` states; everything else follows from it. */
export interface RemoteAppOptions {
  /** The application code: the same as in `app.json`, the folder's name and the menu components (spec: Naming rule). */
  appCode: string;
  /** The application's folder `frontend/<code>-app`, usually `import.meta.dirname`. */
  root: string;
  /** The manifest, relative to `root`; default `../../plugins/platform-<code>/app.json`. */
  manifest?: string;
  /** View keys, where they cannot be read from the object literal `views` in `src/index.ts`. */
  views?: readonly string[];
  /** Additional Vite plugins of the application. */
  plugins?: PluginOption[];
}

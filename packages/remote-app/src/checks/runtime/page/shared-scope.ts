import * as remoteApp from '../../../index.ts';
import axiosPackage from 'axios/package.json' with { type: 'json' };
import elementPlusPackage from 'element-plus/package.json' with { type: 'json' };
import piniaPackage from 'pinia/package.json' with { type: 'json' };
import * as vue from 'vue';
import * as vueRouter from 'vue-router';
import type { SharedModule } from '../../../vite/shared.ts';
import vueRouterPackage from 'vue-router/package.json' with { type: 'json' };

type ShareScope = Record<string, Record<string, { get(): Promise<() => object>; loaded: 1 }>>;

interface Shared {
  readonly version: string;
  readonly load: () => Promise<object>;
}

/** The shared modules; Element Plus and axios load on demand. */
const SHARED: Readonly<Record<SharedModule, Shared>> = {
  vue: { version: vue.version, load: async () => vue },
  'vue-router': { version: vueRouterPackage.version, load: async () => vueRouter },
  pinia: { version: piniaPackage.version, load: () => import('pinia') },
  'element-plus': {
    version: elementPlusPackage.version,
    load: async () => {
      await addShellSheet('/host/element-plus.css');
      return import('element-plus');
    },
  },
  axios: { version: axiosPackage.version, load: () => import('axios') },
  '@platform/remote-app': { version: remoteApp.RUNTIME_API_VERSION, load: async () => remoteApp },
};

/** The shared modules as a federation scope. */
export function shareScope(): ShareScope {
  return Object.fromEntries(
    Object.entries(SHARED).map(([name, { version, load }]) => [
      name,
      { [version]: { get: () => load().then((module) => () => module), loaded: 1 } },
    ]),
  );
}

/** Publishes the shared modules to the files of the import map. */
export function publishShared(): void {
  const loaders = Object.entries(SHARED).map(([name, { load }]) => [name, load] as const);
  Object.assign(globalThis, { [Symbol.for('platform.shared')]: Object.fromEntries(loaders) });
}

/** Adds a style sheet; the server reports missing ones. */
export function addShellSheet(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.dataset['ofShell'] = '';
  const settled = new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
  document.head.append(link);
  return settled;
}

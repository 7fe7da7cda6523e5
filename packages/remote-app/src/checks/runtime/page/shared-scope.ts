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

/** What the shell shares; Element Plus and axios when they are asked for. */
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

/** What is shared, in the form that a federation container takes. */
export function shareScope(): ShareScope {
  return Object.fromEntries(
    Object.entries(SHARED).map(([name, { version, load }]) => [
      name,
      { [version]: { get: () => load().then((module) => () => module), loaded: 1 } },
    ]),
  );
}

/** Leaves what is shared where the files of the page's import map look for it. */
export function publishShared(): void {
  const loaders = Object.entries(SHARED).map(([name, { load }]) => [name, load] as const);
  Object.assign(globalThis, { [Symbol.for('platform.shared')]: Object.fromEntries(loaders) });
}

/** Adds a sheet as the shell does; one that is missing is told by who serves the files. */
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

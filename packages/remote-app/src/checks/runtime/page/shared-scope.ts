import * as remoteApp from '../../../index.ts';
import axiosPackage from 'axios/package.json' with { type: 'json' };
import elementPlusPackage from 'element-plus/package.json' with { type: 'json' };
import piniaPackage from 'pinia/package.json' with { type: 'json' };
import * as vue from 'vue';
import * as vueRouter from 'vue-router';
import vueRouterPackage from 'vue-router/package.json' with { type: 'json' };

type ShareScope = Record<string, Record<string, { get(): Promise<() => object>; loaded: 1 }>>;

/** What the shell shares, in the form that a federation container takes; Element Plus and axios when they are asked for. */
export function shareScope(): ShareScope {
  const share = (version: string, load: () => Promise<object>) => ({
    [version]: { get: () => load().then((module) => () => module), loaded: 1 as const },
  });
  return {
    vue: share(vue.version, async () => vue),
    'vue-router': share(vueRouterPackage.version, async () => vueRouter),
    pinia: share(piniaPackage.version, () => import('pinia')),
    'element-plus': share(elementPlusPackage.version, async () => {
      await addShellSheet('/host/element-plus.css');
      return import('element-plus');
    }),
    axios: share(axiosPackage.version, () => import('axios')),
    '@platform/remote-app': share(remoteApp.RUNTIME_API_VERSION, async () => remoteApp),
  };
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

import * as remoteApp from '@platform/remote-app';
import { version as axiosVersion } from 'axios/package.json';
import { version as elementPlusVersion } from 'element-plus/package.json';
import { version as piniaVersion } from 'pinia/package.json';
import * as vue from 'vue';
import * as vueRouter from 'vue-router';
import { version as vueRouterVersion } from 'vue-router/package.json';
import type { SharedModules } from './shared-modules.ts';

/**
 * The modules that the shell shares with applications (design 5.1). The full Element Plus and axios
 * are separate chunks, fetched with the first application.
 */
export function hostModules(): SharedModules {
  return {
    vue: { version: vue.version, load: async () => vue },
    'vue-router': { version: vueRouterVersion, load: async () => vueRouter },
    pinia: { version: piniaVersion, load: () => import('pinia') },
    'element-plus': { version: elementPlusVersion, load: elementPlus },
    axios: { version: axiosVersion, load: () => import('axios') },
    '@platform/remote-app': { version: remoteApp.RUNTIME_API_VERSION, load: async () => remoteApp },
  };
}

async function elementPlus(): Promise<object> {
  const [module] = await Promise.all([import('element-plus'), import('@/shared/ui/calendar-days.ts')]);
  return module;
}

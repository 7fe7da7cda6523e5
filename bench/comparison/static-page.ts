import type { Install } from '@platform/remote-app';
import { createPinia } from 'pinia';
import { defineAsyncComponent, defineComponent, h, ref, type Component } from 'vue';
import { useRouter, type Router } from 'vue-router';
import { createDisposer } from '@/remote/disposer.ts';
import type { LeaveControl } from '@/remote/leaving/leave-control.ts';
import { createCommandList } from '@/remote/runtime/commands.ts';
import { createRuntime } from '@/remote/runtime/create-runtime.ts';
import { createDictSource } from '@/remote/runtime/dict.ts';
import { createEventHub } from '@/remote/runtime/events.ts';
import type { RemoteHostServices } from '@/remote/services.ts';
import { useHttp, type HttpClient } from '@/shared/http';

/**
 * A view of an application as a lazy route of the shell: the same sources and runtime, without the
 * code that loads, styles and guards a remote. `bench/frontend.ts` compares remotes with it.
 */
export function staticPage(code: string, install: Install, key: string): Component {
  return defineComponent(() => {
    const http = useHttp();
    const router = useRouter();
    const view = defineAsyncComponent(async () => {
      const { views } = await install(runtimeOf(code, http, router));
      return (views[key] as () => Promise<{ default: Component }>)();
    });
    return () => h(view);
  });
}

function runtimeOf(code: string, http: HttpClient, router: Router) {
  const silent = () => {};
  const channel = { success: silent, info: silent, warning: silent, error: silent };
  const services: RemoteHostServices = {
    fetchApps: async () => [],
    request: (config) => http.raw(config),
    router,
    viewPath: () => undefined,
    pinia: createPinia(),
    locale: ref('en-US'),
    user: { userId: 1, userName: 'admin', nickName: 'admin', tenantId: '000000', roles: [] },
    permissions: ['*:*:*'],
    theme: { mode: 'light', accent: '#4f46e5' },
    message: channel,
    notify: channel,
    confirm: async () => true,
    dict: (type) => http.get(`/system/dict/data/type/${type}`),
    report: silent,
  };
  const commons = {
    services,
    hub: createEventHub(silent),
    commands: createCommandList(),
    dict: createDictSource(services.dict, services.locale),
    leaveControl: { run: async (_app, _path, guard) => guard() } satisfies LeaveControl,
  };
  const app = { code, name: code, version: '1.0.0', entry: '/' };
  return createRuntime(commons, { app, folder: '/', pinia: createPinia(), disposer: createDisposer(silent) });
}

import { createPinia } from 'pinia';
import { ref } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { RemoteHostServices } from '../services.ts';
import { memoryStorage } from './memory-storage.ts';

/** Services of a shell for tests; records reports and notices. */
export function createTestServices(overrides: Partial<RemoteHostServices> = {}) {
  const reported: string[] = [];
  const notices: string[] = [];
  const say = (text: string) => void notices.push(text);
  const channel = { success: say, info: say, warning: say, error: say };
  const services: RemoteHostServices = {
    fetchApps: async () => [],
    request: async () => {
      throw new Error('no request expected');
    },
    router: createRouter({
      history: createMemoryHistory(),
      routes: [{ path: '/', component: { render: () => null } }],
    }),
    viewPath: () => undefined,
    pinia: createPinia(),
    locale: ref('en-US'),
    user: { userId: 7, userName: 'ada', nickName: 'Ada', tenantId: '000000', roles: [] },
    permissions: ref<readonly string[]>([]),
    theme: { mode: 'light', accent: '#4f46e5' },
    message: channel,
    notify: channel,
    confirm: async () => true,
    dict: async () => [],
    report: (app, error, where) => void reported.push(`${app}: ${where}: ${(error as Error).message}`),
    shared: { vue: { version: '3.5.0', load: async () => ({}) } },
    marks: memoryStorage(),
    fetch: async () => new Response('', { status: 404 }),
    ...overrides,
  };
  return { services, reported, notices };
}

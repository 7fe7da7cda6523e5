import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { createMemoryHistory, createRouter } from 'vue-router';
import { httpKey, type HttpClient } from '@/shared/http';
import shared from '@/shared/i18n/messages/en-US';
import { navigationKey } from '@/shared/page';
import { useSessionStore } from '@/shared/session';
import messages from '../i18n/en-US.ts';
import type { Attention } from '../attention.ts';
import AttentionStrip from './AttentionStrip.vue';

const failed: Attention = {
  key: 'app hello',
  tone: 'bad',
  kind: 'application',
  values: { name: 'Hello' },
  detail: 'The price list is missing',
  page: 'host:installed/list',
  suffix: '/hello',
  app: {
    code: 'hello',
    name: 'Hello',
    version: '1.1.0',
    health: 'operationFailed',
    operation: { kind: 'upgrade', version: '1.2.0', taskId: 7, at: '2026-11-23T10:00:00.000Z' },
  },
};
const disk: Attention = {
  key: 'disk',
  tone: 'warn',
  kind: 'disk',
  values: { percent: 91 },
  page: 'host:monitor/list',
  suffix: '?tab=parts',
};

async function shown(items: readonly Attention[], permissions: string[]) {
  const pinia = createPinia();
  setActivePinia(pinia);
  useSessionStore().profile = { permissions } as never;
  const i18n = createI18n({
    legacy: false,
    locale: 'en-US',
    messages: { 'en-US': { dashboard: messages, shared } },
  });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)', component: { render: () => null } }],
  });
  const post = vi.fn(async () => ({ taskId: 8 }));
  const list = vi.fn(async () => ({ total: 1, rows: [{ installId: 5 }] }));
  const provide = {
    [httpKey as symbol]: { post, list } as unknown as HttpClient,
    [navigationKey as symbol]: { pagePath: (page: string) => `/${page.slice(5)}` },
  };
  const strip = mount(AttentionStrip, {
    props: { items },
    global: { plugins: [pinia, i18n, router], provide },
  });
  await flushPromises();
  return { strip, router, post };
}

it('design 15.2: names each trouble with its place, and opens where one can act', async () => {
  const { strip } = await shown([failed, disk], []);
  const lines = strip.findAll('li');
  expect(lines[0]?.text()).toContain('Hello: The upgrade to 1.2.0 failed');
  expect(lines[0]?.text()).toContain('The price list is missing');
  expect(lines[1]?.text()).toContain('The disk is 91 % full');
  expect(strip.findAll('a').map((link) => link.attributes('href'))).toEqual([
    '/installed/list/hello',
    '/monitor/list?tab=parts',
  ]);
  expect(strip.find('button').exists()).toBe(false);
});

it('design 15.2: starts a failed operation again, and follows its task', async () => {
  const { strip, router, post } = await shown([failed], ['app:install:edit']);
  await strip.get('button').trigger('click');
  await flushPromises();
  expect(post).toHaveBeenCalledWith(
    '/app/install/5/upgrade',
    { version: '1.2.0' },
    { params: { async: true } },
  );
  expect(router.currentRoute.value.fullPath).toBe('/tasks/list/8');
});

it('design 15.2: runs a failed task again, and shows its run', async () => {
  const item: Attention = {
    ...{ key: 'job 9', tone: 'bad', kind: 'runFailed', values: { name: 'Nightly' } },
    page: 'host:scheduler/list',
    suffix: '?task=9',
    task: { jobId: 9, jobName: 'Nightly', ready: true },
  };
  const { strip, router, post } = await shown([item], ['scheduler:task:run']);
  expect(strip.text()).toContain('The last run of Nightly failed');
  await strip.get('button').trigger('click');
  await flushPromises();
  expect(post).toHaveBeenCalledWith('/scheduler/task/9/run');
  expect(router.currentRoute.value.fullPath).toBe('/scheduler/list?task=9');
  expect((await shown([item], [])).strip.find('button').exists()).toBe(false);
});

it('is absent where all is well', async () => {
  const { strip } = await shown([], []);
  expect(strip.find('section').exists()).toBe(false);
});
